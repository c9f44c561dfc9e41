import { ToolFailure } from '../../core/index.js';
import type { Answer } from './exchange.js';

export const USUAL_MAX_BYTES = 64 * 1024;
export const MAX_BYTES_SCHEMA = {
  type: 'integer',
  minimum: 1024,
  maximum: 1024 * 1024,
  description: `Longest answer that is read; ${USUAL_MAX_BYTES} where it is not given.`
};

/** Throws `upstream_not_json` for anything else. */
export function parseJson({ contentType, text }: Answer): unknown {
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
