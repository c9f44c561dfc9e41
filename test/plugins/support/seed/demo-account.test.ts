import { expect } from 'chai';
import type { Order } from '../../../../plugins/support/records/types.js';
import { materialise, type SeedRows } from '../../../../plugins/support/seed/materialise.js';
import { shippedSeeds } from './load-seeds.js';

const NOW = new Date('2026-05-20T12:00:00Z');

describe('the demo account', () => {
  let rows: SeedRows;
  const order = (tenant: string, id: string): Order => {
    const found = rows.orders.filter(o => o.tenant === tenant && o.order_id === id);
    expect(found, `${tenant} ${id}`).to.have.length(1);
    return found[0]!;
  };

  before(async () => {
    rows = materialise(await shippedSeeds(), NOW);
  });

  it('has two customers in tenant demo and one in tenant acme', () => {
    expect(rows.customers.map(c => `${c.tenant} ${c.customer_id} ${c.email}`)).to.have.members([
      'demo cus_demo demo@example.com',
      'demo cus_other other@example.com',
      'acme cus_acme acme@example.com'
    ]);
  });

  it('gives every order to its documented owner', () => {
    expect(rows.orders.map(o => `${o.tenant} ${o.customer_id} ${o.order_id}`)).to.have.members([
      ...[1, 2, 3, 4, 5, 6, 7, 8].map(n => `demo cus_demo ORD-100${n}`),
      'demo cus_other ORD-2001',
      'acme cus_acme ORD-1001'
    ]);
    expect(rows.orders.every(o => o.currency === 'USD')).to.equal(true);
  });

  it('ORD-1001 was delivered 5 days ago: 2 items, 89.90', () => {
    const { status, delivered_at, lines, total, charged } = order('demo', 'ORD-1001');
    expect({ status, total, charged }).to.deep.equal({ status: 'delivered', total: '89.90', charged: true });
    expect(delivered_at).to.match(/^2026-05-15T/);
    expect(lines.reduce((sum, line) => sum + line.quantity, 0)).to.equal(2);
  });

  it('ORD-1002 is in transit and can be tracked', () => {
    const shipped = order('demo', 'ORD-1002');
    expect(shipped.status).to.equal('shipped');
    expect(shipped.delivered_at).to.equal(null);
    expect(shipped.carrier).to.be.a('string');
    expect(shipped.tracking_number).to.be.a('string');
    expect(shipped.promised_by).to.equal('2026-05-22');
  });

  it('ORD-1003 was delivered 90 days ago', () => {
    expect(order('demo', 'ORD-1003').delivered_at).to.match(/^2026-02-19T/);
  });

  it('ORD-1004 is final sale, delivered 3 days ago', () => {
    const { delivered_at, lines } = order('demo', 'ORD-1004');
    expect(delivered_at).to.match(/^2026-05-17T/);
    expect(lines.map(line => line.category)).to.deep.equal(['final_sale']);
  });

  it('ORD-1005 was delivered 4 days ago: 1250.00', () => {
    const { delivered_at, total } = order('demo', 'ORD-1005');
    expect(delivered_at).to.match(/^2026-05-16T/);
    expect(total).to.equal('1250.00');
  });

  it('ORD-1006 was refunded in full', () => {
    for (const line of order('demo', 'ORD-1006').lines) expect(line.quantity_refunded).to.equal(line.quantity);
    const refunds = rows.customers.flatMap(c => c.refunds.map(r => `${c.customer_id} ${r.order_id} ${r.refunded_at}`));
    expect(refunds).to.deep.equal(['cus_demo ORD-1006 2026-05-10T10:05:00.000Z']);
  });

  it('ORD-1007 is cancelled and was never charged', () => {
    const { status, charged } = order('demo', 'ORD-1007');
    expect({ status, charged }).to.deep.equal({ status: 'cancelled', charged: false });
  });

  it('ORD-1008 is processing', () => {
    expect(order('demo', 'ORD-1008').status).to.equal('processing');
  });

  it('the two orders ORD-1001 tell the tenants apart', () => {
    const [own, foreign] = [order('demo', 'ORD-1001'), order('acme', 'ORD-1001')];
    expect(own.status).not.to.equal(foreign.status);
    expect(own.total).not.to.equal(foreign.total);
    expect(own.tracking_number).not.to.equal(foreign.tracking_number);
  });
});
