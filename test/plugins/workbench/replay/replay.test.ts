import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TABLE, FACTS } from '../../../core/rules/table-root.js';
import { recorded } from './recorded.js';
import { LONGER, parkingRoot, run } from '../changes/parking-root.js';

const MONEY = TABLE.replace('due: { type: money }', 'due: { type: money, currency: permit }');
describe('policy replay', () => {
  let root: string;
  let longer: string;
  before(async () => {
    root = parkingRoot({ 'policies/parking.yaml': MONEY, 'decisions.jsonl': await recorded() });
    longer = parkingRoot({
      'policies/parking.yaml': LONGER.replace('due: { type: money }', 'due: { type: money, currency: permit }')
    });
  });
  const replay = (...argv: string[]) =>
    run(root, 'policy', 'replay', '--database', join(root, 'decisions.jsonl'), ...argv);

  it('decides alike under the rules that decided', async () => {
    const { status, out } = await replay();
    expect(status).to.equal(0);
    expect(out).to.include('5 recorded, 5 decided again: 5 come out the same, 0 otherwise.');
  });

  it('counts what would come out otherwise, names it, and adds its money up by currency, exactly', async () => {
    const { status, out } = await replay('--candidate', longer, '--json', '--ids', join(root, 'ids.jsonl'));
    const report = JSON.parse(out);
    expect(status).to.equal(1);
    expect(report).to.deep.include({ decisions: 5, replayed: 5, unchanged: 1, cannot: {} });
    expect(report.matrix).to.deep.equal({ pay: { free: 3, pay: 1 }, ask: { free: 1 } });
    const [pay, ask] = report.changes;
    expect(pay).to.deep.include({
      before: 'pay (standard)',
      after: 'free (short_stay)',
      count: 3,
      ids: ['dec_0', 'dec_1', 'dec_2'],
      money_before: { none: '40.30', resident: '0.10' },
      money_after: {}
    });
    expect(ask).to.deep.include({ before: 'ask (large_fee)', count: 1, ids: ['dec_4'], money_before: {} });
    const ids = readFileSync(join(root, 'ids.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(ids.map(line => line.decision_id)).to.deep.equal(['dec_0', 'dec_1', 'dec_2', 'dec_4']);
    const { out: text } = await replay('--candidate', longer);
    expect(text).to.match(/was \\ would be\s+free\s+pay\n\s+ask\s+1\s+0\n\s+pay\s+3\s+1/);
    expect(text).to.include('money: none 40.30 → 0.00, resident 0.10 → 0.00').and.to.include('dec_0 dec_1 dec_2');
  });

  it('takes decisions from a day on', async () => {
    expect((await replay('--since', '2026-05-04', '--candidate', longer)).out).to.include(
      '2 recorded, 2 decided again'
    );
    expect((await replay('--since', 'May')).err).to.include('--since is a date such as 2026-05-01');
  });

  it('says what cannot be decided again, and why, and decides what a missing fact cannot change', async () => {
    const wider = parkingRoot({
      'policies/facts.yaml': FACTS.replace(
        'facts:\n',
        'facts:\n  electric: { type: boolean, meaning: The car is electric. }\n'
      ),
      'policies/parking.yaml': TABLE.replace('facts: [hours,', 'facts: [electric, hours,')
        .replace('baseline: { hours', 'baseline: { electric: false, hours')
        .replace('any: [{ condition: short_stay }', 'any: [{ fact: electric, operator: equal, value: true }')
        .replace(
          'fires: [{ hours: 2 }, { permit: staff }], near_misses: [{ hours: 3 }]',
          'fires: [{ electric: true }, { permit: staff }], near_misses: [{}]'
        )
        .replace('near_misses: [{ hours: 1 }]', 'near_misses: [{ electric: true }]')
        .replace(/  free_hours.*\n/, '')
        .replace(/conditions:\n.*\n/, '')
        .replace('{{ settings.free_hours }}', 'two')
        .replace('facts.fee }}.', 'facts.fee }} for {{ facts.hours }} hours.')
    });
    const file = join(root, 'mixed.jsonl');
    writeFileSync(
      file,
      await recorded((record, i) =>
        i === 1
          ? { ...record, table: 'gone' }
          : i === 2
            ? { ...record, facts: { ...record.facts, towed: true } }
            : i === 3
              ? { ...record, facts: { ...record.facts, hours: 'nine' } }
              : record
      )
    );
    const { out } = await run(root, 'policy', 'replay', '--candidate', wider, '--database', file, '--json');
    const { cannot, replayed } = JSON.parse(out);
    expect(cannot).to.deep.equal({
      "the recorded fact 'hours' must be a whole number": 1,
      "the candidate has no rule table 'gone'": 1,
      'not recorded: electric, and the decision depends on it': 2
    });
    expect(replayed).to.equal(1);
  });

  it('says when recorded facts contradict the facts file', async () => {
    const strict = parkingRoot({
      'policies/facts.yaml': `${FACTS}dependencies:\n  - { why: Nobody stays nine hours., never: { fact: hours, operator: equal, value: 9 } }\n`
    });
    const { contradicted } = JSON.parse((await replay('--candidate', strict, '--json')).out);
    expect(contradicted).to.deep.equal({ 'Nobody stays nine hours.': 1 });
  });

  it('lists where shadows diverged, as it was recorded', async () => {
    const shadow = {
      file: 'policies/shadow.yaml',
      revision: 'abc',
      diverges: false,
      decision: 'pay',
      reason: 'standard'
    };
    const file = join(root, 'shadows.jsonl');
    writeFileSync(
      file,
      await recorded((record, i) =>
        i === 0
          ? { ...record, shadow }
          : i < 3
            ? { ...record, shadow: { ...shadow, diverges: true, decision: 'free', reason: 'short_stay' } }
            : i === 3
              ? { ...record, shadow: { file: shadow.file, revision: 'abd', diverges: true } }
              : record
      )
    );
    const { status, out } = await run(root, 'policy', 'replay', '--shadow', '--database', file);
    expect(status).to.equal(1);
    expect(out).to.include('5 recorded, 4 with a shadow: 1 agree, 2 diverge, 1 failed.');
    expect(out).to.include('parking: 2 × pay (standard) → free (short_stay)').and.to.include('dec_1 dec_2');
    expect(out).to.include('3 by policies/shadow.yaml@abc');
    expect((await replay('--shadow')).status).to.equal(0);
  });
});
