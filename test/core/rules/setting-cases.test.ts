import { expect } from 'chai';
import { decide } from '../../../core/rules/decide.js';
import { decidePolicy } from '../../../core/rules/decide-policy.js';
import { RulePolicies } from '../../../core/rules/rule-policies.js';
import { RuleTables } from '../../../core/rules/rule-policies.js';
import { loadDocuments } from '../../../core/documents/load.js';
import { FactDeclarationsKind } from '../../../core/rules/fact-declarations.js';
import { RuleTableKind } from '../../../core/rules/rule-table.js';
import { folderOf } from '../documents/root-folder.js';
import { FACTS, loadTable, problemsOf, TABLE } from './table-root.js';

const FREE = 'free_hours: { type: integer, value: 2, meaning: Nobody pays for these. }';
const withFree = (setting: string) => TABLE.replace(FREE, `free_hours: ${setting}`);
const ordinary = { hours: 5, fee: '20.00', permit: 'none', towed: false };

async function tableOf(text: string) {
  const { set, problems } = await loadTable(text);
  expect(problems).to.deep.equal([]);
  return set!.get(RuleTables).get('parking')!;
}

describe('a setting by case', () => {
  it('counts with the value of the case, and with the usual one elsewhere and where the fact is not known', async () => {
    const table = await tableOf(
      withFree('{ type: integer, value: 2, by: permit, values: { resident: 8 }, meaning: Nobody pays for these. }')
    );
    const reason = async (facts: object) => {
      const { reason: told, settings } = await decide(table, { ...ordinary, ...facts });
      return [told, settings['free_hours']];
    };
    expect(await reason({ permit: 'resident', hours: 8 })).to.deep.equal(['short_stay', 8]);
    expect(await reason({ permit: 'resident', hours: 9 })).to.deep.equal(['standard', 8]);
    expect(await reason({ permit: 'none', hours: 3 })).to.deep.equal(['standard', 2]);
    expect(await reason({ permit: null, hours: 2 })).to.deep.equal(['short_stay', 2]);
  });

  it('takes the first case that holds, by several facts', async () => {
    const table = await tableOf(
      withFree(
        '{ type: integer, value: 4, by: [permit, towed], values: [{ permit: resident, towed: false, is: 9 }, { permit: [resident, none], is: 2 }], meaning: Nobody pays. }'
      )
    );
    const free = async (facts: object) => (await decide(table, { ...ordinary, ...facts })).settings['free_hours'];
    expect(await free({ permit: 'resident' })).to.equal(9);
    expect(await free({ permit: 'resident', towed: null })).to.equal(2);
    expect(await free({ permit: 'none' })).to.equal(2);
    expect(await free({ permit: 'staff' })).to.equal(4);
  });

  it('changes on a day, without another file', async () => {
    const text = withFree(
      "{ type: integer, value: 2, from: { '2027-01-01': 6, '2027-02-01': { value: 3 } }, meaning: Nobody pays. }"
    );
    const root = folderOf({ 'policies/facts.yaml': FACTS, 'policies/parking.yaml': text });
    const kinds = [FactDeclarationsKind, RuleTableKind];
    const { set } = await loadDocuments({ root, kinds, assemblies: [RuleTables, RulePolicies], items: () => [] });
    const policy = set!.get(RulePolicies).get('parking')!;
    const free = async (day: string) => (await decidePolicy(policy, ordinary, day)).settings['free_hours'];
    expect([await free('2026-12-31'), await free('2027-01-01'), await free('2027-02-01')]).to.deep.equal([2, 6, 3]);
  });

  const mistakes: readonly (readonly [what: string, setting: string, code: string])[] = [
    [
      'a key that the fact cannot be',
      '{ type: integer, value: 2, by: permit, values: { residnet: 8 }, meaning: x }',
      "setting_cases 'residnet' can be no case: 'permit' must be one of none, resident, staff"
    ],
    [
      'a fact that the table does not list',
      '{ type: integer, value: 2, by: permitt, values: { resident: 8 }, meaning: x }',
      "unknown_fact setting 'free_hours' goes by 'permitt', which is no fact of this table; did you mean 'permit'?"
    ],
    [
      'a value of another type',
      "{ type: integer, value: 2, by: permit, values: { resident: '8' }, meaning: x }",
      "value_type setting 'free_hours' must be a whole number"
    ],
    [
      'cases by nothing',
      '{ type: integer, value: 2, values: { resident: 8 }, meaning: x }',
      "setting_cases setting 'free_hours' lacks 'by', the fact that tells its cases apart"
    ],
    [
      'a case that counts less than nothing',
      '{ type: integer, value: 2, unit: hours, by: permit, values: { resident: -8 }, meaning: x }',
      "value_type setting 'free_hours' is less than nothing"
    ],
    [
      'less than nothing on a day',
      "{ type: integer, value: 2, unit: hours, from: { '2027-02-03': -8 }, meaning: x }",
      "value_type setting 'free_hours' is less than nothing"
    ],
    [
      'a case that an earlier one always takes',
      '{ type: integer, value: 2, by: [permit, towed], values: [{ permit: [resident, staff], is: 9 }, { permit: staff, towed: true, is: 1 }], meaning: x }',
      'setting_cases this case never counts: case 1 stands before it and holds wherever it does'
    ],
    [
      'a path that no fact is read from',
      '{ type: integer, value: 2, by: car.zone, values: { a: 8 }, meaning: x }',
      'which is no fact of this table; no facts file declares one: write `from: car.zone` there'
    ],
    [
      'a day that is none',
      "{ type: integer, value: 2, from: { '2027-02-30': 8 }, meaning: x }",
      'effective_date 2027-02-30 is no calendar date'
    ],
    [
      'a wrong value on a day',
      "{ type: integer, value: 2, from: { '2027-02-03': six }, meaning: x }",
      "value_type setting 'free_hours' must be a whole number"
    ]
  ];
  for (const [what, setting, code] of mistakes)
    it(`refuses ${what}`, async () => expect((await problemsOf(withFree(setting))).join('\n')).to.include(code));

  it('refuses words that are never read so', async () => {
    const facts = `${FACTS}  zone: { type: string, meaning: Where it stood., from: car.zone }\n`;
    const table = (listed: string, setting: string) =>
      withFree(`{ type: integer, value: 2, ${setting}, meaning: x }`)
        .replace('permit, towed]', `permit, towed${listed}]`)
        .replace('towed: false }', `towed: false${listed === '' ? '' : ', zone: a'} }`);
    const said = async (listed: string, setting: string) =>
      (await problemsOf(table(listed, setting), facts)).join('\n');
    expect(await said(', zone', 'by: car.zone, values: { Old Town: 8 }')).to.include(
      "setting_cases 'Old Town' can be no case: 'zone' is read in small letters, as 'old_town'"
    );
    expect(await said('', 'by: car.zone, values: { old_town: 8 }')).to.include(
      "goes by 'car.zone', which is no fact of this table; list zone under facts"
    );
  });
});

