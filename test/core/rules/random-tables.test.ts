import { expect } from 'chai';
import fc from 'fast-check';
import { predicate, winnerOf } from '../../../core/rules/closures.js';
import { compileCondition, type ConditionScope } from '../../../core/rules/compile-conditions.js';
import { comparisonsIn } from '../../../core/rules/conditions.js';
import { decideClosely } from '../../../core/rules/decide.js';
import type { FactDeclaration } from '../../../core/rules/fact-declarations.js';
import { TESTS, type Constant } from '../../../core/facts/operators.js';
import type { ConditionText, Rule, RuleTable } from '../../../core/rules/rule-table.js';
import type { Facts, FactType, FactValue } from '../../../core/facts/typed-values.js';
import { parkingTable } from './table-root.js';

/** Few values of each type, so that constants and facts meet, with amounts that are equal and written otherwise. */
const VALUES: Readonly<Record<FactType, readonly [FactValue, ...FactValue[]]>> = {
  boolean: [true, false],
  integer: [-1, 0, 1, 30],
  number: [0, 0.1, 0.2, 0.30000000000000004],
  money: ['0', '0.00', '9.99', '10', '10.00', '100.5'],
  string: ['none', 'resident', 'staff', ''],
  date: ['2026-01-31', '2026-02-01', '2028-02-29']
};
const NAMES = Object.keys(VALUES) as FactType[];
const FACTS = new Map(NAMES.map(type => [type, { type } as FactDeclaration]));

const refuse = (pointer: string, code: string, message: string) => {
  throw new Error(`${pointer} ${code} ${message}`);
};
const SCOPE: ConditionScope = {
  facts: FACTS,
  settings: {},
  cases: new Map(),
  conditions: {},
  report: refuse,
  lineOf: () => 1
};

const comparison: fc.Arbitrary<ConditionText> = fc.constantFrom(...NAMES).chain(fact =>
  fc.constantFrom(...Object.keys(TESTS[fact])).chain(operator => {
    const one = fc.constantFrom(...VALUES[fact]);
    const value: fc.Arbitrary<unknown> =
      operator === 'isKnown'
        ? fc.boolean()
        : operator === 'in' || operator === 'notIn'
          ? fc.uniqueArray(one, { minLength: 1, maxLength: 3 })
          : one;
    return value.map(constant => ({ fact, operator, value: constant as Constant }));
  })
);

const { condition } = fc.letrec<{ condition: ConditionText }>(tie => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    comparison,
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map(all => ({ all })),
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map(any => ({ any })),
    tie('condition').map(not => ({ not }))
  )
}));

const facts: fc.Arbitrary<Facts> = fc.record(
  Object.fromEntries(NAMES.map(type => [type, fc.constantFrom(...VALUES[type], null)]))
);

describe('over random tables and facts', () => {
  it('the closures come to what the engine decides, rule by rule and comparison by comparison', async () => {
    const base = await parkingTable();
    const last: Rule = { ...base.rules.at(-1)!, params: {} };
    const tableOf = (conditions: readonly ConditionText[]): RuleTable => {
      const rules = conditions.map((text, i): Rule => ({
        ...last,
        id: `rule-${i}`,
        priority: 100 - i,
        when: compileCondition(text, '', SCOPE)
      }));
      return { ...base, facts: FACTS, rules: [...rules, { ...last, priority: 1 }] };
    };
    const tables = fc.array(condition, { minLength: 1, maxLength: 5 }).map(tableOf);
    await fc.assert(
      fc.asyncProperty(tables, fc.array(facts, { minLength: 1, maxLength: 4 }), async (table, cases) => {
        for (const given of cases) {
          const { record, held } = await decideClosely(table, given);
          expect(winnerOf(table)(given).id).to.equal(record.rule);
          const fired = table.rules.filter(({ when }) => predicate(when)(given)).map(({ id }) => id);
          expect(fired).to.deep.equal([record.rule, ...record.also_matched]);
          for (const [rule, outcomes] of held())
            expect(outcomes).to.deep.equal(comparisonsIn(rule.when).map(each => predicate(each)(given)));
        }
      }),
      { numRuns: 2000 }
    );
  });
});
