import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PACKAGE_ROOT } from '../../../../core/cli/main.js';
import { TABLE } from '../../../core/rules/table-root.js';
import { bylaw } from './command-root.js';
import { parkingRoot, TESTS } from './parking-root.js';

const FILE = 'policies/parking.test.yaml';
const test = (root: string, ...argv: string[]) => bylaw(['policy', 'test', ...argv, '--root', root]);

describe('policy test', () => {
  const sound = parkingRoot({ [FILE]: TESTS });

  it('runs examples inside files and tests beside them', async () => {
    expect(await test(sound)).to.deep.equal({ status: 0, err: '', out: '11 tests passed (examples 9, decisions 2)' });
  });

  it('runs those whose file and name have all the words, and fails when none has', async () => {
    expect((await test(sound, 'TOWED', 'hour')).out).to.equal('1 tests passed (decisions 1)');
    expect((await test(sound, 'short', 'fires')).out).to.equal('2 tests passed (examples 2)');
    const none = await test(sound, 'towd');
    expect([none.status, none.out]).to.deep.equal([1, "no test has 'towd' in its file or name"]);
  });

  it('says of each failure where it stands and what differs', async () => {
    const root = parkingRoot({
      'policies/parking.yaml': TABLE.replace('fires: [{ hours: 2 }', 'fires: [{ hours: 3 }'),
      [FILE]: TESTS.replace('rule: pay, decision: pay', 'rule: short, decision: pay')
        .replace("due: '20.00'", "due: '2.00'")
        .replace('hours: 1, towed', 'hous: 1, towed')
    });
    const { status, out } = await test(root);
    expect(status).to.equal(1);
    expect(out.split('\n')).to.deep.equal([
      'policies/parking.yaml:31:25: short fires (1)',
      "  these facts should fire 'short', but 'pay' decides",
      `${FILE}:4:5: A resident pays for three hours`,
      '  rule: expected "short", was "pay"',
      '  params.due: expected "2.00", was "20.00"',
      `${FILE}:8:5: A towed car is asked about, even for an hour`,
      "  there is no fact 'hous'; did you mean 'hours'?",
      '3 of 11 tests failed (examples 9, decisions 2)'
    ]);
  });

  it('runs what the sound files make where others are not, and fails', async () => {
    const root = parkingRoot({ [FILE]: TESTS.replace('table: parking', 'tabel: parking') });
    const { status, out, err } = await test(root);
    expect([status, out]).to.deep.equal([
      1,
      'NOT PASSED, files are not sound; by the others alone: 9 tests passed (examples 9)'
    ]);
    expect(err.split('\n')).to.deep.equal([
      `${FILE}:4:5: schema decisions.0 lacks the key 'table'`,
      `${FILE}:5:5: schema decisions.0 has no key 'tabel'; did you mean 'table'?`
    ]);
    const check = await bylaw(['policy', 'check', '--root', root]);
    expect([check.status, check.err.includes("has no key 'tabel'")]).to.deep.equal([1, true]);
  });

  it('counts what tests have shown by rule and outcome, and leaves out what no case can show', async () => {
    // Past the first rule there are less than a hundred hours, so that the third can never see more.
    const narrow = TABLE.replace(
      'when: { fact: towed, operator: equal, value: true }',
      'when: { any: [{ fact: towed, operator: equal, value: true }, { fact: hours, operator: greaterThan, value: 99 }, { fact: hours, operator: isKnown, value: false }] }'
    ).replace(
      'when: { not: { fact: fee, operator: lessThanInclusive, value: { setting: large_fee } } }',
      'when: { all: [{ fact: fee, operator: greaterThan, value: { setting: large_fee } }, { fact: hours, operator: lessThan, value: 100 }] }'
    );
    const root = parkingRoot({ 'policies/parking.yaml': narrow });
    const { status, out } = await test(root, '--coverage', '--min', '95');
    expect(out.split('\n').slice(-5)).to.deep.equal([
      'parking: 4 of 4 rules, 11 of 13 outcomes of comparisons',
      "  policies/parking.yaml:20: no test in which 'hours greaterThan 99' of 'towed' holds",
      "  policies/parking.yaml:20: no test in which 'hours isKnown false' of 'towed' holds",
      'coverage: 88.2 %',
      '9 tests passed (examples 9)'
    ]);
    expect(status).to.equal(1);
    expect((await test(root, '--min', '88')).status).to.equal(0);
    expect((await test(root, '--min', 'all')).err).to.equal('bylaw: --min is a percentage from 0 to 100');
  });

  it('counts tables of which all examples were chosen, where a word picks some of others too', async () => {
    const root = parkingRoot({ 'policies/towed.yaml': TABLE.replace('id: parking\n', 'id: towing\n') });
    const { status, out } = await test(root, 'towed', '--coverage');
    expect(out.split('\n').filter(line => line.includes(' rules, '))).to.have.lengthOf(1);
    expect([status, out.includes('towing: ')]).to.deep.equal([0, true]);
  });

  it('counts the versions of a table each for itself', async () => {
    const later = TABLE.replace('id: parking\n', "id: parking\neffective_from: '2027-01-01'\n");
    const tests = TESTS.replaceAll('table: parking', "table: 'parking@2027-01-01'");
    const root = parkingRoot({ 'policies/later.yaml': later, [FILE]: tests });
    const tables = async (...words: string[]) =>
      (await test(root, '--coverage', ...words)).out.split('\n').filter(line => line.startsWith('parking'));
    expect(await tables()).to.deep.equal([
      'parking@2027-01-01: 4 of 4 rules, 8 of 8 outcomes of comparisons',
      'parking: 4 of 4 rules, 8 of 8 outcomes of comparisons'
    ]);
    expect(await tables('resident')).to.deep.equal([
      'parking@2027-01-01: 1 of 4 rules, 4 of 8 outcomes of comparisons'
    ]);
  });

  it('counts the patterns that examples and tests have shown, by file', async () => {
    const { out } = await test(sound, '--coverage');
    expect(out.split('\n').slice(0, 5)).to.deep.equal([
      'policies/parking.yaml: 1 of 4 patterns',
      "  policies/parking.yaml:22: no example or test has 'Your car was towed.'",
      "  policies/parking.yaml:30: no example or test has 'The first {{ settings.free_hours }} hours are free.'",
      "  policies/parking.yaml:46: no example or test has 'Please pay {{ params.due }}.'",
      'patterns: 25.0 %'
    ]);
    const { pattern_coverage, pattern_coverage_percent } = JSON.parse((await test(sound, '--json', '--min', '90')).out);
    expect([pattern_coverage_percent, pattern_coverage[0].patterns]).to.deep.equal([25, { covered: 1, all: 4 }]);
    expect(pattern_coverage[0].gaps[0]).to.include({ file: 'policies/parking.yaml', line: 22 });
    expect((await test(sound, '--coverage', 'towed')).out, 'some examples of the file').to.not.include('patterns');
  });

  it('reports to machines as JSON and JUnit', async () => {
    const json = JSON.parse((await test(sound, '--json', '--coverage')).out);
    expect(json).to.deep.include({ ok: true, tests: 11, failed: 0, coverage_percent: 100 });
    expect(json.results.at(-1)).to.deep.include({ section: 'decisions', file: FILE, line: 8, column: 5, failures: [] });
    const root = parkingRoot({
      [FILE]: TESTS.replace('A resident', 'A <resident> & "guest"').replace('rule: pay', 'rule: x')
    });
    const { out } = await test(root, '--format', 'junit');
    expect(out).to.match(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="bylaw policy test" tests="11" failures="1"/
    );
    expect(out).to.include('name="A &lt;resident&gt; &amp; &quot;guest&quot; pays for three hours"');
    expect(out).to.include('<failure message="rule: expected &quot;x&quot;, was &quot;pay&quot;">');
    expect((await test(sound, '--format', 'tap')).err).to.equal('bylaw: the format is one of text, json, junit');
  });

  it('runs again after a change with --watch, until it is told to stop', async () => {
    const root = parkingRoot({ [FILE]: TESTS });
    const cli = join(PACKAGE_ROOT, 'dist/core/cli.js');
    const child = spawn(process.execPath, [cli, 'policy', 'test', '--watch', '--root', root]);
    const said: string[] = [];
    let look = () => {};
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', line => (said.push(line), look()));
    const heard = (text: string, from = 0) =>
      new Promise<number>(resolve => {
        look = () => {
          const at = said.findIndex((line, i) => i >= from && line.includes(text));
          if (at >= 0) resolve(at + 1);
        };
        look();
      });
    try {
      await heard('11 tests passed');
      const ready = await heard('waiting for changes');
      const path = join(root, FILE);
      writeFileSync(path, readFileSync(path, 'utf8').replace('rule: pay,', 'rule: short,'));
      await heard('1 of 11 tests failed', ready);
    } finally {
      child.kill('SIGINT');
    }
    const [code] = (await once(child, 'close')) as [number];
    expect(code).to.equal(1);
  });
});
