import { expect } from 'chai';
import { compareTables, type TableComparison } from '../../../../plugins/workbench/compare/compare-tables.js';
import { contains } from '../../../../plugins/workbench/compare/fact-classes.js';
import { replay } from '../../../../plugins/workbench/replay/replay.js';
import { brokenDependency } from '../../../../core/rules/dependencies.js';
import { winnerOf } from '../../../../core/rules/closures.js';
import { decide } from '../../../../core/rules/decide.js';
import { sameOutcome } from '../../../../core/rules/decide-policy.js';
import type { RulePolicy } from '../../../../core/rules/rule-policies.js';
import type { Rule, RuleTable } from '../../../../core/rules/rule-table.js';
import type { Facts } from '../../../../core/facts/typed-values.js';
import { thorough } from '../../../harness/same-draws.js';
import { casesNear, dice, edited, shippedTables, type Shipped } from './table-edits.js';

/** Tenths of what is tried before a release. */
const SHARE = thorough ? 10 : 5;
const EDITS: Readonly<Record<string, number>> = {
  refund: 1.4 * SHARE,
  return: 9.6 * SHARE,
  cancel: 10 * SHARE,
  order_line: 9 * SHARE
};

const policyOf = (table: RuleTable): ReadonlyMap<string, RulePolicy> =>
  new Map([[table.id, { id: table.id, by: 'now', versions: [table], shadow: undefined, facts: table.facts }]]);

const outcome = ({ decision, reason, params }: Rule) =>
  [
    decision,
    reason,
    ...Object.keys(params)
      .sort()
      .map(name => JSON.stringify([name, params[name]]))
  ].join();

/** The listed cases that hold these facts. */
const casesOf = ({ cases, space }: TableComparison, facts: Facts) =>
  cases.filter(({ found }) =>
    space.axes.every(({ classes, name, declaration: { type } }, i) =>
      [...found.box[i]!].some(at => contains(classes[at]!, facts[name] ?? null, type))
    )
  );

describe('random edits of the shipped tables', () => {
  let shipped: Shipped;
  const seen = { different: 0, alike: 0, edits: 0, complete: 0 };
  before(async () => {
    shipped = await shippedTables();
  });

  for (const [id, edits] of Object.entries(EDITS))
    it(`${id}: ${edits} comparisons and replays agree with deciding case by case`, async () => {
      const roll = dice(id.length * 7919);
      const text = shipped.texts.get(id)!;
      const before = shipped.link(text)!;
      for (let done = 0; done < edits;) {
        const { what, text: changed } = edited(text, shipped.facts, roll);
        const after = shipped.link(changed);
        if (after === undefined) continue;
        done++;
        const comparison = await compareTables(before, after, { most: 16 });
        expect(comparison.narrowedTo, what).to.equal(undefined);
        if (comparison.unlisted === 0n) seen.complete++;
        const [was, is] = [winnerOf(before), winnerOf(after)];
        const facts = casesNear([before, after], 90, roll);
        for (const one of facts) {
          if (brokenDependency(before.dependencies, one) !== undefined) continue;
          const [old, now] = [was(one), is(one)];
          const listed = casesOf(comparison, one).map(({ before: b, after: a }) => [b.reason, a.reason].join());
          const expected = outcome(old) === outcome(now) ? [] : [[old.reason, now.reason].join()];
          // What is not listed for want of room may differ; what is listed must, and just so.
          if (listed.length > 0 || comparison.unlisted === 0n)
            expect([...new Set(listed)], `${what}: ${JSON.stringify(one)}`).to.deep.equal(expected);
          seen[expected.length === 0 ? 'alike' : 'different']++;
        }
        if (comparison.different > 0n) seen.edits++;
        await replaysAlike(before, after, facts.slice(0, 6));
      }
    });

  it('changed the decision of most tables and of many cases', () => {
    expect(seen.edits).to.be.above(6 * SHARE);
    expect(seen.complete).to.be.above(7 * SHARE);
    expect(seen.different).to.be.above(30 * SHARE);
    expect(seen.alike).to.be.above(300 * SHARE);
  });
});

async function replaysAlike(before: RuleTable, after: RuleTable, cases: readonly Facts[]): Promise<void> {
  const records = [];
  let changed = 0;
  for (const [i, facts] of cases.entries()) {
    const record = await decide(before, facts);
    records.push({ id: `dec_${i}`, at: '2026-05-04T00:00:00.000Z', record });
    // What only the edited table looks at was not recorded; these edits add no such fact.
    if (!sameOutcome(record, await decide(after, facts))) changed++;
  }
  const report = await replay(listed(records), policyOf(after));
  expect([report.decisions, report.replayed, report.replayed - report.unchanged]).to.deep.equal([
    cases.length,
    cases.length,
    changed
  ]);
}

async function* listed<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
