import { expect } from 'chai';
import { decideCase } from '../../../../plugins/support/decide/decide-case.js';
import type { StorePolicies } from '../../../../plugins/support/decide/policies.js';
import { refund, storePolicies } from './store.js';

describe('cancelling and changing an order', () => {
  let policies: StorePolicies;
  before(async () => {
    policies = await storePolicies();
  });

  const expected: readonly [order: object, decision: string, reason: string][] = [
    [{ status: 'pending', delivered_at: null }, 'human_review', 'can_still_KIND'],
    [{ status: 'processing', delivered_at: null }, 'human_review', 'can_still_KIND'],
    [{ status: 'shipped', delivered_at: null }, 'not_eligible', 'in_transit'],
    [{ status: 'delivered' }, 'not_eligible', 'delivered_return_instead'],
    [{ status: 'cancelled', delivered_at: null }, 'not_eligible', 'already_cancelled'],
    [{ status: 'shipped' }, 'human_review', 'facts_incomplete'],
    [{ status: 'mislaid' }, 'human_review', 'facts_incomplete'],
    [{ belongs_to_asker: false }, 'need_info', 'order_not_found']
  ];
  for (const kind of ['cancel', 'change'] as const)
    for (const [order, decision, reason] of expected)
      it(`${kind}: ${JSON.stringify(order)}`, async () => {
        const question = refund({ request: { kind, lines: null, refund_destination: null }, order });
        const decided = await decideCase(policies, question);
        expect(decided).to.deep.include({
          decision,
          reason: reason.replace('KIND', kind),
          amount: null,
          eligible_lines: [],
          partial: false
        });
      });
});
