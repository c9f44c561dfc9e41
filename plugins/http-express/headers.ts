import { newId } from '../../core/index.js';
import type { HttpSite } from '../../core/http/index.js';

/** Header names and values in turn, the form `writeHead` takes without copying. */
export type FlatHeaders = readonly string[];

const always = [
  'X-Content-Type-Options',
  'nosniff',
  'X-Frame-Options',
  'DENY',
  'Referrer-Policy',
  'no-referrer',
  'Content-Security-Policy'
];

export const apiHeaders: FlatHeaders = [
  ...always,
  "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control',
  'no-store'
];

export const JSON_TYPE = 'application/json; charset=utf-8';

// What swagger-ui needs and nothing else. `private`: the pages stand behind the credential.
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join('; ');

export const pageHeaders: FlatHeaders = [...always, pagePolicy, 'Cache-Control', 'private, max-age=3600'];

const sane = /^[A-Za-z0-9._-]{1,64}$/;

/** The caller's `X-Request-ID` when it is safe to log and to echo, else a new one. */
export function requestIdFrom(given: string | string[] | undefined): string {
  return typeof given === 'string' && sane.test(given) ? given : newId('req');
}

/** `base` with `extra` added; where both name a header, `extra` wins. */
export function withHeaders(base: FlatHeaders, extra: Readonly<Record<string, string>> | undefined): string[] {
  if (extra === undefined) return [...base];
  const names = new Set(Object.keys(extra).map(name => name.toLowerCase()));
  const merged: string[] = [];
  for (let at = 0; at < base.length; at += 2) {
    const name = base[at] as string;
    if (!names.has(name.toLowerCase())) merged.push(name, base[at + 1] as string);
  }
  return merged.concat(...Object.entries(extra));
}

/** What lets a page of another origin, if it is one that may call the site, read the answer. */
export const sharedWith = (site: HttpSite, origin: string | undefined): FlatHeaders =>
  origin === undefined || site.allowsOrigin?.(origin) !== true
    ? []
    : [
        'Access-Control-Allow-Origin',
        origin,
        'Access-Control-Expose-Headers',
        'X-Request-ID, Retry-After',
        'Vary',
        'Origin'
      ];

/** What a browser may send from such a page; it is told again after ten minutes. */
export const PREFLIGHT: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, X-API-Key',
  'Access-Control-Max-Age': '600'
};
