import { expect } from 'chai';
import type { Answer } from '../../../harness/client.js';

export const MESSAGE_KEYS = [
  'conversation_id',
  'reply',
  'intent',
  'state',
  'escalated',
  'escalation_reason',
  'refused',
  'refusal_reason',
  'ticket_id',
  'question',
  'provenance',
  'unverified_claims',
  'warnings',
  'tool_calls',
  'steps_used',
  'duration_ms',
  'provider',
  'model',
  'proof',
  'trace'
];
export const STATES = ['answered', 'clarifying', 'escalated', 'refused', 'failed'];
export const ESCALATIONS = [
  'customer_request',
  'low_confidence',
  'policy_requires_human',
  'unverifiable_answer',
  'tool_failure',
  'budget_exhausted',
  'repeated_failure',
  'sensitive_topic'
];
export const REFUSALS = [
  'out_of_scope',
  'identity_not_verified',
  'prompt_injection',
  'unsupported_claim',
  'policy_prohibited'
];
export const INTENTS = [
  'order_status',
  'shipping_info',
  'refund_request',
  'refund_policy',
  'return_request',
  'return_policy',
  'cancel_order',
  'change_order',
  'account_access',
  'account_details',
  'payment_issue',
  'human_agent',
  'complaint',
  'greeting',
  'thanks',
  'out_of_scope',
  'unknown'
];
export const PROVENANCE = ['tool_result', 'policy_decision', 'system_fact', 'customer_message'];

export const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Checks the headers that every response carries, whatever it answers. */
export function expectHeaders({ headers }: Answer): void {
  expect(headers['x-request-id'], 'X-Request-ID').to.match(/^[A-Za-z0-9._-]{1,64}$/);
  expect(headers['x-content-type-options']).to.equal('nosniff');
  expect(headers['x-frame-options']).to.equal('DENY');
  expect(headers['referrer-policy']).to.be.oneOf(['no-referrer', 'same-origin', 'strict-origin']);
  expect(headers).not.to.have.any.keys('server', 'x-powered-by');
}

/** Checks the one envelope of every failing endpoint, and answers its detail. */
export function expectFailure(answer: Answer, status: number, code: string): any {
  expect(answer.status, answer.text).to.equal(status);
  expectHeaders(answer);
  expect(answer.body).to.have.all.keys('code', 'message', 'request_id', 'detail');
  expect(answer.body.code).to.equal(code);
  expect(answer.body.message).to.be.a('string').and.not.equal('');
  expect(answer.body.request_id).to.equal(answer.headers['x-request-id']);
  expect(answer.body.detail).to.be.an('object');
  return answer.body.detail;
}
