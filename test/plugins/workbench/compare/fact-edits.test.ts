import { expect } from 'chai';
import { compileFacts, type DeclaredFact, type Shapes } from '../../../../core/facts/index.js';
import type { Facts } from '../../../../core/facts/typed-values.js';
import { winnerOf } from '../../../../core/rules/closures.js';
import { FactDeclarationsKind, type FactDeclaration } from '../../../../core/rules/fact-declarations.js';
import type { RulePolicy } from '../../../../core/rules/rule-policies.js';
import { factsIn, scopeOf } from '../../../../plugins/support/decide/case-facts.js';
import { caseShapes } from '../../../../plugins/support/decide/case-shapes.js';
import { askedLines, orderLines } from '../../../../plugins/support/decide/lines.js';
import { StorePolicyTables, tablesOf, type StorePolicies } from '../../../../plugins/support/decide/policies.js';
import { RecordAttributesKind } from '../../../../plugins/support/kinds/record-attributes.js';
import { factChanges } from '../../../../plugins/workbench/changes/fact-changes.js';
import { otherwise } from '../../../../plugins/workbench/changes/policy-change.js';
import { factReaches, type FactReach } from '../../../../plugins/workbench/compare/fact-reach.js';
import { comparing } from '../../../../plugins/workbench/compare/fact-classes.js';
import type { FactRegion } from '../../../../plugins/workbench/compare/table-difference.js';
import { type LabelledCase, policyCases, load, refund } from '../../support/decide/store.js';
import { copyShippedTables } from '../../../core/rules/shipped-tables.js';
import { thorough } from '../../../harness/same-draws.js';
import { dice, pick, type Dice } from './table-edits.js';

const EDITS = thorough ? 200 : 100;

type Declared = ReadonlyMap<string, FactDeclaration>;

/** The tables with these declarations of their facts. */
const declaring = (policies: StorePolicies, declared: Declared): ReadonlyMap<string, RulePolicy> =>
  new Map(
    Object.entries(tablesOf(policies)).map(([id, policy]) => {
      const of = <T extends Pick<RulePolicy, 'facts'>>(one: T): T => ({
        ...one,
        facts: new Map([...one.facts.keys()].map(name => [name, declared.get(name)!]))
      });
      return [id, { ...of(policy), versions: policy.versions.map(of) as never }];
    })
  );

/** Undefined where the edited declarations cannot be compiled. */
function compiled(facts: Declared, shapes: Shapes): ReadonlyMap<string, DeclaredFact> | undefined {
  let sound = true;
  const report = () => (_: string, code: string) => void (sound &&= code.startsWith('fact_'));
  const made = compileFacts({ facts, shapes, calendars: new Map(), report });
  return sound ? made : undefined;
}

/** One declaration computed, or declared, in another way. */
function edited(declared: Declared, roll: Dice): readonly [string, Declared] {
  const [name, fact] = pick(
    [...declared].filter(([, { from }]) => from !== undefined),
    roll
  );
  const text = JSON.stringify(fact.from);
  const paths = [...declared.values()].flatMap(({ type, from }) =>
    type === fact.type && typeof from === 'string' ? [from] : []
  );
  const from = pick(
    [
      () =>
        text.replace(
          /(\w+)\.(\w+)/,
          (_, record: string) => `${record}.${pick(['asked', 'remaining', 'category', 'status', 'charged'], roll)}`
        ),
      () => text.replace(/\d+/, digits => String(Number(digits) + pick([-1, 1, 10], roll))),
      () =>
        text.replace(/equal|notEqual|greaterThan|notIn/, () =>
          pick(['equal', 'notEqual', 'greaterThan', 'notIn'], roll)
        ),
      () => text.replace(/true|false/, word => String(word !== 'true')),
      () => (paths.length > 0 ? JSON.stringify(pick(paths, roll)) : text),
      () =>
        `{"first":[${text},{"value":${JSON.stringify(fact.values?.[0] ?? (fact.type === 'boolean' ? true : fact.type === 'money' ? '7.00' : 3))}}]}`
    ],
    roll
  )();
  const ranged = ['integer', 'number', 'money'].includes(fact.type) && roll(4) === 0;
  const bound = fact.type === 'money' ? '50' : pick([1, 2, 20], roll);
  return [
    name,
    new Map(declared).set(name, { ...fact, ...(ranged ? { minimum: bound } : { from: JSON.parse(from) as never }) })
  ];
}

