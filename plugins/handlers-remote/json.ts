import { ToolFailure } from '../../core/tools/index.js';
import type { Answer } from './exchange.js';

export const USUAL_MAX_BYTES = 64 * 1024;
export const MAX_BYTES_SCHEMA = {
  type: 'integer',
  minimum: 1024,
  maximum: 1024 * 1024,
  description: `Longest answer that is read; ${USUAL_MAX_BYTES} where it is not given.`
};

/**
 * The JSON of a successful answer; throws a `ToolFailure` for any other. A redirect is not followed: it would lead to
 * a URL that the definition does not name.
 */
export function parseJson({ status, contentType, text }: Answer): unknown {
  if (status >= 300 && status < 400)
    throw new ToolFailure('upstream_redirect', `the host answered ${status}; redirects are not followed`);
  if (status < 200 || status >= 300) throw new ToolFailure('upstream_status', `the host answered ${status}`);
  if (!/^application\/(?:[\w.+-]*\+)?json\s*(?:;|$)/i.test(contentType))
    throw new ToolFailure('upstream_not_json', 'the answer is not JSON by its content type');
  return jsonOf(text);
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ToolFailure('upstream_not_json', 'the answer is not JSON');
  }
}
