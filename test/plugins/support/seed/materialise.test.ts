import { expect } from 'chai';
import fc from 'fast-check';
import type { Seeds } from '../../../../plugins/support/seed/assembly.js';
import { dateOf, timestampOf } from '../../../../plugins/support/kinds/seed-moment.js';
import { materialise } from '../../../../plugins/support/seed/materialise.js';
import { shippedSeeds } from './load-seeds.js';

const DAY = 86_400_000;

describe('materialising the seeds', () => {
  let seeds: Seeds;
  before(async () => {
    seeds = await shippedSeeds();
  });

  const deliveredOf = (now: string, id: string) =>
    materialise(seeds, new Date(now)).orders.find(o => o.order_id === id && o.tenant === 'demo')!.delivered_at;

  it('counts back over the ends of months, years and a leap day', () => {
    expect(deliveredOf('2027-01-01T00:00:00.000Z', 'ORD-1001')).to.equal('2026-12-27T13:45:00.000Z');
    expect(deliveredOf('2027-01-01T23:59:59.999Z', 'ORD-1001')).to.equal('2026-12-27T13:45:00.000Z');
    expect(deliveredOf('2028-03-01T08:00:00Z', 'ORD-1004')).to.equal('2028-02-27T10:30:00.000Z');
    expect(deliveredOf('2027-03-01T08:00:00Z', 'ORD-1004')).to.equal('2027-02-26T10:30:00.000Z');
    expect(deliveredOf('2028-03-31T08:00:00Z', 'ORD-1003')).to.equal('2028-01-01T11:10:00.000Z');
  });

  it('promises dates over the end of a year, on both sides of the day of seeding', () => {
    const now = new Date('2026-12-31T22:00:00Z');
    expect(dateOf({ days_ahead: 1 }, now)).to.equal('2027-01-01');
    expect(dateOf({ days_ago: 0 }, now)).to.equal('2026-12-31');
    expect(dateOf({ days_ago: 31 }, now)).to.equal('2026-11-30');
  });

  it('keeps whole UTC days between a moment and the day of seeding, whatever the hour and zone', () => {
    const instants = fc.date({ min: new Date('2000-01-01'), max: new Date('2090-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 3650 }), fc.nat(23), fc.nat(59), (now, days_ago, h, m) => {
        const at = `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`;
        const stamp = timestampOf({ days_ago, at }, now);
        const days = (Date.parse(now.toISOString().slice(0, 10)) - Date.parse(stamp.slice(0, 10))) / DAY;
        expect(days).to.equal(days_ago);
        expect(stamp.slice(10)).to.equal(`T${at}:00.000Z`);
        expect(Date.parse(stamp)).to.be.lessThan(now.getTime());
      })
    );
  });

  it('gives equal rows all day long, and the documents stay untouched', () => {
    const before = JSON.stringify(seeds);
    const morning = materialise(seeds, new Date('2026-07-04T00:00:00Z'));
    expect(materialise(seeds, new Date('2026-07-04T23:59:59Z'))).to.deep.equal(morning);
    expect(materialise(seeds, new Date('2026-07-05T00:00:00Z'))).not.to.deep.equal(morning);
    expect(JSON.stringify(seeds)).to.equal(before);
  });

  it('carries every field that the order of a policy case has', () => {
    const [row] = materialise(seeds, new Date('2026-07-04T09:00:00Z')).orders;
    const order =
      'order_id status ordered_at promised_by delivered_at shipped_at charged currency paid_with delivery_charge ' +
      'chargeback_open carrier tracking_number lines total';
    const line =
      'line_id name unit_price quantity category condition quantity_returned quantity_refunded reported_issue ' +
      'weight_kg discount_per_unit';
    expect(row).to.include.all.keys(order.split(' '));
    expect(row!.lines[0]).to.have.all.keys(line.split(' '));
  });

  it('adds up money exactly', () => {
    const order = { ...seeds.orders[0]!, delivery_charge: '0.10', total: '0.00' };
    const line = { ...order.lines[0]!, unit_price: '0.10', discount_per_unit: '0.00', quantity: 2 };
    const rows = materialise({ ...seeds, orders: [{ ...order, lines: [line] }] }, new Date('2026-07-04'));
    expect(rows.orders[0]!.total).to.equal('0.30');
  });

  it('writes the articles as text that a search can read', () => {
    const { articles } = materialise(seeds, new Date('2026-07-04'));
    const source = seeds.articles.find(a => a.id === 'refund-window')!;
    const row = articles.find(a => a.id === 'refund-window')!;
    expect(row.body.split('\n')).to.deep.equal(source.sentences);
    expect(row.keywords.split(', ')).to.deep.equal(source.keywords);
  });
});
