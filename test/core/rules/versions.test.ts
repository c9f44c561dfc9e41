import { expect } from 'chai';
import { loadDocuments } from '../../../core/documents/load.js';
import { formatProblem } from '../../../core/errors.js';
import { policyDifferences } from '../../../plugins/workbench/compare/policy-differences.js';
import { decidePolicy } from '../../../core/rules/decide-policy.js';
import { FactDeclarationsKind } from '../../../core/rules/fact-declarations.js';
import { RulePolicies, type RulePolicy } from '../../../core/rules/rule-policies.js';
import { RuleTableKind } from '../../../core/rules/rule-table.js';
import { RuleTables } from '../../../core/rules/rule-policies.js';
import { LONGER } from '../../plugins/workbench/changes/parking-root.js';
import { folderOf } from '../documents/root-folder.js';
import { FACTS, TABLE } from './table-root.js';

const BY_DAY = (text: string) =>
  text
    .replace('id: parking\n', 'id: parking\neffective_by: valid_until\n')
    .replace('permit, towed]', 'permit, towed, valid_until]')
    .replace('towed: false }\nrules', 'towed: false, valid_until: null }\nrules');
const with_ = (text: string, ...lines: string[]) => text.replace('id: parking\n', `id: parking\n${lines.join('\n')}\n`);

async function load(...tables: string[]) {
  const root = folderOf({
    'policies/facts.yaml': FACTS,
    ...Object.fromEntries(tables.map((text, i) => [`policies/p${i}.yaml`, text]))
  });
  const kinds = [FactDeclarationsKind, RuleTableKind];
  return await loadDocuments({ root, kinds, assemblies: [RuleTables, RulePolicies], items: () => [] });
}

async function policy(...tables: string[]): Promise<RulePolicy> {
  const { set, problems } = await load(...tables);
  if (set === undefined) throw new Error(problems.map(formatProblem).join('\n'));
  return set.get(RulePolicies).get('parking')!;
}

const problems = async (...tables: string[]) => (await load(...tables)).problems.map(formatProblem);
const facts = { hours: 3, fee: '20.00', permit: 'none', towed: false };

describe('versions of a rule table', () => {
  const later = with_(LONGER, "effective_from: '2027-01-01'");
  const season = with_(LONGER, "effective_from: '2026-12-01'", "effective_until: '2027-01-15'");

  it('hold from their first day to their last, then the one before holds again; the record names them', async () => {
    const seasonal = await policy(TABLE, season);
    const on = async (day: string | null) => {
      const { reason, effective_from, effective_on, file } = await decidePolicy(seasonal, facts, day);
      return [reason, effective_from, effective_on, file];
    };
    expect(await on('2026-11-30')).to.deep.equal(['standard', null, '2026-11-30', 'policies/p0.yaml']);
    expect(await on('2026-12-01')).to.deep.equal(['short_stay', '2026-12-01', '2026-12-01', 'policies/p1.yaml']);
    expect((await on('2027-01-15'))[0]).to.equal('short_stay');
    expect((await on('2027-01-16'))[0]).to.equal('standard');
    expect(await on(null)).to.deep.equal(['standard', null, null, 'policies/p0.yaml']);
    const alone = await decidePolicy(await policy(TABLE), facts, '2026-12-05');
    expect(alone).to.not.have.any.keys('effective_from', 'effective_on', 'shadow');
  });

  it('are chosen by the fact that the table names, and by the day of asking while it is not known', async () => {
    const byDay = await policy(BY_DAY(TABLE), BY_DAY(later));
    const reason = async (valid_until: string | null, today: string) =>
      (await decidePolicy(byDay, { ...facts, valid_until }, today)).reason;
    expect(await reason('2026-12-31', '2027-06-01')).to.equal('standard');
    expect(await reason('2027-01-01', '2026-06-01')).to.equal('short_stay');
    expect(await reason(null, '2027-06-01')).to.equal('short_stay');
  });

  it('are refused where days are left without one, or with two', async () => {
    expect(await problems(later)).to.deep.equal([
      "policies/p0.yaml:4:1: effective_gap before 2027-01-01 no version of 'parking' holds; keep one without effective_from"
    ]);
    expect(await problems(with_(TABLE, "effective_until: '2027-01-01'"), later)).to.deep.equal([
      "policies/p0.yaml:4:1: effective_gap after 2027-01-01 no version of 'parking' may hold; the first version has no last day"
    ]);
    expect(await problems(TABLE, season, later)).to.deep.equal([
      "policies/p2.yaml:4:1: effective_overlap the version of 'parking' from 2026-12-01 still holds on 2027-01-01; end it earlier"
    ]);
    expect((await problems(TABLE, later, later)).join()).to.include('duplicate_name');
    expect((await problems(TABLE, BY_DAY(later))).join()).to.include('effective_by_differs');
  });

  it('are refused with days that are none, out of order, or on a shadow, and a shadow alone', async () => {
    expect((await problems(with_(TABLE, "effective_from: '2027-02-30'"))).join()).to.include(
      'effective_date 2027-02-30'
    );
    expect(
      (await problems(TABLE, with_(TABLE, "effective_from: '2027-02-02'", "effective_until: '2027-02-01'"))).join()
    ).to.include('the last day 2027-02-01 lies before the first day');
    expect((await problems(TABLE, with_(TABLE, 'mode: shadow', "effective_from: '2027-01-01'"))).join()).to.include(
      'a shadow table has no days of its own'
    );
    expect((await problems(with_(TABLE, 'mode: shadow'))).join()).to.include('shadow_alone');
    expect((await problems(with_(TABLE, 'effective_by: fee'))).join()).to.include("'fee' is money, not date");
  });

  it('are compared for the days on which they differ', async () => {
    const differences = await policyDifferences(
      new Map([['parking', await policy(TABLE)]]),
      new Map([['parking', await policy(TABLE, season)]]),
      '2026-11-21'
    );
    expect(differences.map(({ from, cases }) => [from, cases.length])).to.deep.equal([['2026-12-01', 2]]);
  });
});

