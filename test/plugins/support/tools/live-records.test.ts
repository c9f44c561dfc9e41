import { expect } from 'chai';
import { cpSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { copiedRoot, SHIPPED_ROOT } from '../../../harness/root.js';
import { startService, type TestService } from '../../../harness/service.js';
import { shopifyAnswer } from './live-shopify.js';
import { wooCommerceAnswer } from './live-woocommerce.js';

/** What a shop answers to one request; a status alone is an empty answer. */
export type ShopAnswer = { readonly status: number; readonly json?: unknown };

interface Shop {
  readonly name: 'shopify' | 'woocommerce';
  readonly env: (url: string) => Record<string, string>;
  answer(request: IncomingMessage, body: string): ShopAnswer;
  /** What it says where too much is asked of it. */
  readonly busy: ShopAnswer;
  readonly order: string;
  readonly others: string;
  /** An order on the second page of the list. */
  readonly paged: string;
}

const SHOPS: readonly Shop[] = [
  {
    name: 'shopify',
    env: url => ({ BYLAW_SECRET_SHOPIFY_URL: url, BYLAW_SECRET_SHOPIFY_TOKEN: 'shpat_test' }),
    answer: shopifyAnswer,
    busy: { status: 200, json: { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }] } },
    order: '1001',
    others: '1002',
    paged: '1003'
  },
  {
    name: 'woocommerce',
    env: url => ({
      BYLAW_SECRET_WOOCOMMERCE_URL: url,
      BYLAW_SECRET_WOOCOMMERCE_AUTH: Buffer.from('ck_test:cs_test').toString('base64')
    }),
    answer: wooCommerceAnswer,
    busy: { status: 429 },
    order: '727',
    others: '728',
    paged: '626'
  }
];

for (const shop of SHOPS)
  describe(`the support agent on the live records of ${shop.name}`, () => {
    const { root, remove } = copiedRoot();
    let server: Server;
    let service: TestService;
    let down = false;
    let busy = 0;
    const asked: string[] = [];
    before(async () => {
      cpSync(join(SHIPPED_ROOT, 'deploy/shops', shop.name), join(root, 'tools.d/support'), { recursive: true });
      server = createServer((request, response) => {
        let body = '';
        request.on('data', chunk => (body += String(chunk)));
        request.on('end', () => {
          asked.push(`${request.method} ${request.url?.split('?')[0]}`);
          const { status, json } = down ? { status: 503 } : busy-- > 0 ? shop.busy : shop.answer(request, body);
          response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
          response.end(json === undefined ? '' : JSON.stringify(json));
        });
      });
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
      const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      const env = { ...shop.env(`http://${host}`), AGENT_TOOLS__PRIVATE_HOSTS: host };
      service = await startService({ root, seed: false, env });
    });
    after(async () => {
      await service.stop();
      await new Promise(resolve => server.close(resolve));
      remove();
    });

    it('is asked again where too much was asked of it', async () => {
      busy = 2;
      const { state } = await (await service.client().talk('rosa@example.com')).say(`Where is my order ${shop.order}?`);
      expect(state).to.equal('answered');
      expect(busy, 'it was busy twice').to.be.below(0);
    });

    it('answers where an order is, and keeps no record of it', async () => {
      const talk = await service.client().talk('rosa@example.com');
      const { state, reply } = await talk.say(`Where is my order ${shop.order}?`);
      expect([state, reply]).to.satisfy(
        ([s, text]: [string, string]) => s === 'answered' && text.includes(shop.order) && text.includes('delivered')
      );
      for (const from of ['customers', 'orders'])
        expect((await service.store.read([[service.store.prepare({ from }), {}]]))[0]).to.deep.equal([]);
    });

    it('decides by what the shop says: amounts after discount, what was refunded before', async () => {
      const talk = await service.client().talk('rosa@example.com');
      const { state, escalation_reason } = await talk.say(`I want a refund for ${shop.order}`);
      expect([state, escalation_reason]).to.deep.equal(['escalated', 'policy_requires_human']);
      const [ticket] = (await service.client().get('/v1/tickets?limit=1')).body.items;
      expect(ticket).to.include({ order_id: shop.order, decision: 'eligible', amount: '36.00', currency: 'USD' });
      expect(ticket.line_ids).to.deep.equal(['11']);
    });

    it('finds an order by its item', async () => {
      const talk = await service.client().talk('rosa@example.com');
      expect((await talk.say('where is the copper kettle?')).reply).to.contain(shop.order);
      const next = await service.client().talk('rosa@example.com');
      const asked = await next.say('I want to return the brass lantern');
      expect(JSON.stringify(asked.trace), 'it is on the second page').to.contain(shop.paged);
    });

    it('shows nobody the order of somebody else, and knows no strangers', async () => {
      const talk = await service.client().talk('rosa@example.com');
      const { state, reply } = await talk.say(`Where is my order ${shop.others}?`);
      expect(state).to.equal('clarifying');
      expect(reply).not.to.contain('delivered');
      const stranger = await service.client().talkUnverified('nobody@example.com');
      expect(await stranger.verify('nobody@example.com')).to.equal(false);
    });

    it('hands over what the shop cannot answer, and recovers', async () => {
      const talk = await service.client().talk('rosa@example.com');
      await talk.say(`Where is my order ${shop.order}?`);
      const before = asked.length;
      await talk.say(`Where is my order ${shop.order}?`);
      expect(asked.length, 'an answer of the last seconds is not asked for again').to.equal(before);
      down = true;
      const { state, escalation_reason } = await talk.say(`Where is my order 555?`);
      expect([state, escalation_reason]).to.deep.equal(['escalated', 'tool_failure']);
      const verify = await talk.client.post(`${(await talk.client.talkUnverified()).path}/verify`, {
        email: 'someone@example.com'
      });
      expect([verify.status, verify.body.code]).to.deep.equal([503, 'service_unavailable']);
      const failed = service.log.filter(({ event }) => event === 'tool.failed');
      expect(failed.map(({ fields }) => fields['tool'])).to.include('find_customer');
      down = false;
      expect((await talk.say(`Where is my order ${shop.order}?`)).state).to.equal('answered');
    });
  });
