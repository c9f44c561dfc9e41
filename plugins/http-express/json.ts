import { isUtf8 } from 'node:buffer';
import { invalid } from './failures.js';

const MAX_DEPTH = 32;
const unstorable = /[\0\p{Surrogate}]/u;

const broken = (message: string, rule: string) => invalid(400, message, { field: '(body)', rule });

/** True for text that holds a NUL or half a surrogate pair, which databases and encoders refuse. */
export const isUnstorable = (text: string): boolean => unstorable.test(text);

/** Parses a request body. Throws `ApiError` 400 for what is not UTF-8, not JSON, too deep or not storable. */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw broken('The request body is not valid UTF-8.', 'utf8');
  const text = bytes.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    throw broken('The request body is not valid JSON.', 'json');
  }
  // Valid UTF-8 has no lone surrogates and JSON no raw NUL: either can only come from an escape.
  check(value, 0, text.includes('\\u'));
  return value;
}

function check(value: unknown, depth: number, strings: boolean): void {
  if (typeof value === 'string') {
    if (strings && isUnstorable(value)) throw broken('The request body holds a character that is not allowed.', 'text');
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth === MAX_DEPTH) throw broken(`The request body is nested more than ${MAX_DEPTH} levels deep.`, 'depth');
  if (Array.isArray(value)) {
    for (const item of value) check(item, depth + 1, strings);
    return;
  }
  // What JSON.parse makes inherits no keys of its own.
  for (const key in value) {
    if (strings) check(key, depth, strings);
    check((value as Record<string, unknown>)[key], depth + 1, strings);
  }
}

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
