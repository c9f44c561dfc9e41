import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { add, definePlugin } from '../../../../core/index.js';
import { ToolHandler } from '../../../../core/tools/index.js';
import { copiedRoot, editFile } from '../../../harness/root.js';
import { startService, type TestService } from '../../../harness/service.js';

const REFUND = { message: 'I want a refund for ORD-1001' };

describe('two support agents on one SQLite file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-shared-'));
  let both: readonly TestService[];
  before(async () => {
    const first = await startService({ folder });
    both = [first, await startService({ folder, seed: false })];
  });
  after(async () => {
    await Promise.all(both.map(each => each.stop()));
    rmSync(folder, { recursive: true });
  });

  it('lose no turn of a conversation, and open one ticket', async () => {
    const talk = await both[0]!.client().talk('demo@example.com');
    const say = (to: TestService) => to.client().post(`${talk.path}/messages`, REFUND);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => say(both[i % 2]!)));
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.ticket_id)).size).to.equal(1);
    expect((await both[1]!.client().get(talk.path)).body.turns).to.equal(10);
    const { items } = (await both[0]!.client().get(`/v1/runs?conversation_id=${talk.id}`)).body;
    expect(items).to.have.length(10);
  });

  it('count every failed verification', async () => {
    const { body } = await both[0]!.client().post('/v1/conversations', {});
    const path = `/v1/conversations/${body.conversation_id}/verify`;
    await Promise.all([0, 1, 2, 3, 4].map(i => both[i % 2]!.client().post(path, { email: 'nobody@example.com' })));
    const late = await both[1]!.client().post(path, { email: 'demo@example.com' });
    expect(late.body.verified).to.equal(false);
  });

  it('do not repeat what a tool does for good when they meet', async () => {
    const { root, remove } = copiedRoot();
    let calls = 0;
    let meet = () => {};
    const met = new Promise<void>(resolve => (meet = resolve));
    const handler: ToolHandler = {
      name: 'counting.lookup',
      configuration: { type: 'object' },
      bind:
        () =>
        async ({ order_id }: { order_id: string }) => {
          if (++calls === 2) meet();
          await met;
          return { records: [{ name: 'order', fields: { order_id, status: 'processing', lines: [] } }] };
        }
    };
    const counting = definePlugin()({
      name: 'counting-lookup',
      version: '1.0.0',
      contract: 1,
      needs: {},
      provides: [],
      adds: [add(ToolHandler, handler)],
      start() {}
    });
    editFile(root, 'tools.d/support/lookup_order.yaml', text =>
      text
        .replace(/ {2}use: record\.reveal\n {2}with:[\s\S]*?(?=^arguments:)/m, '  use: counting.lookup\n')
        .replace('idempotent: true', 'idempotent: false')
    );
    const two = [0, 1].map(() => startService({ root, folder, seed: false, plugins: [counting] }));
    const [one, other] = await Promise.all(two);
    const talk = await one!.client().talk('demo@example.com');
    const ask = (to: TestService) => to.client().post(`${talk.path}/messages`, { message: 'Where is ORD-1002?' });
    const answers = await Promise.all([ask(one!), ask(other!)]);
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
    expect(calls).to.equal(2);
    expect((await one!.client().get(talk.path)).body.turns).to.equal(2);
    await Promise.all([one!.stop(), other!.stop()]);
    remove();
  });
});
