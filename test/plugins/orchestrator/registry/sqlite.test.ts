import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestOrchestrator } from '../fixture/index.js';
import { Upstream } from '../fixture/upstream.js';

describe('a registry in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-registry-'));
  const env = { MCP_REGISTRY_URL: `sqlite:${join(folder, 'registry.db')}` };
  after(() => rmSync(folder, { recursive: true }));

  it('survives a restart, with the state of each server and who registered it', async () => {
    const upstream = await Upstream.start();
    const first = await TestOrchestrator.start({ env });
    const given = { capabilities: ['x'], metadata: { a: [1] }, weight: 3 };
    expect((await first.register('kept', upstream.url, given)).status).to.equal(201);
    await first.register('gone', upstream.url);
    await first.send('DELETE', '/servers/gone');
    await first.send('PATCH', '/servers/kept', { state: 'draining' });
    const { registered_at } = (await first.get('/servers/kept')).body;
    await first.stop();
    const second = await TestOrchestrator.start({ env });
    const { servers } = (await second.get('/servers?detail=true')).body;
    expect(servers).to.have.length(1);
    expect(servers[0]).to.deep.include({ name: 'kept', ...given, registered_at, state: 'draining', owner: 'local' });
    await second.send('PATCH', '/servers/kept', { state: 'active' });
    expect((await second.call()).status).to.equal(200);
    await Promise.all([second.stop(), upstream.kill()]);
  });

  it('that cannot be made is named with what to do', async () => {
    let message = '';
    await TestOrchestrator.start({ env: { MCP_REGISTRY_URL: `sqlite:${process.execPath}/x.db` } }).catch(
      error => (message = error.message)
    );
    expect(message).to.contain('registry_unavailable').and.contain('MCP_REGISTRY_URL');
  });
});
