import type { IncomingHttpHeaders } from 'node:http';
import { headerMismatch } from './errors.js';
import { isObject } from '../json.js';

const WRAPPED = /^=\?base64\?(.*)\?=$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The value a header stands for: itself, or what `=?base64?…?=` wraps. Undefined when the wrapping is broken.
 * Node's own decoder takes almost anything, so alphabet and padding are checked here.
 */
export function decodeHeader(value: string): string | undefined {
  const wrapped = WRAPPED.exec(value)?.[1];
  if (wrapped === undefined) return value;
  if (!BASE64.test(wrapped)) return undefined;
  try {
    return utf8.decode(Buffer.from(wrapped, 'base64'));
  } catch {
    return undefined;
  }
}

const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** The header that stands for a value: itself, or wrapped where a header cannot carry it or it could be taken for wrapped. */
export const encodeHeader = (value: string): string =>
  PLAIN.test(value) && !value.startsWith('=?') ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`;

/** Throws -32020 unless the header is there and equal to what the body says. */
export function checkHeader(headers: IncomingHttpHeaders, name: string, expected: unknown, encoded = false): void {
  const raw = headers[name.toLowerCase()];
  if (typeof raw !== 'string' || raw === '') throw headerMismatch(`the ${name} header is missing`);
  const value = encoded ? decodeHeader(raw) : raw;
  if (value === undefined) throw headerMismatch(`the ${name} header is not valid base64 of UTF-8`);
  if (value !== expected) throw headerMismatch(`the ${name} header does not match the body`);
}

/**
 * Arguments whose schema says `x-mcp-header: X` travel in `Mcp-Param-X` as well. Only properties reached through
 * `properties` alone count; a null or absent argument has no header.
 */
export function checkParamHeaders(
  headers: IncomingHttpHeaders,
  schema: Readonly<Record<string, unknown>>,
  args: Readonly<Record<string, unknown>>
): void {
  if (!isObject(schema['properties'])) return;
  for (const [key, property] of Object.entries(schema['properties'])) {
    if (!isObject(property)) continue;
    const value = Object.hasOwn(args, key) ? args[key] : undefined;
    const header = property['x-mcp-header'];
    if (typeof header === 'string') checkParam(headers, `Mcp-Param-${header}`, value);
    else checkParamHeaders(headers, property, isObject(value) ? value : {});
  }
}

function checkParam(headers: IncomingHttpHeaders, name: string, value: unknown): void {
  if (value === undefined || value === null) {
    if (headers[name.toLowerCase()] !== undefined)
      throw headerMismatch(`there is an ${name} header and no such argument in the body`);
    return;
  }
  const raw = headers[name.toLowerCase()];
  // Only these can be annotated; an annotation elsewhere means nothing.
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return;
  // Integers are compared as numbers: 42.0 and 42 are one value.
  if (typeof value === 'number' && typeof raw === 'string' && raw.trim() !== '' && Number(raw) === value) return;
  checkHeader(headers, name, String(value), true);
}