/** A labelled case with a few of its values taken from another one. */
function shuffled(roll: Dice, cases: readonly LabelledCase[]) {
  const one = structuredClone(pick([...cases, refund()], roll)) as never as Record<string, Record<string, unknown>>;
  const other = pick(cases, roll) as never as Record<string, Record<string, unknown>>;
  for (let times = 2 + roll(4); times > 0; times--) {
    const part = pick(['request', 'customer', 'order'], roll);
    const key = pick(Object.keys(other[part] ?? {}).concat('none'), roll);
    if (one[part] !== undefined && one[part] !== null && other[part]?.[key] !== undefined)
      one[part][key] = other[part][key];
  }
  return one as never as ReturnType<typeof refund>;
}

const VERDICTS = ['unclear', 'damaged_or_wrong', 'excluded', 'not_resaleable', 'returnable'];

/** What the facts of a policy are, of records that may be any; undefined where there is no order to read. */
function factsOf(
  policy: RulePolicy,
  question: ReturnType<typeof refund>,
  facts: ReadonlyMap<string, DeclaredFact>
): Facts {
  const { order } = question;
  const lines = orderLines(order as never, 'refund');
  const asked = askedLines(question.request?.lines, lines).map((one, i) => ({ ...one, verdict: VERDICTS[i % 5] }));
  return factsIn(scopeOf({ question, kind: 'refund', order: order as never, lines }, asked), policy, facts);
}

const holds = ({ fact, any_of }: FactRegion, facts: Facts, declared: Declared): boolean => {
  const value = facts[fact] ?? null;
  const compare = comparing(declared.get(fact)!.type);
  return any_of.some(one => {
    if ('known' in one) return value === null;
    if (value === null) return false;
    if ('values' in one) return one.values.includes(value);
    if ('except' in one) return !one.except.includes(value as string);
    const low = one.low === null ? 1 : compare(value, one.low);
    const high = one.high === null ? -1 : compare(value, one.high);
    return (low > 0 || (low === 0 && !one.low_open)) && (high < 0 || (high === 0 && !one.high_open));
  });
};

describe('random edits of declared facts', function () {
  this.timeout(120_000);

  it(`of ${EDITS}, name every fact that comes out otherwise, and bound every decision that does`, async () => {
    const set = (await load(copyShippedTables())).set!;
    const policies = set.get(StorePolicyTables);
    const shapes = caseShapes(set.of(RecordAttributesKind).map(({ value }) => value));
    const { cases } = policyCases();
    const roll = dice(20_260_504);
    const declared: Declared = new Map(set.of(FactDeclarationsKind).flatMap(({ value }) => [...value.facts]));
    const asDeclared = compiled(declared, shapes)!;
    const before = declaring(policies, declared);
    const seen = { otherwise: 0, decided: 0, tables: 0 };
    for (let done = 0; done < EDITS;) {
      const [what, texts] = edited(declared, roll);
      const facts = compiled(texts, shapes);
      if (facts === undefined) continue;
      done++;
      const after = declaring(policies, texts);
      const changed = otherwise(
        factChanges({ declared, policies: before }, { declared: texts, policies: after }, () => false)
      );
      // The refund table tells too many cases apart to list all of them for each edit.
      const looking = [...after].filter(
        ([id, policy]) => id !== 'refund' && [...policy.facts.keys()].some(f => changed.has(f))
      );
      const reaches = factReaches(before, new Map(looking), changed, 400);
      seen.tables += reaches.length;
      for (let each = 0; each < 30; each++) {
        const question = shuffled(roll, cases);
        if (typeof question.order !== 'object' || question.order === null) continue;
        for (const [id, policy] of after) {
          const [old, now] = [factsOf(before.get(id)!, question, asDeclared), factsOf(policy, question, facts)];
          const moved = Object.keys(now).filter(name => now[name] !== old[name]);
          expect([...changed], `${what} of ${id}`).to.include.members(moved);
          if (moved.length > 0) seen.otherwise++;
          const [was, is] = [winnerOf(before.get(id)!.versions[0])(old), winnerOf(policy.versions[0])(now)];
          if (was.id === is.id || id === 'refund') continue;
          seen.decided++;
          expectBounded(
            reaches.find(({ table }) => table === id)!,
            [was.reason, is.reason],
            now,
            texts
          );
        }
      }
    }
    expect(seen.otherwise).to.be.above(4 * EDITS);
    expect(seen.decided).to.be.above(EDITS / 5);
    expect(seen.tables).to.be.above(EDITS / 5);
  });
});

function expectBounded(
  { cells, cases, facts }: FactReach,
  reasons: readonly string[],
  now: Facts,
  declared: Declared
): void {
  const told = `${facts.join()}: ${reasons.join(' → ')} of ${JSON.stringify(now)}`;
  const listed = cases.filter(({ region }) => region.every(one => holds(one, now, declared)));
  if (listed.length === 0) expect(cells?.not_listed, told).to.not.equal('0');
  for (const { outcomes } of listed)
    expect(
      outcomes.map(({ reason }) => reason),
      told
    ).to.include.members([...reasons]);
}
