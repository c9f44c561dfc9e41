import { expect } from 'chai';
import { createHmac } from 'node:crypto';
import { cpSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../../harness/client.js';
import { copiedRoot, SHIPPED_ROOT } from '../../../harness/root.js';
import { startService, type TestService } from '../../../harness/service.js';

const DESKS = ['webhook', 'zendesk', 'zammad'] as const;
const HOOK_KEY = 'a-key-of-the-hook';

interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly json: any;
}

/** Waits for what another part does in its own time; the test's time-out ends it. */
async function until<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(20);
  }
}

describe('tickets on their way to help desks', () => {
  const { root, remove } = copiedRoot();
  const received: Record<string, Received[]> = { webhook: [], zendesk: [], zammad: [] };
  /** Requests that the desks do not take from now on. */
  let failing = Infinity;
  const retryAfter: Record<string, string> = {};
  let server: Server;
  let service: TestService;
  let client: Client;
  before(async () => {
    for (const desk of DESKS)
      cpSync(join(SHIPPED_ROOT, `deploy/desks/${desk}.yaml`), join(root, `policies/desks/${desk}.yaml`));
    server = createServer((request, response) => {
      let text = '';
      request.on('data', chunk => (text += String(chunk)));
      request.on('end', () => {
        const [, desk = '', ...path] = request.url!.split('/');
        const down = failing-- > 0;
        const asking = down && retryAfter[desk] !== undefined ? { 'retry-after': retryAfter[desk] } : {};
        response.writeHead(down ? 503 : 201, { 'content-type': 'application/json', ...asking });
        if (!down) {
          const { method, headers } = request;
          received[desk]!.push({ path: `${method} /${path.join('/')}`, headers, text, json: JSON.parse(text) });
        }
        response.end(JSON.stringify(desk === 'zendesk' ? { ticket: { id: 35436 } } : { id: 81 }));
      });
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    service = await startService({
      root,
      env: {
        AGENT_TOOLS__PRIVATE_HOSTS: host,
        AGENT_DESK__POLL_SECONDS: '0.05',
        AGENT_DESK__BACKOFF_SECONDS: '0.01',
        AGENT_DESK__MAX_BACKOFF_SECONDS: '600',
        AGENT_DESK__ATTEMPTS: '3',
        BYLAW_SECRET_TICKET_HOOK_URL: `http://${host}/webhook`,
        BYLAW_SECRET_TICKET_HOOK_KEY: HOOK_KEY,
        BYLAW_SECRET_ZENDESK_URL: `http://${host}/zendesk`,
        BYLAW_SECRET_ZENDESK_AUTH: 'enRvaw==',
        BYLAW_SECRET_ZAMMAD_URL: `http://${host}/zammad`,
        BYLAW_SECRET_ZAMMAD_TOKEN: 'ztok',
        BYLAW_SECRET_ZENDESK_HOOK_KEY: HOOK_KEY,
        BYLAW_SECRET_ZAMMAD_HOOK_KEY: HOOK_KEY
      }
    });
    client = service.client();
  });
  after(async () => {
    await service.stop();
    await new Promise(resolve => server.close(resolve));
    remove();
  });

  const dead = async () => (await client.get('/v1/deliveries?state=dead')).body.items as any[];
  let ticket: string;

  it('wait while a desk is down, and are dead after the last attempt, for a person to see', async () => {
    const talk = await client.talk('demo@example.com');
    ticket = (await talk.say('I want a refund for ORD-1001')).ticket_id!;
    const change = { json: { status: 'in_progress', note: 'for colleagues' } };
    expect((await client.send('PATCH', `/v1/tickets/${ticket}`, change)).status).to.equal(200);
    const items = await until(async () => ((await dead()).length === DESKS.length ? await dead() : undefined));
    for (const item of items)
      expect(item).to.include({ ticket_id: ticket, event: 'opened', attempts: 3, failure: 'upstream_status' });
    const waiting = (await client.get('/v1/deliveries?state=waiting')).body.items;
    expect(waiting.map(({ event, attempts }: any) => [event, attempts])).to.deep.equal(DESKS.map(() => ['changed', 0]));
    expect(service.counted('agent.deliveries', { outcome: 'dead' })).to.equal(DESKS.length);
    expect((await service.client('acme-secret').get('/v1/deliveries')).body.items).to.deep.equal([]);
  });

  it('arrive in order once it is up, signed and with nothing that is not for it', async () => {
    failing = 0;
    for (const { delivery_id } of await dead())
      expect((await client.send('POST', `/v1/deliveries/${delivery_id}/retry`)).status).to.equal(204);
    for (const desk of DESKS) await until(() => (received[desk]!.length === 2 ? true : undefined));
    const [opened, changed] = received['webhook'] as [Received, Received];
    expect([opened.json.type, changed.json.type]).to.deep.equal(['ticket.opened', 'ticket.changed']);
    expect(opened.json.data.ticket).to.include({ ticket_id: ticket, order_id: 'ORD-1001', amount: '89.90' });
    for (const { text } of received['webhook']!) expect(text).not.to.contain('for colleagues');
    for (const { headers, text } of [opened, changed]) {
      const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
      const mac = createHmac('sha256', HOOK_KEY).update(signed).digest('base64');
      expect(headers['webhook-signature']).to.equal(`v1,${mac}`);
    }
    await until(async () => ((await client.get('/v1/deliveries')).body.items.length === 0 ? true : undefined));
  });

  it('are tickets of Zendesk and Zammad, changed where they were opened', () => {
    const [opened, changed] = received['zendesk'] as [Received, Received];
    expect([opened.path, changed.path]).to.deep.equal(['POST /api/v2/tickets.json', 'PUT /api/v2/tickets/35436.json']);
    expect(opened.headers['authorization']).to.equal('Basic enRvaw==');
    expect(opened.json.ticket).to.include({ external_id: ticket, subject: 'refund request: order ORD-1001' });
    expect(opened.json.ticket.comment.body).to.contain('Amount: 89.90 USD').and.to.contain('Lines: L1, L2');
    expect(changed.json.ticket.status).to.equal('open');
    const [zammad, closed] = received['zammad'] as [Received, Received];
    expect([zammad.path, closed.path]).to.deep.equal(['POST /api/v1/tickets', 'PUT /api/v1/tickets/81']);
    expect(zammad.json).to.include({ title: 'refund request: order ORD-1001', group: 'Users' });
    expect(closed.json.state).to.equal('open');
  });

  it('come back by the own webhooks of Zendesk and Zammad, signed, and the agent then knows it', async () => {
    const hook = async (desk: string, event: object, sign: (text: string) => Readonly<Record<string, string>>) => {
      const text = JSON.stringify(event);
      const headers = { 'content-type': 'application/json', ...sign(text) };
      return (await fetch(`${service.url}/v1/desks/${desk}/events`, { method: 'POST', headers, body: text })).status;
    };
    const mac = (algorithm: string, text: string) => createHmac(algorithm, HOOK_KEY).update(text);
    const zammad = (text: string) => ({ 'X-Hub-Signature': `sha1=${mac('sha1', text).digest('hex')}` });
    const zendesk =
      (at = new Date()) =>
      (text: string) => ({
        'X-Zendesk-Webhook-Signature': mac('sha256', at.toISOString() + text).digest('base64'),
        'X-Zendesk-Webhook-Signature-Timestamp': at.toISOString()
      });
    const status = async () => (await client.get(`/v1/tickets/${ticket}`)).body.status;
    const heard = () => [...received['zendesk']!, ...received['zammad']!].length;
    const before = heard();

    const pending = { ticket: { id: 81, state: 'pending reminder' } };
    expect(await hook('zammad', pending, () => ({ 'X-Hub-Signature': 'sha1=00' }))).to.equal(403);
    expect(await hook('zammad', pending, () => ({}))).to.equal(403);
    expect(await hook('webhook', pending, zammad), 'a desk that says nothing back').to.equal(404);
    expect(await hook('zammad', { ticket: { id: 4711, state: 'closed' } }, zammad), 'not ours').to.equal(204);
    expect(await status()).to.equal('in_progress');

    const solved = { type: 'zen:event-type:ticket.status_changed', detail: { external_id: ticket, status: 'SOLVED' } };
    expect(await hook('zendesk', solved, zendesk(new Date(Date.now() - 3_600_000))), 'an old one').to.equal(403);
    expect(await status()).to.equal('in_progress');
    expect(await hook('zendesk', solved, zendesk())).to.equal(204);
    expect(await status()).to.equal('resolved');
    expect((await client.get(`/v1/tickets/${ticket}`)).body.version).to.equal(3);
    // The other desk hears of it, and who said it does not.
    await until(() => (heard() > before ? true : undefined));
    expect(received['zammad']!.at(-1)!.json.state).to.equal('closed');
    expect(received['zendesk']).to.have.length(2);
    expect(await hook('zammad', { ticket: { id: 81, state: 'closed' } }, zammad), 'its echo').to.equal(204);
    expect((await client.get(`/v1/tickets/${ticket}`)).body.version).to.equal(3);
  });

  it('go on by themselves after a short failure', async () => {
    failing = 2;
    const talk = await client.talk('demo@example.com');
    const { ticket_id } = await talk.say('can I talk to a person please');
    const arrived = () => received['webhook']!.find(({ json }) => json.data.ticket.ticket_id === ticket_id);
    expect((await until(arrived)).json.type).to.equal('ticket.opened');
    expect(failing).to.be.below(0);
  });

  it('leave a desk alone for as long as it asks, and no longer than the operator allows', async () => {
    failing = Infinity;
    Object.assign(retryAfter, { webhook: '300', zendesk: '99999' });
    const before = Date.now();
    const deliveries = async () => {
      const talk = await client.talk('demo@example.com');
      const { ticket_id } = await talk.say('can I talk to a person please');
      return async () => {
        const items = (await client.get('/v1/deliveries?limit=200')).body.items as any[];
        const own = items.filter(item => item.ticket_id === ticket_id && item.event === 'opened');
        return Object.fromEntries(
          own.map(({ desk, attempts, failure, next_at }) => [desk, { attempts, failure, next_at }])
        );
      };
    };
    const first = await deliveries();
    const refused = await until(async () => {
      const seen = await first();
      return DESKS.every(desk => seen[desk]!.failure === 'upstream_status') ? seen : undefined;
    });
    expect(Date.parse(refused['webhook']!.next_at) - before).to.be.at.least(300_000);
    expect(Date.parse(refused['zendesk']!.next_at) - Date.now()).to.be.within(300_000, 600_000);
    const second = await deliveries();
    const seen = await until(async () => ((await second())['zammad']!.attempts > 0 ? second() : undefined));
    expect(seen['webhook']!.attempts, 'other tickets wait as well').to.equal(0);
  });
});
