import { expect } from 'chai';
import type { Client } from '../../../harness/client.js';
import { ACME_KEY, KEY, startService, type TestService } from '../../../harness/service.js';
import { ISO_UTC } from './contract.js';

const RUN_KEYS = [
  'run_id',
  'conversation_id',
  'intent',
  'confidence',
  'state',
  'escalation_reason',
  'refusal_reason',
  'ticket_id',
  'tool_calls',
  'steps_used',
  'duration_ms',
  'verification_passed',
  'provider',
  'model',
  'input_tokens',
  'output_tokens',
  'policy_revision',
  'request_id',
  'created_at'
];
const TICKET_KEYS = [
  'ticket_id',
  'conversation_id',
  'customer_id',
  'run_id',
  'order_id',
  'line_ids',
  'intent',
  'reason',
  'decision',
  'rule',
  'amount',
  'currency',
  'issue',
  'destination',
  'answers',
  'replaces',
  'status',
  'version',
  'assignee',
  'created_at',
  'updated_at'
];

describe('support agent over HTTP: what operators read', () => {
  let service: TestService;
  let client: Client;
  const runs: string[] = [];
  const conversations: string[] = [];
  before(async () => {
    service = await startService();
    client = service.client();
    for (let i = 0; i < 4; i++) {
      const talk = await client.talk('demo@example.com');
      conversations.push(talk.id);
      for (const message of ['hello', 'I want a refund for ORD-1001', 'What is the capital of France?'])
        runs.push((await talk.say(message)).trace!.run_id);
    }
  });
  after(() => service.stop());

  async function everyPage(path: string, limit: number): Promise<any[]> {
    const items: any[] = [];
    for (let cursor: string | null = null, pages = 0; pages < 100; pages++) {
      const join = path.includes('?') ? '&' : '?';
      const { status, body } = await client.get(
        `${path}${join}limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`
      );
      expect(status).to.equal(200);
      expect(body).to.have.all.keys('items', 'next_cursor');
      expect(body.items.length).to.be.at.most(limit);
      items.push(...body.items);
      if (body.next_cursor === null) return items;
      expect(body.items).to.have.length(limit);
      cursor = body.next_cursor;
    }
    throw new Error(`${path} never ends`);
  }

  it('lists runs newest first, with the documented fields', async () => {
    const { items, next_cursor } = (await client.get('/v1/runs')).body;
    expect(items.map(({ run_id }: { run_id: string }) => run_id)).to.deep.equal([...runs].reverse());
    expect(next_cursor).to.equal(null);
    for (const run of items) {
      expect(run).to.have.all.keys(RUN_KEYS);
      expect(run.created_at).to.match(ISO_UTC);
      expect(run.confidence).to.be.within(0, 1);
      expect(run.verification_passed).to.equal(true);
    }
  });

  for (const limit of [1, 5, 12, 200])
    it(`leads through all runs in pages of ${limit}, none missing and none twice`, async () => {
      expect((await everyPage('/v1/runs', limit)).map(({ run_id }) => run_id)).to.deep.equal([...runs].reverse());
    });

  it('filters runs by conversation, state, intent and moment, together and page by page', async () => {
    const one = await everyPage(`/v1/runs?conversation_id=${conversations[1]}`, 2);
    expect(one.map(({ run_id }) => run_id)).to.deep.equal(runs.slice(3, 6).reverse());
    const escalated = await everyPage('/v1/runs?state=escalated', 3);
    expect(escalated).to.have.length(4);
    expect(escalated.every(({ state, intent }) => state === 'escalated' && intent === 'refund_request')).to.equal(true);
    expect(await everyPage('/v1/runs?intent=greeting', 50)).to.have.length(4);
    expect(await everyPage(`/v1/runs?intent=greeting&state=escalated`, 50)).to.have.length(0);
    expect(await everyPage(`/v1/runs?conversation_id=${conversations[0]}&state=refused`, 50)).to.have.length(1);
    const { created_at } = one[0];
    const since = await everyPage(`/v1/runs?since=${created_at}`, 4);
    expect(since.every(run => run.created_at >= created_at)).to.equal(true);
    expect(since.map(({ run_id }) => run_id)).to.include(one[0].run_id);
    expect(await everyPage('/v1/runs?since=2100-01-01', 50)).to.have.length(0);
    expect(await everyPage('/v1/runs?since=2000-01-01', 50)).to.have.length(runs.length);
  });

  it('counts runs over time as the listing lists them, by the same filters', async () => {
    const summary = async (query: string, key?: string) =>
      (await (key === undefined ? client : service.client(key)).get(`/v1/runs/summary?${query}`)).body;
    const all = await summary('interval=minute');
    const total = (counts: readonly { value: string; count: number }[], value?: string) =>
      counts.filter(each => value === undefined || each.value === value).reduce((sum, { count }) => sum + count, 0);
    const listed = await everyPage('/v1/runs', 200);
    const of = (name: string, value: string) => listed.filter(run => run[name] === value).length;
    expect(total(all.states)).to.equal(runs.length);
    for (const state of ['answered', 'escalated', 'refused'])
      expect(total(all.states, state), state).to.equal(of('state', state));
    expect(total(all.intents, 'greeting')).to.equal(4);
    expect(total(all.escalations, 'policy_requires_human')).to.equal(4);
    expect(total(all.refusals, 'out_of_scope')).to.equal(of('refusal_reason', 'out_of_scope'));
    expect(all.withheld).to.deep.equal([]);
    expect(all.confidence.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).to.equal(runs.length);
    expect(all.latency[0].at).to.equal(null);
    expect(all.latency[0].p95).to.be.at.least(all.latency[0].p50);
    // Each bar leads to its runs.
    const [bar] = all.states;
    const until = new Date(Date.parse(bar.at) + 60_000).toISOString();
    const its = await everyPage(`/v1/runs?state=${bar.value}&since=${bar.at}&until=${until}`, 200);
    expect(its).to.have.length(bar.count);
    expect(total((await summary(`conversation_id=${conversations[0]}`)).states)).to.equal(3);
    expect(total((await summary('state=escalated&interval=day')).intents, 'refund_request')).to.equal(4);
    const sure = await everyPage('/v1/runs?confidence_from=0.9', 200);
    expect(sure.every(({ confidence }) => confidence >= 0.9)).to.equal(true);
    expect(total((await summary('confidence_from=0.9')).states)).to.equal(sure.length);
    expect((await summary('', ACME_KEY)).states).to.deep.equal([]);
  });

  it('refuses more intervals than can be shown, and moments that do not exist', async () => {
    const refused = async (query: string, path = '/v1/runs/summary') => (await client.get(`${path}?${query}`)).status;
    expect(await refused('interval=minute&since=2020-01-01')).to.equal(400);
    expect(await refused('interval=year')).to.equal(422);
    expect(await refused('since=2026-02-31T99:00Z', '/v1/runs')).to.equal(400);
  });

  it('starts where it ended after a cursor, whatever came in between', async () => {
    const first = (await client.get('/v1/runs?limit=2')).body;
    const talk = await client.talk();
    await talk.say('hello');
    const second = (await client.get(`/v1/runs?limit=2&cursor=${first.next_cursor}`)).body;
    expect(second.items.map(({ run_id }: { run_id: string }) => run_id)).to.deep.equal([...runs].reverse().slice(2, 4));
    runs.push((await client.get('/v1/runs?limit=1')).body.items[0].run_id);
  });

  it('lists tickets with what a colleague needs to pay one out', async () => {
    const tickets = await everyPage('/v1/tickets', 3);
    expect(tickets).to.have.length(4);
    for (const ticket of tickets) {
      expect(ticket).to.have.all.keys(TICKET_KEYS);
      const { ticket_id, conversation_id, run_id, created_at, ...rest } = ticket;
      expect(rest).to.deep.equal({
        customer_id: 'cus_demo',
        issue: null,
        destination: null,
        answers: null,
        replaces: null,
        order_id: 'ORD-1001',
        line_ids: ['L1', 'L2'],
        intent: 'refund_request',
        reason: 'policy_requires_human',
        decision: 'eligible',
        rule: 'within-policy',
        amount: '89.90',
        currency: 'USD',
        status: 'open',
        version: 1,
        assignee: null,
        updated_at: null
      });
      expect(ticket_id).to.match(/^tkt_/);
      expect(conversations).to.include(conversation_id);
      expect(runs).to.include(run_id);
      expect(created_at).to.match(ISO_UTC);
    }
  });

  it('counts tickets by status, and says since when the oldest waits', async () => {
    const oldest = (await everyPage('/v1/tickets?status=open', 200)).at(-1).created_at;
    const summary = async (key: string) => (await service.client(key).get('/v1/tickets/summary')).body.statuses;
    expect(await summary(KEY)).to.deep.equal([{ status: 'open', count: 4, oldest }]);
    expect(await summary(ACME_KEY)).to.deep.equal([]);
  });

  it('lists audit events newest first, page by page, with its own requests', async () => {
    const events = await everyPage('/v1/audit', 7);
    const ids = events.map(({ event_id }) => event_id);
    expect(new Set(ids).size).to.equal(ids.length);
    expect(ids).to.deep.equal([...ids].sort((a, b) => (a! < b! ? 1 : -1)));
    expect(events.filter(({ route }) => route === '/v1/conversations/{id}/messages').length).to.be.at.least(
      runs.length
    );
  });

  it('counts what the documented metrics count', async () => {
    const { tools } = (await client.get('/v1/tools/usage')).body;
    const used = tools.find(({ tool }: { tool: string }) => tool === 'create_ticket');
    expect(used).to.include({ calls: 4, failed: 0 });
    expect(used.p95).to.be.at.least(used.p50);
    expect(service.counted('agent.runs_completed', { state: 'escalated', intent: 'refund_request' })).to.equal(4);
    expect(service.counted('agent.escalations', { reason: 'policy_requires_human' })).to.equal(4);
    expect(service.counted('agent.tool_calls', { tool: 'create_ticket', outcome: 'ok' })).to.equal(4);
    expect(service.counted('agent.tool_latency', { tool: 'lookup_order' })).to.equal(4);
    expect(service.counted('agent.run_latency')).to.equal(runs.length);
    expect(service.counted('agent.steps_used')).to.equal(runs.length);
    expect(service.counted('agent.verification_failures')).to.equal(0);
  });
});
