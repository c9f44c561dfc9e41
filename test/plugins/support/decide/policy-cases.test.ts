import { expect } from 'chai';
import { decideCase } from '../../../../plugins/support/decide/decide-case.js';
import { evaluateCases } from '../../../../plugins/support/decide/eval.js';
import type { StorePolicies } from '../../../../plugins/support/decide/policies.js';
import { policyCases, storePolicies } from './store.js';

describe('the default store policy', () => {
  let policies: StorePolicies;
  before(async () => {
    policies = await storePolicies();
  });

  for (const { id, title, expected, ...question } of policyCases().cases)
    it(`${id}: ${title}`, async () => {
      const { ref: rule, ...decided } = await decideCase(policies, question);
      const got: Record<string, unknown> = { ...decided, rule };
      for (const [key, value] of Object.entries(expected)) expect(got[key], key).to.deep.equal(value);
    });

  it('has a case that every rule P01 to P18 decides', async () => {
    const { predictions } = await evaluateCases(policies, policyCases());
    const decided = new Set(predictions.map(({ rule }) => rule));
    const rules = [...policies.refund.versions[0].rules, ...policies.return.versions[0].rules].map(({ ref }) => ref);
    expect([...new Set(rules)].sort()).to.deep.equal([...decided].sort());
    expect(decided.size).to.equal(18);
  });

  it('answers in words that are filled in', async () => {
    for (const { id, title: _title, expected: _expected, ...question } of policyCases().cases) {
      const { says } = await decideCase(policies, question);
      expect(says, id).to.match(/^[A-Z].*[.?]$/);
      expect(says, id).to.not.match(/[{}]|undefined|null| {2}/);
    }
  });
});
