import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
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
});
