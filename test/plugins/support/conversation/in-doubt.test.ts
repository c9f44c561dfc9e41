import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { copiedRoot } from '../../../harness/root.js';
import { startService } from '../../../harness/service.js';

const WEIGHING = 'policies/dialogue/weighing/weighing.yaml';

describe('what is told on little', () => {
  const { root, remove } = copiedRoot();
  after(remove);

  it('is not told: sentences of articles need the likelihood that the files say', async () => {
    const file = join(root, WEIGHING);
    const replyWith = async (share: string) => {
      writeFileSync(file, readFileSync(file, 'utf8').replace(/^tells_at: .*$/m, `tells_at: ${share}`));
      const service = await startService({ root });
      try {
        return await (await service.client().talk()).say('And who pays the postage?');
      } finally {
        await service.stop();
      }
    };
    const [told, doubted] = [await replyWith('0'), await replyWith('1')];
    expect(told).to.include({ state: 'answered' });
    expect(told.reply).to.include('return label');
    expect(doubted.reply).not.to.include('return label');
    expect(doubted.ticket_id).to.equal(null);
  });
});
