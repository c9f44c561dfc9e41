import { expect } from 'chai';
import type { Answer } from './raw-client.js';

export function expectStandardHeaders({ headers }: Answer): void {
  expect(headers['x-request-id']).to.match(/^[A-Za-z0-9._-]{1,64}$/);
  expect(headers).to.include({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'"
  });
  expect(headers).to.not.have.any.keys('server', 'x-powered-by', 'etag');
}

export function expectError(
  answer: Answer,
  status: number,
  code: string,
  rule?: { field: string; rule: string }
): void {
  expect(answer.status, answer.body).to.equal(status);
  expectStandardHeaders(answer);
  const envelope = answer.json() as { request_id: string; code: string; detail: { fields?: unknown } };
  expect(envelope).to.have.all.keys('code', 'message', 'request_id', 'detail');
  expect(envelope.code).to.equal(code);
  expect(envelope.request_id).to.equal(answer.headers['x-request-id']);
  if (rule !== undefined) expect(envelope.detail).to.deep.equal({ fields: [rule] });
}
