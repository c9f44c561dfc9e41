import { expect } from 'chai';
import fc from 'fast-check';
import { predicate, winnerOf } from '../../../core/rules/closures.js';
import { canWin, findCase } from '../../../core/rules/find-case.js';
import { reviewTable } from '../../../plugins/workbench/compare/overlaps.js';
import type { RuleTable } from '../../../core/rules/rule-table.js';
import type { Facts } from '../../../core/facts/typed-values.js';
import { loadTable, parkingTable, TABLE } from './table-root.js';

/** Every class of facts that the parking table can tell apart. */
function allCases(table: RuleTable): readonly Facts[] {
  const values: Readonly<Record<string, readonly (string | number | boolean | null)[]>> = {
    hours: [null, 1, 2, 3, 4],
    fee: [null, '99.99', '100.00', '100.01'],
    permit: [null, 'none', 'resident', 'staff'],
    towed: [null, true, false]
  };
  return [...table.facts.keys()].reduce<readonly Facts[]>(
    (cases, name) => cases.flatMap(facts => values[name]!.map(value => ({ ...facts, [name]: value }))),
    [{}]
  );
}

describe('finding a case', () => {
  let table: RuleTable;
  let cases: readonly Facts[];
  before(async () => {
    table = await parkingTable();
    cases = allCases(table);
  });

  it('agrees with trying every case, for any demands on the conditions of a table', () => {
    const conditions = table.rules.flatMap(({ when }) => (when === undefined ? [] : [when]));
    const parts = conditions.flatMap(each => (each.kind === 'comparison' ? [each] : [each, ...each.of]));
    const demand = fc.record({ condition: fc.constantFrom(...parts), holds: fc.boolean() });
    fc.assert(
      fc.property(fc.array(demand, { maxLength: 5 }), demands => {
        const meets = (facts: Facts) => demands.every(({ condition, holds }) => predicate(condition)(facts) === holds);
        const found = findCase(table, demands);
        if (found === undefined) expect(cases.some(meets)).to.equal(false);
        else expect(found !== 'unknown' && meets(found)).to.equal(true);
      }),
      { numRuns: 300 }
    );
  });

  it('knows which rules can win', async () => {
    const winner = winnerOf(table);
    table.rules.forEach((rule, i) =>
      expect(canWin(table, i), rule.id).to.equal(cases.some(facts => winner(facts).id === rule.id))
    );
    const shadowed = await loadTable(
      TABLE.replace("fee: '100.01' }]", 'towed: true }]').replace(
        'when: { not: { fact: fee, operator: lessThanInclusive, value: { setting: large_fee } } }',
        'when: { all: [{ fact: towed, operator: equal, value: true }, { fact: fee, operator: greaterThan, value: { setting: large_fee } }] }'
      )
    );
    expect(shadowed.problems.map(({ code, line }) => `${line} ${code}`)).to.include('32 rule_never_wins');
  });

  it('shows overlaps by cases in which both rules fire and the upper one decides', () => {
    const winner = winnerOf(table);
    const overlaps = reviewTable(table, () => true)!.overlaps;
    expect(overlaps.map(({ above, below }) => `${above.id} ${below.id}`)).to.deep.equal(['towed short', 'short large']);
    for (const { above, below, facts } of overlaps) {
      const all = { ...table.baseline, ...facts };
      expect(winner(all).id).to.equal(above.id);
      expect(predicate(below.when)(all)).to.equal(true);
    }
  });
});