describe('a shadow', () => {
  const shadow = with_(LONGER, 'mode: shadow');

  it('is decided on the same facts and recorded, and changes nothing', async () => {
    const record = await decidePolicy(await policy(TABLE, shadow), facts, null);
    expect(record).to.include({ reason: 'standard', decision: 'pay' });
    expect(record.shadow).to.deep.include({
      diverges: true,
      decision: 'free',
      reason: 'short_stay',
      file: 'policies/p1.yaml',
      facts: {}
    });
    const same = await decidePolicy(await policy(TABLE, shadow), { ...facts, hours: 9 }, null);
    expect(same.shadow).to.deep.include({ diverges: false, decision: 'pay', params: { due: '20.00' } });
  });

  it('that cannot decide is recorded as that', async () => {
    const wider = BY_DAY(shadow)
      .replace('effective_by: valid_until\n', '')
      .replace('says: Please pay', 'says: Until {{ facts.valid_until }} please pay');
    const record = await decidePolicy(await policy(TABLE, wider), facts, null);
    expect(record.decision).to.equal('pay');
    expect(record.shadow).to.have.all.keys('file', 'revision', 'diverges');
    expect(
      (await decidePolicy(await policy(TABLE, wider), { ...facts, valid_until: '2027-01-01' }, null)).shadow?.facts
    ).to.deep.equal({
      valid_until: '2027-01-01'
    });
  });

  it('is compared with the table it stands beside when it is new or changed', async () => {
    const [plain, shadowed] = [await policy(TABLE), await policy(TABLE, shadow)];
    const [difference, ...more] = await policyDifferences(
      new Map([['parking', plain]]),
      new Map([['parking', shadowed]]),
      '2026-11-21'
    );
    expect([difference?.shadow, difference?.cases.length, more]).to.deep.equal([true, 2, []]);
    const same = new Map([['parking', shadowed]]);
    expect(await policyDifferences(same, same, '2026-11-21')).to.deep.equal([]);
  });
});

describe('mistakes in dependencies between facts', () => {
  const codes = async (dependency: string) => {
    const root = folderOf({
      'policies/facts.yaml': `${FACTS}dependencies: [${dependency}]\n`,
      'policies/p.yaml': TABLE
    });
    const kinds = [FactDeclarationsKind, RuleTableKind];
    const { problems: found } = await loadDocuments({ root, kinds, assemblies: [RuleTables], items: () => [] });
    return found.map(formatProblem);
  };

  it('are reported where they stand', async () => {
    for (const [dependency, message] of [
      ['{ why: None. }', 'bad_dependency a dependency says one of'],
      ['{ why: Two., known: [fee], ascending: [hours, hours2] }', 'bad_dependency a dependency says one of'],
      [
        '{ why: Loose., when: { fact: towed, operator: equal, value: true } , ascending: [hours, fee] }',
        '`when` goes with the last two'
      ],
      ['{ why: Typo., known: [fe] }', "bad_dependency no facts file declares 'fe'; did you mean 'fee'?"],
      ['{ why: Mixed., ascending: [hours, fee] }', 'bad_dependency hours, fee must be of one type'],
      ['{ why: Money., sum: { of: [fee, fee2], is: fee } }', "no facts file declares 'fee2'"],
      ['{ why: Typo., never: { fact: hour, operator: equal, value: 1 } }', "unknown_fact there is no fact 'hour'"]
    ] as const)
      expect((await codes(dependency)).join('\n'), dependency).to.include(message);
  });

  it('and in the least values of facts', async () => {
    const problemsWith = async (fact: string) => {
      const root = folderOf({ 'policies/facts.yaml': FACTS.replace('facts:\n', `facts:\n  ${fact}\n`) });
      const { problems: found } = await loadDocuments({
        root,
        kinds: [FactDeclarationsKind],
        assemblies: [],
        items: () => []
      });
      return found.map(formatProblem).join();
    };
    expect(await problemsWith('a: { type: boolean, minimum: 1, meaning: A. }')).to.include(
      "the minimum of 'a' makes no sense"
    );
    expect(await problemsWith('a: { type: money, minimum: 1, meaning: A. }')).to.include('must be an amount in quotes');
  });
});
