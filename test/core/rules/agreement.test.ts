import { expect } from 'chai';
import fc from 'fast-check';
import { loadDocuments } from '../../../core/documents/load.js';
import { predicate, winnerOf } from '../../../core/rules/closures.js';
import { decide } from '../../../core/rules/decide.js';
import { FactDeclarationsKind, type FactDeclaration } from '../../../core/rules/fact-declarations.js';
import { RuleTableKind, type RuleTable } from '../../../core/rules/rule-table.js';
import { RuleTables } from '../../../core/rules/rule-policies.js';
import { copyShippedTables } from './shipped-tables.js';
import type { Facts, FactValue } from '../../../core/facts/typed-values.js';

describe('closures', () => {
  let tables: ReadonlyMap<string, RuleTable>;
  before(async () => {
    const { set } = await loadDocuments({
      root: copyShippedTables(),
      kinds: [FactDeclarationsKind, RuleTableKind],
      assemblies: [RuleTables],
      items: () => []
    });
    tables = set!.get(RuleTables);
  });

  for (const id of ['refund', 'return', 'order_line', 'cancel'])
    it(`agree with the engine on every rule of ${id}`, async () => {
      const table = tables.get(id)!;
      const winner = winnerOf(table);
      const fires = table.rules.map(rule => ({ id: rule.id, test: predicate(rule.when) }));
      await fc.assert(
        fc.asyncProperty(factsFor(table), async facts => {
          const record = await decide(table, facts);
          expect(winner(facts).id).to.equal(record.rule);
          expect(fires.filter(({ test }) => test(facts)).map(f => f.id)).to.deep.equal([
            record.rule,
            ...record.also_matched
          ]);
        }),
        { numRuns: 1500 }
      );
    });
});

/** The baseline with any number of facts changed: near the limits, anywhere, or to unknown. */
function factsFor(table: RuleTable) {
  const changed = Object.fromEntries([...table.facts].map(([name, fact]) => [name, valueFor(table, fact)]));
  return fc.record(changed, { requiredKeys: [] }).map((change): Facts => ({ ...table.baseline, ...(change as Facts) }));
}

function valueFor(table: RuleTable, { type, values }: FactDeclaration): fc.Arbitrary<FactValue> {
  const constants = Object.values(table.settings).flat();
  const of = (kind: string) => constants.filter(c => typeof c === kind) as never[];
  switch (type) {
    case 'boolean':
      return fc.constantFrom<FactValue>(true, false, null);
    case 'integer':
      return fc.oneof(fc.constant(null), fc.integer({ min: -3, max: 40 }), fc.constantFrom(0, 1));
    case 'number':
      return fc.oneof(
        fc.constant(null),
        fc.constantFrom<FactValue>(29.9, 30, 30.1),
        fc.double({ min: 0, max: 99, noNaN: true })
      );
    case 'money':
      return fc.oneof(
        fc.constant(null),
        fc.constantFrom<FactValue>('0', '500', '500.00', '500.01'),
        fc.nat(99999).map(cents => `${cents}.5`)
      );
    case 'date':
      return fc.constant(null);
    case 'string':
      return fc.constantFrom<FactValue>(null, ...(values ?? [...of('string'), 'something_else']));
  }
}
