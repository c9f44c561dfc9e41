import { expect } from 'chai';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main, PACKAGE_ROOT } from '../../../../core/cli/main.js';
import { SUPPORT_SCHEMA } from '../../../../plugins/support/records/schema.js';
import { startService } from '../../../harness/service.js';

const RELEASES = join(PACKAGE_ROOT, 'test/fixtures/releases');

describe('support migrate', () => {
  for (const release of readdirSync(RELEASES))
    it(`brings a database of ${release} up to date, with what it holds`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'bylaw-migrate-'));
      const file = join(folder, 'support.db');
      copyFileSync(join(RELEASES, release), file);
      const run = async (...more: string[]) => {
        const lines: string[] = [];
        const add = (line: string) => void lines.push(line);
        const env = { AGENT_STORAGE__DATABASE_URL: `sqlite:${file}` };
        return { status: await main(['support', 'migrate', ...more], { env, out: add, err: add }), lines };
      };
      const { lines } = await run('--list', '--json');
      const { migrations } = JSON.parse(lines.join('\n')) as { migrations: { applied: boolean }[] };
      expect(migrations).to.have.length(SUPPORT_SCHEMA.steps.length);
      expect(migrations[0]!.applied).to.equal(true);
      expect((await run()).status).to.equal(0);
      const after = await run('--list');
      expect([after.status, after.lines.some(line => line.includes('missing'))]).to.deep.equal([0, false]);

      const service = await startService({ folder, seed: false });
      const client = service.client();
      try {
        const [asked] = (await client.get('/v1/runs')).body.items;
        expect(asked).to.include({ intent: 'refund_request', state: 'escalated' });
        const [ticket] = (await client.get('/v1/tickets')).body.items;
        expect(ticket.ticket_id).to.equal(asked.ticket_id);
        const path = `/v1/conversations/${asked.conversation_id}/messages`;
        const { body } = await client.post(path, { message: 'where is my order ORD-1002?' });
        expect(body).to.include({ state: 'answered', intent: 'order_status' });
      } finally {
        await service.stop();
        rmSync(folder, { recursive: true });
      }
    });
});
