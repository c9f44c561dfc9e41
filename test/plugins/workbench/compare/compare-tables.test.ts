import { expect } from 'chai';
import { cellSpace, winnerNode } from '../../../../plugins/workbench/compare/cell-space.js';
import { compareTables } from '../../../../plugins/workbench/compare/compare-tables.js';
import { answerOf, Diagrams } from '../../../../plugins/workbench/compare/diagram.js';
import { contains } from '../../../../plugins/workbench/compare/fact-classes.js';
import { tableDifference } from '../../../../plugins/workbench/compare/table-difference.js';
import { winnerOf } from '../../../../core/rules/closures.js';
import type { RuleTable } from '../../../../core/rules/rule-table.js';
import { RuleTables } from '../../../../core/rules/rule-policies.js';
import type { Facts } from '../../../../core/facts/typed-values.js';
import { FACTS, loadTable, TABLE } from '../../../core/rules/table-root.js';

const FREE = 'value: 2, meaning: Nobody';
const LONGER = TABLE.replace(FREE, 'value: 4, meaning: Nobody')
  .replaceAll('hours: 3', 'hours: 5')
  .replaceAll('hours: 2', 'hours: 4');

async function table(text: string, facts = FACTS): Promise<RuleTable> {
  const { set, problems } = await loadTable(text, facts);
  if (set === undefined) throw new Error(JSON.stringify(problems));
  return set.get(RuleTables).get('parking')!;
}

/** Every combination of values that the tables could tell apart, and some more. */
function* grid(): Generator<Facts> {
  for (const hours of [null, -1, 0, 1, 2, 3, 4, 5, 6, 90])
    for (const fee of [null, '0', '20.00', '99.99', '100.00', '100.01', '900'])
      for (const permit of [null, 'none', 'resident', 'staff'])
        for (const towed of [null, true, false]) yield { hours, fee, permit, towed };
}

