import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { serve } from '../../../harness/child.js';
import { startService } from '../../../harness/service.js';

/** What a shell counts file sizes in. */
const BLOCK_BYTES = 512;

describe('the support agent on a full disk', () => {
  it('acknowledges nothing it could not keep, says so, and has kept the rest', async function () {
    if (process.platform === 'win32') return this.skip();
    const folder = mkdtempSync(join(tmpdir(), 'bylaw-full-'));
    try {
      const seeded = await startService({ folder });
      await seeded.stop();
      // No file may grow much beyond the database as it is: a few messages fill the log beside it.
      const blocks = Math.ceil(statSync(join(folder, 'support.db')).size / BLOCK_BYTES);
      const full = await serve(folder, {}, `trap '' XFSZ; ulimit -f ${blocks};`);
      const talk = await full.client.talk('demo@example.com');
      const kept: string[] = [];
      let refusal;
      while (refusal === undefined) {
        const message = { message: 'Where is ORD-1002?', include_trace: true };
        const answer = await full.client.post(`${talk.path}/messages`, message);
        if (answer.status === 200) kept.push(answer.body.trace.run_id);
        else refusal = answer;
      }
      expect([refusal.status, refusal.body.code]).to.deep.equal([503, 'service_unavailable']);
      expect((await full.client.get('/healthz')).status).to.equal(200);
      const ready = await full.client.get('/readyz');
      expect([ready.status, ready.body.components[0].ready]).to.deep.equal([503, false]);
      full.kill('SIGTERM');
      await full.ended;

      const service = await startService({ folder, seed: false });
      const client = service.client();
      expect((await client.get(talk.path)).body.turns).to.equal(kept.length);
      for (const id of kept) expect((await client.get(`/v1/runs/${id}/trace`)).status).to.equal(200);
      await service.stop();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