describe('tiers of rules', () => {
  const exception = `  - id: resident-stay
    ref: R9
    priority: 35
    tier: exception
    why: Residents park for a day.
    when: { fact: permit, operator: equal, value: resident }
    then: { decision: free, reason: resident }
    says: Residents park for free.
    examples: { fires: [{ permit: resident }], near_misses: [{ permit: none }] }
`;
  const text = TABLE.replace('  - id: short\n', `${exception}  - id: short\n`).replace(
    'ref: R3\n    priority: 20\n',
    'ref: R3\n    priority: 20\n    tier: safeguard\n'
  );

  it('let an exception overtake standard rules above it, and a safeguard below it overtake the exception', async () => {
    const table = await tableOf(text);
    const rule = async (facts: object) => (await decide(table, { ...ordinary, ...facts })).rule;
    expect(await rule({ permit: 'resident', towed: true })).to.equal('resident-stay');
    expect(await rule({ permit: 'resident', fee: '100.01' })).to.equal('large');
    expect(await rule({ towed: true, fee: '100.01' })).to.equal('towed');
    expect(await rule({ permit: null, towed: true })).to.equal('towed');
    expect(await rule({ permit: 'resident', towed: true, fee: '100.01' })).to.equal('large');
  });

  it('are none of the last rule', async () => {
    const last = TABLE.replace('priority: 10\n', 'priority: 10\n    tier: exception\n');
    expect((await problemsOf(last)).join()).to.include('tier_of_default');
  });
});
