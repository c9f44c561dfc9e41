import { expect } from 'chai';
import { evaluateCases } from '../../../../plugins/support/decide/eval.js';
import { refund, storePolicies } from './store.js';

describe('eval decisions', () => {
  it('compares only what a case expects, and counts by tier', async () => {
    const right = { id: 'a', tier: 'core', ...refund(), expected: { decision: 'eligible', eligible_lines: ['A'] } };
    const wrong = {
      id: 'b',
      tier: 'edge',
      ...refund(),
      expected: { decision: 'not_eligible', reason: 'within_policy', amount: '41.00' }
    };
    const { predictions, summary } = await evaluateCases(await storePolicies(), {
      cases: [right, wrong, { id: 'c', ...refund() }, null]
    });
    expect(predictions[0]).to.deep.equal({
      id: 'a',
      decision: 'eligible',
      reason: 'within_policy',
      amount: '40.00',
      eligible_lines: ['A'],
      partial: false,
      rule: 'P18'
    });
    expect(predictions.map(({ id, rule }) => [id, rule])).to.deep.equal([
      ['a', 'P18'],
      ['b', 'P18'],
      ['c', 'P18'],
      ['4', 'P01']
    ]);
    expect(summary).to.deep.equal({
      expected: 2,
      right: 1,
      tiers: { core: { expected: 1, right: 1 }, edge: { expected: 1, right: 0 } },
      wrongly_eligible: ['b'],
      mistakes: [
        {
          id: 'b',
          tier: 'edge',
          wrong: {
            decision: { expected: 'not_eligible', got: 'eligible' },
            amount: { expected: '41.00', got: '40.00' }
          }
        }
      ],
      verdicts: [
        { id: 'a', verdict: 'right', said: 'eligible (within_policy)' },
        { id: 'b', verdict: 'wrong', said: 'eligible (within_policy)' }
      ]
    });
  });

  it('gives predictions only when nothing is expected, and refuses another shape', async () => {
    const policies = await storePolicies();
    expect((await evaluateCases(policies, { cases: [refund()] })).summary).to.equal(undefined);
    expect(
      await evaluateCases(policies, [refund()]).then(
        () => 'fine',
        error => error.message
      )
    ).to.include('"cases"');
  });
});
