import { expect } from 'chai';
import { decide, FactsError } from '../../../core/rules/decide.js';
import { parkingTable } from './table-root.js';

const ordinary = { hours: 5, fee: '20.00', permit: 'none', towed: false };

describe('decide', () => {
  it('records the rule, its place, the facts and settings it had, and what else matched', async () => {
    const table = await parkingTable();
    const record = await decide(table, { ...ordinary, towed: true, hours: 1, colour: 'red' });
    expect(record).to.deep.equal({
      table: 'parking',
      rule: 'towed',
      ref: 'R1',
      decision: 'ask',
      reason: 'towed',
      params: {},
      file: 'policies/parking.yaml',
      line: 16,
      version: 1,
      revision: table.source.revision,
      facts: { ...ordinary, towed: true, hours: 1 },
      settings: { free_hours: 2, large_fee: '100.00' },
      also_matched: ['short', 'pay']
    });
  });

  it('fills parameters from facts and texts from the record', async () => {
    const table = await parkingTable();
    const record = await decide(table, ordinary);
    expect(record.params).to.deep.equal({ due: '20.00' });
    const scope = { facts: record.facts, settings: record.settings, params: record.params };
    expect(table.rules.at(-1)!.says.render(scope)).to.equal('Please pay 20.00.');
  });

  it('compares money exactly', async () => {
    const table = await parkingTable();
    const rule = async (fee: string) => (await decide(table, { ...ordinary, fee })).rule;
    expect(await rule('100')).to.equal('pay');
    expect(await rule('100.00')).to.equal('pay');
    expect(await rule('100.000001')).to.equal('large');
    expect(await rule('9007199254740993.01')).to.equal('large');
  });

  it('lets an unknown fact satisfy no comparison, not even under not', async () => {
    const table = await parkingTable();
    expect((await decide(table, { hours: null, fee: null, permit: null, towed: null })).rule).to.equal('pay');
  });

  it('refuses facts that are absent or of the wrong type', async () => {
    const table = await parkingTable();
    const failure = async (facts: object) =>
      decide(table, facts as never).then(
        () => 'decided',
        error => error
      );
    expect(await failure({ hours: 1 }))
      .to.be.instanceOf(FactsError)
      .with.property('message')
      .that.includes("needs the fact 'fee'");
    expect(await failure({ ...ordinary, fee: 20 })).to.be.instanceOf(FactsError);
    expect(await failure({ ...ordinary, permit: 'guest' })).to.be.instanceOf(FactsError);
    expect(await failure({ ...ordinary, hours: () => 1 })).to.be.instanceOf(FactsError);
  });

  it('keeps decisions that run at the same time apart', async () => {
    const table = await parkingTable();
    const hours = Array.from({ length: 200 }, (_, i) => i % 5);
    const rules = await Promise.all(hours.map(async h => (await decide(table, { ...ordinary, hours: h })).rule));
    expect(rules).to.deep.equal(hours.map(h => (h <= 2 ? 'short' : 'pay')));
  });
});
