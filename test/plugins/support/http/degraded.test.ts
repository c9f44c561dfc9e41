import { rmSync } from 'node:fs';
import { expect } from 'chai';
import { add, definePlugin } from '../../../../core/index.js';
import { ToolHandler } from '../../../../core/tools/index.js';
import { seedStore } from '../../../../plugins/support/seed/seeded-store.js';
import { failingStorage } from '../../../harness/failing-store.js';
import { copiedRoot, editFile } from '../../../harness/root.js';
import { startService, type TestService } from '../../../harness/service.js';
import { expectFailure, expectHeaders } from './contract.js';

describe('support agent over HTTP: when something is broken', () => {
  describe('without its database', () => {
    const { plugin, state } = failingStorage();
    let service: TestService;
    before(async () => void (service = await startService({ plugins: [plugin] })));
    afterEach(() => void (state.gone = false));
    after(() => service.stop());

    it('is alive, is not ready, and says which component is not', async () => {
      state.gone = true;
      const open = service.client(null);
      expect((await open.get('/healthz')).status).to.equal(200);
      const ready = await open.get('/readyz');
      expect(ready.status).to.equal(503);
      expectHeaders(ready);
      expect(ready.body.components.find(({ name }: { name: string }) => name === 'database').ready).to.equal(false);
      expect(ready.body.components.filter((c: { ready: boolean }) => c.ready)).to.have.length(2);
      expect(ready.text).not.to.contain(service.database);
      state.gone = false;
      expect((await open.get('/readyz')).status).to.equal(200);
    });

    it('answers every request with the envelope, acknowledges nothing, and goes on when it is back', async () => {
      const client = service.client();
      const talk = await client.talk('demo@example.com');
      state.gone = true;
      for (const answer of [
        await client.post('/v1/conversations', {}),
        await client.get(talk.path),
        await client.post(`${talk.path}/messages`, { message: 'hello' }),
        await client.post(`${talk.path}/verify`, { email: 'demo@example.com' }),
        await client.post(`${talk.path}/feedback`, { helpful: true }),
        await client.get('/v1/runs')
      ])
        expectFailure(answer, 503, 'service_unavailable');
      state.gone = false;
      expect((await talk.read()).turns).to.equal(0);
      expect((await talk.say('hello')).state).to.equal('answered');
    });
  });

  describe('with a database that is not seeded', () => {
    it('is ready, and warns that it knows nothing', async () => {
      const service = await startService({ seed: false });
      const ready = async () => (await service.client(null).get('/readyz')).body;
      expect((await ready()).warnings.join()).to.match(/^knowledge_empty: .* 'bylaw support seed'$/);
      await seedStore(service.store, service.documents.current);
      expect(await ready())
        .to.include({ status: 'ready' })
        .with.deep.property('warnings', []);
      await service.stop();
    });
  });

  describe('with a database whose file is deleted', () => {
    it('acknowledges nothing that would be lost, and is not ready', async () => {
      const service = await startService();
      const talk = await service.client().talk('demo@example.com');
      rmSync(service.database);
      const answer = await service.client().post(`${talk.path}/messages`, { message: 'hello' });
      expectFailure(answer, 503, 'service_unavailable');
      const ready = await service.client(null).get('/readyz');
      expect([ready.status, ready.body.components[0].detail]).to.deep.equal([
        503,
        'the database cannot be used: its file was deleted or replaced; a restart opens what is there now'
      ]);
      await service.stop();
    });
  });

  describe('with a tool that keeps failing', () => {
    const broken = { on: true };
    const plugin = definePlugin()({
      name: 'brittle-lookup',
      version: '1.0.0',
      contract: 1,
      needs: {},
      provides: [],
      adds: [
        add(ToolHandler, {
          name: 'brittle.lookup',
          configuration: { type: 'object' },
          bind:
            () =>
            async ({ order_id }: { order_id: string }) => {
              if (broken.on) throw new Error(`no luck with ${order_id}`);
              return { records: [{ name: 'order', fields: { order_id, status: 'processing', lines: [] } }] };
            }
        })
      ],
      start() {}
    });
    const { root, remove } = copiedRoot();
    let service: TestService;
    before(async () => {
      editFile(root, 'tools.d/support/lookup_order.yaml', text =>
        text.replace(/ {2}use: record\.reveal\n {2}with:[\s\S]*?(?=^arguments:)/m, '  use: brittle.lookup\n')
      );
      service = await startService({
        root,
        plugins: [plugin],
        env: { AGENT_TOOLS__CIRCUIT_FAILURES: '3', AGENT_TOOLS__CIRCUIT_RESET_SECONDS: '0.05' }
      });
    });
    after(async () => {
      await service.stop();
      remove();
    });

    it('escalates, opens the circuit, warns without being unready, and closes it again', async () => {
      const talk = await service.client().talk('demo@example.com');
      const ask = () => talk.say('Where is ORD-1002?');
      for (let i = 0; i < 3; i++)
        expect(await ask()).to.include({ state: 'escalated', escalation_reason: 'tool_failure' });
      const ready = await service.client(null).get('/readyz');
      expect(ready.status).to.equal(200);
      expect(ready.body.open_circuits).to.deep.equal(['lookup_order']);
      expect(ready.body.warnings.join()).to.match(/^circuit_open: lookup_order/);
      expect((await service.client().get('/v1/tools')).body.open_circuits).to.deep.equal(['lookup_order']);
      broken.on = false;
      // The circuit lets one trial through when its time is up; until then calls are refused without running.
      let reply = await ask();
      while (reply.state !== 'answered') {
        expect(reply).to.include({ state: 'escalated', escalation_reason: 'tool_failure' });
        reply = await service
          .client()
          .talk('demo@example.com')
          .then(t => t.say('Where is ORD-1002?'));
      }
      expect((await service.client(null).get('/readyz')).body.warnings).to.deep.equal([]);
      expect(service.counted('agent.tool_calls', { tool: 'lookup_order', outcome: 'error' })).to.equal(3);
      expect(service.counted('agent.tool_calls', { tool: 'lookup_order', outcome: 'circuit_open' })).to.be.at.least(0);
    });
  });
});
