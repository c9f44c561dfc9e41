import { expect } from 'chai';
import fc from 'fast-check';
import { Metrics } from '../../../core/observe/metrics.js';

describe('metrics', () => {
  it('count by name and attributes, whatever the order of the attributes', () => {
    const metrics = new Metrics();
    const counter = metrics.counter('calls');
    counter.add(2);
    counter.add(1, { tool: 'hose', outcome: 'ok' });
    counter.add(3, { outcome: 'ok', tool: 'hose' });
    counter.add(1, { tool: 'hose', outcome: 'error' });
    metrics.counter('calls').add(5);
    metrics.counter('other').add(1);
    expect(metrics.snapshot()).to.deep.equal([
      { name: 'calls', unit: '1', attributes: {}, count: 7 },
      { name: 'calls', unit: '1', attributes: { tool: 'hose', outcome: 'ok' }, count: 4 },
      { name: 'calls', unit: '1', attributes: { tool: 'hose', outcome: 'error' }, count: 1 },
      { name: 'other', unit: '1', attributes: {}, count: 1 }
    ]);
  });

  it('do not take one set of attributes for another', () => {
    const metrics = new Metrics();
    const sets = [{}, { a: 'b' }, { b: 'a' }, { a: 'b', b: '' }, { ab: '' }, { a: '' }];
    for (const attributes of sets) metrics.counter('n').add(1, attributes);
    expect(metrics.snapshot().map(s => s.count)).to.deep.equal(sets.map(() => 1));
  });

  it('give sum, count and percentiles of a distribution within a thousandth', () => {
    const metrics = new Metrics();
    const durations = metrics.distribution('duration', 'ms');
    for (let value = 1; value <= 1000; value++) durations.record(value / 10);
    const [{ count, unit, distribution }] = metrics.snapshot() as [Required<ReturnType<Metrics['snapshot']>[number]>];
    expect([count, unit]).to.deep.equal([1000, 'ms']);
    expect(distribution.sum).to.be.closeTo(50_050, 1e-6);
    for (const [key, exact] of [
      ['p50', 50],
      ['p95', 95],
      ['p99', 99],
      ['max', 100]
    ] as const)
      expect(distribution[key], key).to.be.closeTo(exact, exact / 1000);
  });

  it('keep the attribute series of a distribution apart', () => {
    const metrics = new Metrics();
    const durations = metrics.distribution('duration', 'ms');
    durations.record(1, { tool: 'hose' });
    durations.record(9, { tool: 'can' });
    durations.record(1, { tool: 'hose' });
    expect(metrics.snapshot().map(s => [s.attributes['tool'], s.count])).to.deep.equal([
      ['hose', 2],
      ['can', 1]
    ]);
  });

  it('take any number without throwing, and leave out what is none', () => {
    const metrics = new Metrics();
    const durations = metrics.distribution('duration', 'ms');
    for (const value of [NaN, Infinity, -Infinity]) durations.record(value);
    expect(metrics.snapshot()).to.deep.equal([]);
    fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), value => durations.record(value)));
    expect(metrics.snapshot()[0]!.distribution!.max).to.be.at.least(0.001);
  });
});
