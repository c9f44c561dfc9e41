import { expect } from 'chai';
import type { Client } from '../../../harness/client.js';
import { startService, type TestService } from '../../../harness/service.js';

const CUSTOMER = { version: 1, email: 'Rosa@example.com', name: 'Rosa Marsh' };
const LINE = { line_id: '11', name: 'Copper kettle', unit_price: '50.00', quantity: 1, condition: 'unopened' };
const ORDER = {
  version: 1,
  customer_id: 'cus_rosa',
  status: 'delivered',
  ordered_at: new Date(Date.now() - 9 * 86_400_000).toISOString(),
  delivered_at: new Date(Date.now() - 5 * 86_400_000).toISOString().replace('Z', '+00:00'),
  charged: true,
  currency: 'USD',
  paid_with: ['card'],
  lines: [LINE]
};

describe('support agent over HTTP: records that a shop hands in', () => {
  let service: TestService;
  let shop: Client;
  before(async () => {
    service = await startService({
      seed: false,
      env: { AGENT_SECURITY__API_KEYS: 'demo:demo-secret,demo:shop:records:write,acme:other:records:write' }
    });
    shop = service.client('shop');
  });
  after(() => service.stop());

  const put = (path: string, json: unknown, as = shop) => as.send('PUT', path, { json });

  it('are what the agent answers from', async () => {
    expect((await put('/v1/customers/cus_rosa', CUSTOMER)).body).to.deep.equal({ version: 1 });
    expect((await put('/v1/orders/A-1001', ORDER)).body).to.deep.equal({ version: 1 });
    const talk = await service.client().talk('rosa@example.com');
    const { reply } = await talk.say('Where is my order A-1001?');
    expect(reply).to.contain('A-1001').and.to.contain('delivered');
    const refund = await talk.say('I want a refund for A-1001');
    expect([refund.state, refund.escalation_reason]).to.deep.equal(['escalated', 'policy_requires_human']);
  });

  it('come in any order, and the newest version stays', async () => {
    const name = async (version: number, name: string) =>
      (await put('/v1/customers/cus_v', { ...CUSTOMER, email: 'v@example.com', version, name })).body.version;
    expect([await name(5, 'five'), await name(4, 'four'), await name(5, 'again')]).to.deep.equal([5, 5, 5]);
    const { lines, ...rest } = ORDER;
    const order = (version: number, status: string) =>
      put('/v1/orders/V-1', { ...rest, lines, customer_id: 'cus_v', version, status, delivered_at: null });
    await Promise.all([3, 1, 2].map(version => order(version, ['pending', 'processing', 'cancelled'][version - 1]!)));
    const talk = await service.client().talk('v@example.com');
    expect((await talk.say('Where is my order V-1?')).reply).to.contain('cancelled');
  });

  it('carry the attributes that the shop declares, and no others', async () => {
    const attributes = { tier: 'vip', tags: ['wholesale'] };
    expect((await put('/v1/customers/cus_rosa', { ...CUSTOMER, version: 2, attributes })).status).to.equal(200);
    const wrong = await put('/v1/customers/cus_rosa', {
      ...CUSTOMER,
      version: 3,
      attributes: { tier: 'gold', size: 9 }
    });
    expect([wrong.status, wrong.body.detail.fields]).to.deep.equal([
      422,
      [
        { field: 'attributes.size', rule: "attributes has no key 'size'" },
        { field: 'attributes.tier', rule: 'attributes.tier must be one of standard, vip' }
      ]
    ]);
    for (const warranty_until of ['soon', '2027-02-30']) {
      const lines = [{ ...LINE, attributes: { warranty_until } }];
      const order = await put('/v1/orders/A-1001', { ...ORDER, version: 2, lines });
      expect(order.body.detail.fields[0].field).to.equal('lines.0.attributes.warranty_until');
    }
  });

  it('are refused with the place of what is wrong, and change nothing', async () => {
    const refused = async (path: string, json: object) => {
      const { status, body } = await put(path, json);
      return [status, ...body.detail.fields.map(({ field }: { field: string }) => field)];
    };
    expect(await refused('/v1/orders/A-9', { ...ORDER, lines: [{ ...LINE, quantity_refunded: 2 }] })).to.deep.equal([
      422,
      'lines.0.quantity_refunded'
    ]);
    expect(await refused('/v1/orders/A-9', { ...ORDER, total: 12 })).to.deep.equal([422, 'total']);
    expect(await refused('/v1/orders/A-9', { ...ORDER, ordered_at: '2026-02-31T99:00Z' })).to.deep.equal([
      422,
      'ordered_at'
    ]);
    expect(await refused('/v1/customers/rosa', CUSTOMER)).to.deep.equal([422, 'customer_id']);
    const taken = await put('/v1/customers/cus_two', CUSTOMER);
    expect([taken.status, taken.body.code]).to.deep.equal([409, 'conflict']);
  });

  it('need the scope, and stay with the tenant', async () => {
    expect((await put('/v1/customers/cus_rosa', CUSTOMER, service.client())).status).to.equal(403);
    const elsewhere = await put('/v1/customers/cus_rosa', { ...CUSTOMER, name: 'Else' }, service.client('other'));
    expect(elsewhere.body).to.deep.equal({ version: 1 });
    expect((await put('/v1/customers/cus_rosa', { ...CUSTOMER, version: 1 })).body).to.deep.equal({ version: 2 });
  });
});
