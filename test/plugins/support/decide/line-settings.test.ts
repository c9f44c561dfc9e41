import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decideCase } from '../../../../plugins/support/decide/decide-case.js';
import { StorePolicyTables, type StorePolicies } from '../../../../plugins/support/decide/policies.js';
import { replay } from '../../../../plugins/workbench/replay/replay.js';
import { copyShippedTables } from '../../../core/rules/shipped-tables.js';
import { line, load, refund } from './store.js';

/** The shipped tables, a setting of them by the category of a line. */
async function byCategory(setting: string): Promise<StorePolicies> {
  const root = copyShippedTables();
  const path = join(root, 'policies/refund/refund.yaml');
  const text = readFileSync(path, 'utf8')
    .replace('  - refunds_last_90_days\n', '  - refunds_last_90_days\n  - line_category\n')
    .replace(
      'value: 30, unit: days, meaning: The last day after delivery on which a refund',
      `${setting}, unit: days, meaning: The last day after delivery on which a refund`
    )
    .replace('  refunds_last_90_days: 0\n', '  refunds_last_90_days: 0\n  line_category: standard\n');
  writeFileSync(path, text);
  const { set, problems } = await load(root);
  expect(problems).to.deep.equal([]);
  return set!.get(StorePolicyTables);
}

describe('a setting by a fact of a line', () => {
  let policies: StorePolicies;
  before(async () => (policies = await byCategory('value: 30, by: line.category, values: { electronics: 10 }')));

  const phone = line({ line_id: 'B', category: 'Electronics', unit_price: '480.00' });

  it('leaves out the lines for which it has run out, and keeps the others', async () => {
    const { decision, amount, eligible_lines, partial, lines } = await decideCase(
      policies,
      refund({ lines: [line({}), phone] })
    );
    expect({ decision, amount, eligible_lines, partial }).to.deep.equal({
      decision: 'eligible',
      amount: '40.00',
      eligible_lines: ['A'],
      partial: true
    });
    expect(lines.map(({ record }) => record.reason)).to.include('outside_window');
  });

  it('declines where it has run out for all, and holds what is left together to the limit', async () => {
    expect((await decideCase(policies, refund({ lines: [phone] }))).reason).to.equal('outside_window');
    const soon = { asked_at: '2026-03-10T10:00:00Z' };
    const both = await decideCase(policies, refund({ request: soon, lines: [line({}), phone] }));
    expect([both.decision, both.reason]).to.deep.equal(['human_review', 'over_limit']);
  });

  it('is replayed line by line where the record lets it, and else counted as not decided', async () => {
    const before = await byCategory('value: 30, by: line.category, values: { electronics: 29, apparel: 28 }');
    const taken = async (asked_at: string) => {
      const lines = [line({ category: 'apparel' }), { ...phone, unit_price: '50.00' }];
      const { record } = await decideCase(before, refund({ request: { asked_at }, lines }));
      return { id: asked_at, at: asked_at, record };
    };
    const recorded = [await taken('2026-03-15T10:00:00Z'), await taken('2026-03-25T10:00:00Z')];
    const again = async ({ refund: policy }: StorePolicies) => {
      const each = (async function* () {
        yield* recorded;
      })();
      return await replay(each, new Map([['refund', policy]]));
    };
    expect(await again(before)).to.deep.include({ replayed: 2, unchanged: 2 });
    const { replayed, unchanged, cannot } = await again(policies);
    expect([replayed, unchanged, Object.keys(cannot)]).to.deep.equal([
      1,
      1,
      ['lines come out apart now, and what the others come to together was not recorded by line']
    ]);
    const shorter = await again(
      await byCategory('value: 30, by: line.category, values: { electronics: 1, apparel: 2 }')
    );
    expect(shorter.changes.map(({ before: was, after: is, count }) => [was, is, count])).to.deep.equal([
      ['eligible (within_policy)', 'not_eligible (outside_window)', 2]
    ]);
  });
});
