import { expect } from 'chai';
import { staticItems } from '../../../../core/kernel/start.js';
import { Explainer } from '../../../../core/workbench/evaluator.js';
import { shippedServices } from '../../../harness/service.js';
import { loadTable, TABLE } from '../../../core/rules/table-root.js';
import { bylaw } from './command-root.js';
import { parkingRoot } from './parking-root.js';

const check = (root: string, ...argv: string[]) => bylaw(['policy', 'check', ...argv, '--root', root]);
const FILE = 'policies/parking.yaml';

describe('policy check', () => {
  const dull = parkingRoot();
  const broken = parkingRoot({
    [FILE]: TABLE.replace('id: towed', 'id: short').replace('title: Parking', 'title: Car park')
  });

  it('adds warnings of reviewers, which are no failure', async () => {
    const { status, out, err } = await check(dull);
    expect([status, err]).to.deep.equal([0, `${FILE}:4:1: warning: dull_title a <title> says more, "for example"`]);
    expect(out).to.match(/^2 files are sound \(revision parking [0-9a-f]{12}\); 1 warning$/);
  });

  it('annotates for GitHub', async () => {
    expect((await check(dull, '--format', 'github')).out).to.equal(
      `::warning file=${FILE},line=4,col=1,title=dull_title::a <title> says more, "for example"`
    );
    expect((await check(broken, '--format', 'github')).out).to.equal(
      `::error file=${FILE},line=24,col=5,title=duplicate_rule::another rule of this table is called 'short'`
    );
  });

  it('writes SARIF with the help of each code', async () => {
    const { status, out } = await check(broken, '--format', 'sarif');
    const [run] = (JSON.parse(out) as any).runs;
    expect(status).to.equal(1);
    expect(run.tool.driver.rules).to.deep.equal([
      {
        id: 'duplicate_rule',
        shortDescription: { text: 'two rules of a table have one id' },
        help: { text: 'rename one' }
      }
    ]);
    expect(run.results[0]).to.deep.include({ ruleId: 'duplicate_rule', ruleIndex: 0, level: 'error' });
    expect(run.results[0].locations[0].physicalLocation).to.deep.equal({
      artifactLocation: { uri: FILE, uriBaseId: '%SRCROOT%' },
      region: { startLine: 24, startColumn: 5 }
    });
  });

  it('writes JUnit, with one case where all is well', async () => {
    expect((await check(broken, '--format', 'junit')).out).to.match(
      /failures="1"[\s\S]*name="duplicate_rule \(line 24\)"/
    );
    const sound = parkingRoot({ [FILE]: TABLE.replace('title: Parking', 'title: Car park') });
    expect((await check(sound, '--format', 'junit')).out).to.match(/tests="1" failures="0"[\s\S]*all files are sound/);
  });

  it('knows no other format', async () => {
    const { status, err } = await check(dull, '--format', 'xml');
    expect([status, err]).to.deep.equal([2, 'bylaw: the format is one of text, json, github, junit, sarif']);
  });

  it('says of a rule that can never win that no example will help', async () => {
    const never = TABLE.replace(
      'operator: in, value: [staff] }',
      'operator: in, value: [staff] }, { fact: hours, operator: greaterThan, value: 1 }, { fact: hours, operator: isKnown, value: false }'
    );
    const { err } = await check(parkingRoot({ [FILE]: never }));
    expect(err).to.match(
      /:32:5: rule_never_wins 'large' can never decide: wherever it fires, a rule above it fires too/
    );
  });

  it('warns of what looks like a slip: a generous rule above a strict one, and conditions that say nothing', async () => {
    const slips = TABLE.replace('title: Parking', 'title: Car park')
      .replace(
        '  - id: towed\n',
        `  - id: staff-pays
    ref: R0
    priority: 50
    why: Staff pays by its wages.
    when: { all: [{ fact: permit, operator: equal, value: resident }, { condition: nobody }] }
    then: { decision: pay, reason: staff }
    says: Staff pays.
    examples: { fires: [{ permit: resident }], near_misses: [{ permit: none }] }
  - id: towed
`
      )
      .replace(
        '  short_stay: {',
        '  nobody: { not: { all: [{ fact: hours, operator: lessThan, value: 1 }, { fact: hours, operator: greaterThan, value: 2 }] } }\n  short_stay: {'
      )
      .replace('value: [staff] }]', 'value: [staff] }, { fact: permit, operator: in, value: [none, resident, staff] }]')
      .replace('near_misses: [{ hours: 3 }] }', 'near_misses: [{ hours: 3, permit: null }] }')
      .replace(
        'examples: { fires: [{}], near_misses: [{ hours: 1 }] }',
        'examples: { fires: [{ permit: null }], near_misses: [{}] }'
      )
      .replace("examples: { fires: [{ fee: '100.01' }]", "examples: { fires: [{ fee: '100.01', permit: null }]")
      .replace('permit, towed]', 'permit, towed, valid_until]')
      .replace(', towed: false }', ', towed: false, valid_until: null }');
    const { status, err } = await check(parkingRoot({ [FILE]: slips }));
    expect(status, err).to.equal(0);
    expect(err).to.match(/:8:36: warning: unused_fact no rule looks at 'valid_until'; it is only recorded/);
    expect(err).to.match(/generous_rule_overtakes 'staff-pays' \(pay\) and 'towed' \(ask\) both fire for .*towed/);
    expect(err).to.match(
      /comparison_settled 'permit in \["none","resident","staff"\]' holds for every value of 'permit'/
    );
  });

  for (const [what, find, put, problem] of [
    [
      'a negative count',
      'value: 2, meaning: Nobody',
      'value: -2, unit: hours, meaning: Nobody',
      "setting 'free_hours' is less than nothing"
    ],
    ['negative money', "value: '100.00'", "value: '-1.00'", "setting 'large_fee' is less than nothing"],
    [
      'a word twice',
      'free_hours: { type: integer, value: 2,',
      'free_hours: { type: integer, value: [2, 2],',
      "setting 'free_hours' has '2' twice"
    ]
  ] as const)
    it(`refuses a setting with ${what}`, async () => {
      const { err } = await check(parkingRoot({ [FILE]: TABLE.replace(find, put) }));
      expect(err).to.include(problem);
    });

  it('holds what an example comes to against the rule, at the line of the rule', async () => {
    const pinned = TABLE.replace(
      'fires: [{ towed: true }]',
      "fires: [{ towed: true, expect: { decision: ask, reason: towed, due: '5.00' } }]"
    );
    const { err } = await check(
      parkingRoot({
        [FILE]: pinned.replace(
          'then: { decision: ask, reason: towed }',
          "then: { decision: ask, reason: twoed, due: '6.00' }"
        )
      })
    );
    expect(err.split('\n')).to.deep.equal([
      `${FILE}:21:28: example_fails 'towed' comes to reason "twoed", where its example in line 23 expects "towed"`,
      `${FILE}:21:43: example_fails 'towed' comes to due "6.00", where its example in line 23 expects "5.00"`
    ]);
  });

  it('says of a condition that holds in no case, and of a settled comparison, where each stands, though examples fail', async () => {
    const { err } = await check(
      parkingRoot({
        [FILE]: TABLE.replace(
          'short_stay: { fact: hours, operator: lessThanInclusive, value: { setting: free_hours } }',
          'short_stay: { all: [{ fact: hours, operator: lessThan, value: { setting: free_hours } }, { fact: hours, operator: greaterThan, value: 3 }] }'
        ).replace('value: [staff] }', 'value: [none, resident, staff] }')
      })
    );
    expect(err).to.include(`${FILE}:13:3: warning: condition_never_holds the condition 'short_stay' holds in no case`);
    expect(err).to.match(/:28:1: warning: comparison_settled 'permit in .*' holds for every value of 'permit'/);
    expect(err).to.include('example_fails');
  });

  it('lists overlaps on demand, each with a case', async () => {
    const { status, err } = await check(dull, '--overlaps');
    expect(status).to.equal(0);
    const overlaps = err.split('\n').filter(line => line.includes('rules_overlap'));
    expect(overlaps[0]).to.equal(
      `${FILE}:24:5: warning: rules_overlap 'short' (free) and 'towed' (ask) both fire for {"hours":2,"towed":true}; 'towed' stands above and decides`
    );
    expect(overlaps).to.have.length(2);
  });
});