describe('comparing two tables', () => {
  it('decides every cell as the closures do', async () => {
    const one = await table(TABLE);
    const space = cellSpace([one]);
    const node = winnerNode(one, space);
    const winner = winnerOf(one);
    for (const facts of grid()) {
      let at = node;
      while (at >= 0) {
        const { classes, name, declaration } = space.axes[space.diagrams.fact(at)]!;
        at = space.diagrams.below(at)[classes.findIndex(c => contains(c, facts[name]!, declaration.type))]!;
      }
      expect(one.rules[answerOf(at) - 1]!.id, JSON.stringify(facts)).to.equal(winner(facts).id);
    }
  });

  it('finds every case that is decided otherwise, no other, and tells it in the words of the facts', async () => {
    const [before, after] = [await table(TABLE), await table(LONGER)];
    const comparison = await compareTables(before, after);
    const [was, is] = [winnerOf(before), winnerOf(after)];
    for (const facts of grid()) {
      const inside = comparison.cases.some(({ found }) =>
        comparison.space.axes.every(({ classes, name, declaration: { type } }, i) =>
          [...found.box[i]!].some(at => contains(classes[at]!, facts[name]!, type))
        )
      );
      expect(inside, JSON.stringify(facts)).to.equal(was(facts).reason !== is(facts).reason);
    }
    const { cases } = await tableDifference(before, after);
    expect(cases.map(({ when, before: b, after: a }) => `${when.join(', ')}: ${b.reason} → ${a.reason}`)).to.deep.equal(
      ['3 to 4 hours: standard → short_stay', '3 to 4 hours, fee: more than 100.00: large_fee → short_stay']
    );
    expect(cases[0]!.example).to.deep.equal({ hours: 4 });
    expect(cases[1]!.example).to.deep.equal({ hours: 4, fee: '100.01' });
  });

  it('counts nothing for a change of words, and the ordinary case for a change of the last rule', async () => {
    const before = await table(TABLE);
    const words = await compareTables(before, await table(TABLE.replace('Please pay', 'Kindly pay')));
    expect([words.different, words.cases]).to.deep.equal([0n, []]);
    const given = await tableDifference(before, await table(TABLE.replace('reason: standard', 'reason: ordinary')));
    expect(given.cases.map(({ when, example }) => [when, example])).to.deep.equal([[[], {}]]);
  });

  it('leaves out what the facts file rules out, unless only one side says so', async () => {
    const facts = `${FACTS}dependencies:
  - why: A car that stood for long pays much.
    known: [fee]
  - why: A car that stood for long pays much.
    never: { all: [{ fact: hours, operator: greaterThan, value: 2 }, { fact: fee, operator: lessThanInclusive, value: '100.00' }] }
`;
    const [before, after] = [await table(TABLE, facts), await table(LONGER, facts)];
    const { cases } = await tableDifference(before, after);
    expect(cases.map(({ before: b }) => b.reason)).to.deep.equal(['large_fee']);
    const { cases: all } = await tableDifference(await table(TABLE), after);
    expect(all).to.have.length(2);
  });

  it('keeps examples within orders and sums of facts', async () => {
    const facts = `${FACTS.replace('hours: {', 'free: { type: integer, minimum: 0, meaning: Hours that cost nothing. }\n  paid: { type: integer, minimum: 0, meaning: Hours that cost. }\n  hours: {')}dependencies:
  - { why: Hours are counted., known: [free, paid, hours] }
  - { why: Hours are free or paid., sum: { of: [free, paid], is: hours } }
`;
    const listed = (text: string) =>
      text
        .replace('facts: [hours,', 'facts: [free, paid, hours,')
        .replace('baseline: { hours: 5,', 'baseline: { free: 2, paid: 3, hours: 5,')
        .replace(
          'any: [{ condition: short_stay }',
          'any: [{ fact: free, operator: greaterThan, value: 9 }, { fact: paid, operator: equal, value: 90 }, { condition: short_stay }'
        );
    const { cases } = await tableDifference(await table(listed(TABLE), facts), await table(listed(LONGER), facts));
    expect(cases).to.have.length.above(0);
    for (const { example } of cases) {
      const { free = 2, paid = 3, hours = 5 } = example;
      expect((free as number) + (paid as number), JSON.stringify(example)).to.equal(hours);
    }
  });

  it('takes a word that only one side knows as not known to the other, and compares no fact of two types', async () => {
    const facts = FACTS.replace('[none, resident, staff]', '[none, resident, staff, guest]');
    const after = await table(TABLE.replace('value: [staff]', 'value: [staff, guest]'), facts);
    const { cases } = await tableDifference(await table(TABLE), after);
    expect(cases[0]).to.deep.include({ when: ['permit: guest'], example: { permit: 'guest' } });
    const number = await table(
      TABLE,
      FACTS.replace('hours: { type: integer', 'hours: { type: number').replace('free_hours: { type: integer', '')
    );
    const { retyped, cases: none } = await tableDifference(await table(TABLE), number);
    expect([retyped, none]).to.deep.equal([['hours (integer → number)'], []]);
  });

  it('names rules that can never decide, and facts that slip through unknown', async () => {
    const one = await table(TABLE);
    const [towed, ...others] = one.rules;
    const twice = { ...one, rules: [{ ...towed!, id: 'pound' }, ...one.rules] };
    const doubled = await tableDifference(one, twice);
    expect([doubled.cases, doubled.never_win, doubled.never_won_before]).to.deep.equal([[], ['towed'], []]);
    expect((await tableDifference(twice, twice)).never_won_before).to.deep.equal(['towed']);
    const { gaps, gaps_before: before } = await tableDifference({ ...one, rules: others }, one);
    expect(gaps).to.deep.equal([{ fact: 'towed', decision: 'pay', otherwise: 'ask' }]);
    expect(before).to.equal(3);
  });

  it('narrows to the facts of the changed rules where all are too many, and says so', async () => {
    const [before, after] = [await table(TABLE), await table(LONGER)];
    const whole = await compareTables(before, after);
    const narrow = await compareTables(before, after, { steps: Math.floor(whole.space.diagrams.steps / 2) });
    expect(narrow.narrowedTo).to.deep.equal(['hours', 'permit']);
    expect(narrow.cases.map(({ before: b, after: a }) => [b.reason, a.reason])).to.deep.equal([
      ['standard', 'short_stay']
    ]);
    const tiny = await tableDifference(before, after, { steps: 3 });
    expect([tiny.narrowed_to, tiny.cases]).to.deep.equal([[], []]);
  });
});

describe('diagrams', () => {
  it('count cells beyond what could be visited', () => {
    const diagrams = new Diagrams(Array.from({ length: 40 }, () => 4));
    const first = diagrams.node(39, [-2, -1, -1, -1]);
    expect(diagrams.count(first, 1)).to.equal(4n ** 39n);
    expect(diagrams.count(first, 0)).to.equal(3n * 4n ** 39n);
    const both = diagrams.combine(first, diagrams.node(0, [-1, -2, -2, -2]), (a, b) => a & b);
    expect(diagrams.count(both, 1)).to.equal(3n * 4n ** 38n);
    expect(diagrams.node(39, [-2, -1, -1, -1])).to.equal(first);
  });
});
