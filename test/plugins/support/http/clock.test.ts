import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { firstIdAt } from '../../../../core/index.js';
import { startService } from '../../../harness/service.js';

describe('the support agent after its clock was set back', () => {
  it('lists what happens from then on as the newest', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bylaw-clock-'));
    const event = { tenant: 'demo', method: 'GET', route: '/', status: 200, created_at: '2100-01-01T00:00:00.000Z' };
    const ahead = await startService({ folder });
    const later = `${firstIdAt('aud', Date.now() + 600_000)}${'z'.repeat(16)}`;
    await ahead.store.commit([{ into: 'audit', how: 'add', rows: [{ ...event, event_id: later }] }]);
    await ahead.stop();

    const service = await startService({ folder, seed: false });
    const talk = await service.client().talk('demo@example.com');
    await talk.say('Where is ORD-1002?');
    const { items } = (await service.client().get('/v1/audit')).body;
    expect(items.at(-1).event_id).to.equal(later);
    const { items: runs } = (await service.client().get('/v1/runs?limit=1')).body;
    expect(runs[0].run_id.slice(4) > later.slice(4)).to.equal(true);
    await service.stop();
    rmSync(folder, { recursive: true });
  });
});
