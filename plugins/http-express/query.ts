import { invalid } from './failures.js';
import { isUnstorable } from './json.js';

const refusal = (field: string, rule: string, status = 422) =>
  invalid(status, 'The query string is not valid.', { field, rule });

/** The parameters of a query string as text. Throws `ApiError` 400 for broken encoding, 422 for a repeated name. */
export function parseQuery(url: string): Record<string, string> {
  const mark = url.indexOf('?');
  if (mark < 0 || mark === url.length - 1) return {};
  const raw = url.slice(mark + 1);
  try {
    if (isUnstorable(decodeURIComponent(raw))) throw refusal('(query)', 'text', 400);
  } catch (error) {
    throw error instanceof URIError ? refusal('(query)', 'percent_encoding', 400) : error;
  }
  const parameters = [...new URLSearchParams(raw)];
  const values = Object.fromEntries(parameters);
  if (Object.keys(values).length < parameters.length) throw refusal('(query)', 'repeated');
  return values;
}