describe('policy check TABLE', () => {
  it('tells of that table alone, and knows no other', async () => {
    const root = parkingRoot({
      'policies/other.yaml': TABLE.replace('id: parking', 'id: other').replace('reason: towed', 'resaon: towed'),
      [FILE]: TABLE.replace('fires: [{ towed: true }]', 'fires: [{ towed: false }]')
    });
    const { status, err } = await check(root, 'parking');
    expect([status, err]).to.match(/^1,policies\/parking\.yaml:23:\d+: example_fails [^\n]*$/);
    expect((await check(root, 'other')).err).to.match(/^policies\/other\.yaml:21:\d+: schema [^]*reason/);
    expect((await check(root, 'parkng')).err).to.equal(
      "bylaw: there is no rule table 'parkng'; there are parking; a folder is named with --root parkng"
    );
  });
});

describe('policy check --since', () => {
  it('lists the overlaps of rules that are not what they were there, and no other', async () => {
    const base = parkingRoot();
    const changed = parkingRoot({
      [FILE]: TABLE.replace("value: '100.00'", "value: '90.00'").replaceAll('100.0', '90.0')
    });
    const overlaps = async (...argv: string[]) =>
      (await check(changed, '--since', base, ...argv)).err.split('\n').filter(line => line.includes('rules_overlap'));
    const [only, ...others] = await overlaps();
    expect(only).to.match(/^policies.parking\.yaml:32:5: warning: rules_overlap 'large' \(ask\) and 'short' \(free\)/);
    expect(others).to.deep.equal([]);
    expect(await overlaps('--rule', 'towed')).to.deep.equal([]);
    expect(await overlaps('--decision', 'ask')).to.deep.equal([only]);
    const same = await check(base, '--since', parkingRoot());
    expect([same.status, same.err.includes('rules_overlap')]).to.deep.equal([0, false]);
    expect((await check(base, '--since', 'no-such-place')).status).to.equal(2);
  });
});

