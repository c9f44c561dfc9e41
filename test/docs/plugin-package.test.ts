import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../core/cli/main.js';
import { discover } from '../../core/kernel/discover.js';
import { type Log, Metrics, type Running, start } from '../../core/index.js';
import { Store } from '../../core/store/index.js';
import { seedStore } from '../../plugins/support/seed/seeded-store.js';
import { bylaw } from '../harness/child.js';
import { Client } from '../harness/client.js';
import { copiedRoot } from '../harness/root.js';
import { KEY } from '../harness/service.js';
import { textOf } from './pages.js';

const FIXTURE = join(PACKAGE_ROOT, 'test/fixtures/plugin-package');
const LIST = `kind: plugins
version: 1
services:
  support:
    prefix: AGENT
    plugins:
      - use: bylaw-sample/storage
      - use: ./composer-template
      - use: bylaw-sample/composer
        options: { greeting: Good day. }
      - use: ./handlers-remote
      - use: ./support
      - use: bylaw-sample/transport
  workspace:
    prefix: MCP
    plugins:
      - use: ./workspace
  orchestrator:
    prefix: MCP
    plugins:
      - use: ./orchestrator
      - use: bylaw-sample/transport
`;

describe('a package of plugins that is installed', () => {
  const { root, remove } = copiedRoot();
  let running: Running | undefined;
  let client: Client;

  before(async () => {
    const packed = spawnSync('npm', ['pack', '--silent', '--pack-destination', root], {
      cwd: FIXTURE,
      encoding: 'utf8'
    });
    const installed = join(root, 'node_modules/bylaw-sample');
    mkdirSync(installed, { recursive: true });
    spawnSync('tar', ['-xzf', join(root, packed.stdout.trim()), '-C', installed, '--strip-components=1']);
    symlinkSync(PACKAGE_ROOT, join(root, 'node_modules/bylaw'));
    symlinkSync(join(PACKAGE_ROOT, 'node_modules/ajv'), join(root, 'node_modules/ajv'));
    mkdirSync(join(root, 'plugins'));
    writeFileSync(join(root, 'plugins/plugins.yaml'), LIST);

    const { services } = await discover(join(root, 'plugins'), join(PACKAGE_ROOT, 'dist/plugins'));
    let port = 0;
    const note = (event: string, fields: object = {}) => {
      if (event === 'http.listening') port = (fields as { port: number }).port;
    };
    const log: Log = { debug: note, info: note, warning: note, error: note };
    running = await start({
      root,
      service: services[0]!,
      services,
      env: { AGENT_SERVER__PORT: '0', AGENT_SECURITY__API_KEYS: `demo:${KEY}`, AGENT_CHAT__BACKEND: 'greeting' },
      metrics: new Metrics(),
      log
    });
    await seedStore(running.items(Store)[0]!, running.documents.current);
    client = new Client(`http://127.0.0.1:${port}`, KEY);
  });
  after(async () => {
    await running?.stop();
    remove();
  });

  it('is served by its transport, kept by its storage and phrased by its composer', async () => {
    const conversation = await client.talk('demo@example.com');
    const status = await conversation.say('Where is my order ORD-1002?');
    expect([status.state, status.provider]).to.deep.equal(['answered', 'greeting']);
    expect(status.reply).to.match(/^Good day\. Your order ORD-1002 was shipped/);
    const refund = await conversation.say('Please refund order ORD-1001');
    expect(refund.ticket_id).to.match(/^tkt_/);
    const tickets = await client.get('/v1/tickets');
    expect(tickets.body.items.map((t: { ticket_id: string }) => t.ticket_id)).to.deep.equal([refund.ticket_id]);
    expect((await client.get('/v1/runs?limit=1')).body.items[0]).to.include({ intent: 'refund_request' });
    expect((await client.get('/v1/audit')).body.items.length).to.be.above(3);
  });

  it('plays conversations and searches articles on an empty store of its storage', async () => {
    const played = await bylaw(['policy', 'test', '--root', root, 'refund', 'too', 'late']);
    expect(played).to.deep.equal({ code: 0, out: '1 tests passed (conversations 1)\n', err: '' });
    expect((await bylaw(['policy', 'explain', '--root', root, 'knowledge', 'do you ship to Canada?'])).out).to.match(
      /^answer: .*Canada/m
    );
    const replay = (...more: string[]) => bylaw(['policy', 'replay', '--root', root, ...more]);
    expect((await replay()).out).to.match(/no decisions|0 /i);
    expect(await replay('--database', 'sqlite:x.db')).to.include({
      code: 2,
      err: 'bylaw: the storage of this service takes no address of a database: leave --database out, its own settings say where records are\n'
    });
  });

  it('answers failures with the documented envelope', async () => {
    for (const [answer, status, code] of [
      [await client.get('/v1/nothing'), 404, 'not_found'],
      [await client.post('/v1/conversations', { customer_email: 3, more: 1 }), 422, 'validation_error'],
      [await client.send('POST', '/v1/conversations', { body: '{' }), 400, 'validation_error'],
      [await new Client(client.url, 'wrong').get('/v1/runs'), 403, 'forbidden']
    ] as const) {
      expect([answer.status, answer.body.code]).to.deep.equal([status, code]);
      expect(answer.headers['x-request-id']).to.equal(answer.body.request_id);
    }
  });

  it('is what the guide shows', () => {
    const page = textOf('docs/plugin-authors.md');
    for (const file of ['composer.js', 'storage.js', 'transport.js'])
      expect(page).to.include(readFileSync(join(FIXTURE, file), 'utf8').trimEnd());
  });

  it('is refused by name and point where something is missing', async () => {
    const source = readFileSync(join(FIXTURE, 'composer.js'), 'utf8');
    const refused = async (name: string, text: string) => {
      const package_ = join(root, 'node_modules', name);
      mkdirSync(package_);
      writeFileSync(join(package_, 'package.json'), '{"type":"module","exports":{"import":"./index.js"}}');
      writeFileSync(join(package_, 'index.js'), text);
      const folder = join(root, `plugins-${name}`);
      mkdirSync(folder);
      writeFileSync(
        join(folder, 'plugins.yaml'),
        `kind: plugins\nversion: 1\nservices: { shop: { prefix: SHOP, plugins: [{ use: ${name} }] } }\n`
      );
      try {
        const { services } = await discover(folder, join(PACKAGE_ROOT, 'dist/plugins'));
        // No files and no other plugin: only the plugin itself can be what is refused.
        await start({ root: folder, service: services[0]!, services, env: {}, metrics: new Metrics() });
        return 'it started';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(await refused('sound', source)).to.equal('it started');
    expect(await refused('without-compose', source.replace('compose:', 'komponiere:'))).to.equal(
      "item_incomplete sample-composer brings a composer without 'compose'"
    );
    expect(await refused('of-tomorrow', source.replace('contract: 1', 'contract: 2'))).to.match(
      /^plugins\/plugins\.yaml:3:\d+: plugin_contract plugin 'sample-composer' was written for contract 2; this kernel offers 1/
    );
    expect(await refused('unlisted', source.replace('provides: [Composer]', 'provides: []'))).to.equal(
      'plugin_start_failed sample-composer did not start: it provides an item for composer without listing that point'
    );
  });
});
