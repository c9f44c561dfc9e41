import { expect } from 'chai';
import pg from 'pg';
import { silentLog } from '../../../../core/index.js';
import type { Registered } from '../../../../plugins/orchestrator/registry/registration.js';
import { RegistryFeed } from '../../../../plugins/orchestrator/registry/registry-feed.js';
import { startPostgres, type PostgresServer } from '../../../harness/postgres.js';
import { TestOrchestrator, until } from '../fixture/index.js';
import { reply, Upstream } from '../fixture/upstream.js';

describe('a registry that replicas share', () => {
  let server: PostgresServer;
  let upstream: Upstream;
  let one: TestOrchestrator;
  let two: TestOrchestrator;

  before(async () => {
    [server, upstream] = await Promise.all([startPostgres(), Upstream.start()]);
    const env = { MCP_REGISTRY_URL: await server.fresh() };
    // At once, on an empty database: one of them makes the table.
    [one, two] = await Promise.all([TestOrchestrator.start({ env }), TestOrchestrator.start({ env })]);
  });
  after(async () => {
    await Promise.all([one.stop(), two.stop(), upstream.kill()]);
    await server.stop();
  });

  const names = async (of: TestOrchestrator) =>
    (await of.get('/servers')).body.servers.map(({ name }: { readonly name: string }) => name);

  it('shows every replica what is registered at one of them, and lets all of them route to it', async () => {
    expect((await one.register('a', upstream.url, { capabilities: ['x'] })).status).to.equal(201);
    await until(async () => (await names(two)).includes('a'));
    const { body } = await two.get('/servers/a');
    expect(body).to.deep.include({ url: upstream.url, capabilities: ['x'], metadata: {} });
    expect((await two.call()).body.server).to.equal('a');
  });

  it('takes over a changed registration, and lets go of a deregistered one', async () => {
    expect((await two.register('a', upstream.url, { capabilities: ['y'] })).status).to.equal(200);
    await until(async () => (await one.get('/servers/a')).body.capabilities[0] === 'y');
    await one.register('b', upstream.url);
    await until(async () => (await names(two)).includes('b'));
    expect((await two.send('DELETE', '/servers/b')).status).to.equal(204);
    await until(async () => !(await names(one)).includes('b'));
  });

  it('lets go of one that went unheard while it was asked for its tools', async () => {
    const answers: (() => void)[] = [];
    const slow = await Upstream.start();
    slow.behave = ({ method, id }, response) => {
      if (method !== 'server/discover') return false;
      const result = { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } };
      answers.push(() => reply(response, id, result));
      return true;
    };
    const registering = one.register('slow', slow.url);
    await until(() => answers.length === 2);
    const database = new pg.Client(`postgres://postgres@127.0.0.1:${server.port}/d1`);
    await database.connect();
    await database.query("delete from tool_servers where name = 'slow'");
    await database.end();
    slow.sound();
    answers.forEach(answer => answer());
    await registering;
    await until(async () => !(await names(one)).includes('slow'));
    await slow.kill();
  });

  it('creates a name once that is registered at two replicas at the same moment', async () => {
    const answers = await Promise.all([one, two, one, two].map(each => each.register('twice', upstream.url)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).to.deep.equal([200, 200, 200, 201]);
    await until(async () => (await names(two)).includes('twice') && (await names(one)).includes('twice'));
    await one.send('DELETE', '/servers/twice');
  });

  it('is read by a replica that starts later', async () => {
    const { MCP_REGISTRY_URL } = { MCP_REGISTRY_URL: `postgres://postgres@127.0.0.1:${server.port}/d1` };
    const late = await TestOrchestrator.start({ env: { MCP_REGISTRY_URL } });
    expect(await names(late)).to.deep.equal(['a']);
    await late.stop();
  });

  describe('is followed', () => {
    const row: Registered = {
      name: 'a',
      url: 'http://127.0.0.1:9/mcp',
      capabilities: [],
      metadata: {},
      weight: 1,
      registered_at: '2026-08-01T12:00:00.000Z',
      state: 'active',
      owner: 'team'
    };
    let database: pg.Client;
    let feed: RegistryFeed;
    let listening: pg.Client[];
    let rows: readonly Registered[];
    let reads: number;
    let changes: string[];
    /** What reads, and new connections, wait for. */
    let held: { readonly reading: Promise<void>; readonly connecting: Promise<void> };
    const gate = () => {
      let [open, fail] = [() => {}, (_error: Error) => {}];
      const opened = new Promise<void>((resolve, reject) => ([open, fail] = [resolve, reject]));
      return { opened, open, fail };
    };
    const read = async () => {
      const before = reads;
      await database.query('notify bylaw_servers');
      await until(() => reads > before);
    };

    beforeEach(async () => {
      const url = `postgres://postgres@127.0.0.1:${server.port}/postgres`;
      database = new pg.Client(url);
      await database.connect();
      [listening, rows, reads, changes] = [[], [], 0, []];
      held = { reading: Promise.resolve(), connecting: Promise.resolve() };
      feed = new RegistryFeed({
        log: silentLog,
        async connect() {
          await held.connecting;
          const client = new pg.Client(url);
          client.on('error', () => {});
          await client.connect();
          await client.query('listen bylaw_servers');
          listening.push(client);
          return client;
        },
        async read() {
          reads++;
          const found = rows;
          await held.reading;
          return found;
        }
      });
      feed.start(({ name }) => void changes.push(name));
      await until(() => reads > 0);
    });
    afterEach(async () => {
      await feed.stop();
      await database.end();
    });

    it('with a word of what may be missed until a new connection listens, though it can be read', async () => {
      const [reading, connecting] = [gate(), gate()];
      held = { reading: reading.opened, connecting: connecting.opened };
      await read();
      const { pid } = (await listening[0]!.query('select pg_backend_pid() as pid')).rows[0] as { readonly pid: number };
      await database.query('select pg_terminate_backend($1)', [pid]);
      await until(() => feed.trouble !== undefined);
      rows = [row];
      feed.know(row);
      reading.open();
      await until(() => reads > 2);
      await reading.opened;
      await new Promise(setImmediate);
      expect(feed.trouble).to.contain('cannot be reached');
      connecting.open();
      await until(() => feed.trouble === undefined);
      expect(listening).to.have.length(2);
    });

    it('without taking for news what was read before a change of its own', async () => {
      const reading = gate();
      held = { ...held, reading: reading.opened };
      await read();
      rows = [row];
      feed.know(row);
      reading.open();
      held = { ...held, reading: Promise.resolve() };
      await until(() => reads > 2);
      await read();
      expect(changes).to.deep.equal([]);
    });

    it('until it is stopped, also where it cannot be read at that moment', async () => {
      const reading = gate();
      held = { ...held, reading: reading.opened };
      await read();
      const stopped = feed.stop();
      reading.fail(new Error('the connection is lost'));
      await stopped;
      const seen = reads;
      await new Promise(resolve => setTimeout(resolve, 150));
      expect(reads).to.equal(seen);
    });
  });

  it('leaves replicas routing on what they last knew when its database is lost, and catches up', async () => {
    await server.kill();
    const reasons = async () => (await one.get('/health')).body.reasons.join();
    await until(async () => (await reasons()).includes('registry_unreachable'));
    expect((await one.call()).body.server).to.equal('a');
    const refused = await one.register('c', upstream.url);
    expect([refused.status, refused.body.code]).to.deep.equal([503, 'service_unavailable']);
    expect(await names(one)).to.deep.equal(['a']);
    await server.start();
    await until(async () => !(await reasons()).includes('registry_unreachable'));
    expect((await one.register('c', upstream.url)).status).to.equal(201);
    await until(async () => (await names(two)).includes('c'));
    const events = one.lines.map(({ event }) => event);
    expect(events).to.include.members(['registry.unreachable', 'registry.reachable']);
  });

  it('that cannot be reached at the start is named with what to do', async () => {
    let message = '';
    const env = { MCP_REGISTRY_URL: 'postgres://someone:hush@127.0.0.1:1/none' };
    await TestOrchestrator.start({ env }).catch(error => (message = error.message));
    expect(message).to.contain('registry_unavailable').and.contain('MCP_REGISTRY_URL').and.not.contain('hush');
  });
});