describe('policy explain rules', () => {
  it('explains any table on facts that differ from its baseline', async () => {
    const explainer = (await shippedServices())
      .flatMap(s => staticItems([s], Explainer))
      .find(e => e.name === 'rules')!;
    const explain = await explainer.load();
    const set = (await loadTable(TABLE)).set!;
    const context = { root: '.', services: [], env: {}, options: {} };
    const { text } = await explain(set, ['parking', '{"hours": 1, "towed": true}'], context);
    expect(text.split('\n')).to.deep.equal([
      text.split('\n')[0]!,
      '✓ R1 towed (line 16): wins',
      '  ✓ towed equal true: it is true (line 20)',
      'below it, these match too: short',
      '',
      'says: Your car was towed.'
    ]);
    const refused = (args: readonly string[]) =>
      explain(set, args, context).catch((error: Error) => `${error.name}: ${error.message}`);
    expect(await refused(['parkng', '{}'])).to.equal("UsageError: there is no rule table 'parkng'; there are parking");
    expect(await refused(['parking', '{"hour": 1}'])).to.match(/^UsageError: the table 'parking' has no fact 'hour'/);
    expect(await refused(['parking', '{"hours": "1"}'])).to.equal("UsageError: fact 'hours' must be a whole number");
    expect(await refused(['parking', 'none.json'])).to.match(/^UsageError: none\.json is neither a JSON file/);
  });
});
