import { expect } from 'chai';
import { explain, formatExplanation } from '../../../core/rules/explain.js';
import { runExamples } from '../../../core/rules/examples.js';
import { parkingTable } from './table-root.js';

describe('explain', () => {
  it('shows, rule by rule, what each condition saw and whether it held', async () => {
    const table = await parkingTable();
    const { record, rules } = await explain(table, { hours: 9, fee: '100.01', permit: null, towed: false });
    expect(record.rule).to.equal('large');
    expect(rules.map(rule => [rule.id, rule.outcome])).to.deep.equal([
      ['towed', 'does not match'],
      ['short', 'does not match'],
      ['large', 'wins'],
      ['pay', 'matches']
    ]);
    expect(formatExplanation({ record, rules }).split('\n').slice(1)).to.deep.equal([
      '✗ R1 towed (line 16): does not match',
      '  ✗ towed equal true: it is false (line 20)',
      '✗ R2 short (line 24): does not match',
      '  ✗ any of',
      '    ✗ short_stay',
      '      ✗ hours lessThanInclusive 2 (free_hours): it is 9 (line 13)',
      '    ✗ permit in ["staff"]: it is not known (line 28)',
      '✓ R3 large (line 32): wins',
      '  ✓ fee greaterThan "100.00" (large_fee): it is "100.01" (line 36)'
    ]);
  });
});

describe('examples', () => {
  it('run through the engine and say which rule decided', async () => {
    const table = await parkingTable();
    const results = await runExamples(table, true);
    expect(results.every(result => result.passed)).to.equal(true);
    expect(results.find(result => result.rule === 'short' && result.expected === 'near miss')).to.deep.include({
      won: 'pay',
      line: 31
    });
    expect(await runExamples(table, false)).to.deep.equal(results);
  });
});
