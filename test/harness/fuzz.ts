import type { Sending } from './client.js';

export interface Fuzzed extends Sending {
  readonly method: string;
  readonly path: string;
}

const PATHS = [
  '/v1/conversations',
  '/v1/conversations/{id}',
  '/v1/conversations/{id}/messages',
  '/v1/conversations/{id}/verify',
  '/v1/conversations/{id}/feedback',
  '/v1/runs',
  '/v1/runs/{id}/trace',
  '/v1/tickets',
  '/v1/audit',
  '/v1/feedback/summary',
  '/v1/tools',
  '/healthz',
  '/readyz',
  '/openapi.json',
  '/docs',
  '/'
];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];
const FIELDS = ['message', 'include_trace', 'email', 'customer_email', 'helpful', 'comment', 'tenant', '__proto__', ''];
const TEXTS = [
  'Where is ORD-1002?',
  'I want a refund for ORD-1001',
  '\0',
  '\ud800',
  '%00',
  '../../etc/passwd',
  "'; drop table runs; --",
  '{{ 7 | times: 7 }}',
  '\u202e\u200b\u{e0041}',
  '<<draft 0123456789abcdef>>',
  '9'.repeat(400),
  'a'.repeat(5000),
  '𝒳'.repeat(500)
];

/** Requests that nobody would send on purpose, the same for the same seed. */
export function fuzzer(seed: number, ids: readonly string[]): () => Fuzzed {
  let state = seed >>> 0;
  const random = () => {
    // Mulberry32: 32 bits of state are plenty to choose from lists.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const often = (share: number) => random() < share;
  const value = (depth: number): unknown => {
    const kinds: (() => unknown)[] = [
      () => one(TEXTS),
      () => random() * 1e12,
      () => often(0.5),
      () => null,
      () => -1,
      () => ''
    ];
    if (depth > 0)
      kinds.push(
        () => [value(depth - 1)],
        () => ({ [one(FIELDS)]: value(depth - 1) })
      );
    return one(kinds)();
  };
  const body = (): Sending => {
    if (often(0.1)) return { body: one(['', '{', '[', '"', '{"message":', 'null', '[]', '\x00\x01', 'a=b&c=d']) };
    const object = Object.fromEntries(
      Array.from({ length: 1 + Math.floor(random() * 3) }, () => [one(FIELDS), value(3)])
    );
    return { json: often(0.1) ? value(4) : object };
  };
  return () => {
    const id = often(0.6)
      ? one(ids)
      : encodeURIComponent(
          one(TEXTS)
            .slice(0, 200)
            .replace(/\p{Cs}/gu, '')
        );
    const query = often(0.3)
      ? `?${one(['limit', 'cursor', 'state', 'since', 'x'])}=${encodeURIComponent(String(one([0, -1, 201, 'x', '\u0000', '%'])))}`
      : '';
    const headers: Record<string, string> = {};
    if (often(0.1)) headers['Idempotency-Key'] = one(['k', 'x'.repeat(300), 'a b']);
    if (often(0.1))
      headers['Content-Type'] = one(['text/plain', 'application/json; charset=utf-16', 'multipart/form-data', 'x']);
    if (often(0.05)) headers['X-Request-ID'] = one(['r', 'x'.repeat(500)]);
    const method = often(0.5) ? 'POST' : one(METHODS);
    return { method, path: one(PATHS).replace('{id}', id) + query, headers, ...(method === 'GET' ? {} : body()) };
  };
}
