import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SHIPPED_ROOT } from '../harness/root.js';
import { TestOrchestrator, until } from '../plugins/orchestrator/fixture/index.js';
import { bylaw, type Started } from '../plugins/workspace/fixture/process.js';
import { proveHttpPeers } from './prove-peers.js';

const KEY = 'key-of-the-peers';

describe('the orchestrator and its peers', () => {
  let workspace: string;
  let started: Started;
  let orchestrator: TestOrchestrator;

  before(async () => {
    workspace = mkdtempSync(join(tmpdir(), 'bylaw-peers-'));
    writeFileSync(join(workspace, 'notes.txt'), 'one\nwater the plants\n');
    started = bylaw(SHIPPED_ROOT, ['workspace', 'serve'], { MCP_SANDBOX__WORKSPACE: workspace, MCP_HTTP__PORT: '0' });
    const listening = ({ message }: { message: string }) => message === 'http.listening';
    await started.until(log => log.some(listening));
    orchestrator = await TestOrchestrator.start({ env: { MCP_API_KEYS: `peers:${KEY}` } });
    const headers = { authorization: `Bearer ${KEY}` };
    const { port } = started.log().find(listening);
    const url = `http://127.0.0.1:${port}/mcp`;
    await orchestrator.send('POST', '/servers', { name: 'files', url, capabilities: [] }, headers);
    const { fleet } = orchestrator.endpoint.service;
    await until(() => fleet.get('files')?.tool('read_file') !== undefined);
  });
  after(async () => {
    await orchestrator.stop();
    started.kill('SIGTERM');
    await started.ended;
    rmSync(workspace, { recursive: true });
  });

  proveHttpPeers(() => ({
    good: { name: 'files__read_file', arguments: { path: 'notes.txt' } },
    content: 'water the plants',
    refused: { name: 'files__read_file', arguments: { path: '../outside.txt' } },
    url: `${orchestrator.url}/mcp`,
    headers: { Authorization: `Bearer ${KEY}` },
    baseline: 'tools-only.yaml'
  }));
});
