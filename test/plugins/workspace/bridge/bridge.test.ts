import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SHIPPED_ROOT } from '../../../harness/root.js';
import { bylaw, CLI } from '../fixture/process.js';

describe('workspace bridge', () => {
  let workspace: string;
  const settings = () => ({ MCP_SANDBOX__WORKSPACE: workspace });
  before(() => {
    workspace = mkdtempSync(join(tmpdir(), 'bylaw-bridge-'));
    writeFileSync(join(workspace, 'notes.txt'), 'one\ntwo\n');
  });
  after(() => rmSync(workspace, { recursive: true }));

  const exchange = async (messages: readonly unknown[], env: Readonly<Record<string, string>> = settings()) => {
    const started = bylaw(SHIPPED_ROOT, ['workspace', 'bridge'], env);
    started.write(messages.map(m => (typeof m === 'string' ? m : JSON.stringify(m))).join('\n'));
    started.end();
    const { stdout, status, stderr } = await started.ended;
    const answers = stdout
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line));
    return { status, stderr, of: (id: unknown) => answers.find(answer => answer.id === id), answers };
  };
  const initialize = (id: unknown, protocolVersion: string) => ({
    jsonrpc: '2.0',
    id,
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  });

  it('lets a client of the first SDK list and call the tools', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const args = [CLI, '--root', SHIPPED_ROOT, 'workspace', 'bridge'];
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env: settings(), stderr: 'ignore' })
    );
    try {
      expect(client.getServerVersion()?.name).to.equal('bylaw-workspace');
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name))
        .to.include('read_file')
        .and.have.length(7);
      const steps: number[] = [];
      const read: any = await client.callTool({ name: 'read_file', arguments: { path: 'notes.txt' } }, undefined, {
        onprogress: ({ progress }) => void steps.push(progress)
      });
      expect(read.structuredContent.content).to.equal('one\ntwo\n');
      const [summary, fields, content] = read.content.map(({ text }: { text: string }) => text);
      expect([summary, content]).to.deep.equal(['notes.txt: lines 1-2 of 2, utf-8', 'one\ntwo\n']);
      expect({ ...JSON.parse(fields), content }).to.deep.equal(read.structuredContent);
      expect(read).not.to.have.any.keys('resultType', 'ttlMs', 'cacheScope');
      const refused: any = await client.callTool({ name: 'read_file', arguments: { path: '../x' } });
      expect([refused.isError, refused.structuredContent.denial.reason]).to.deep.equal([true, 'outside_workspace']);
      await client.ping();
    } finally {
      await client.close();
    }
  });

  for (const revision of ['2025-06-18', '2025-11-25'])
    it(`answers the handshake of ${revision}`, async () => {
      const { of, status } = await exchange([
        initialize(1, revision),
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        { jsonrpc: '2.0', id: 'list', method: 'tools/list' },
        { jsonrpc: '2.0', id: 3, method: 'ping' }
      ]);
      expect(of(1).result.protocolVersion).to.equal(revision);
      expect(of(1).result.capabilities).to.deep.equal({ tools: { listChanged: false } });
      expect(of('list').result.tools).to.have.length(7);
      expect(of(3).result).to.deep.equal({});
      expect(status).to.equal(0);
    });

  it('offers its newest revision to a client of another', async () => {
    const { of } = await exchange([initialize(1, '2024-11-05')]);
    expect(of(1).result.protocolVersion).to.equal('2025-11-25');
  });

  it('refuses what the server does not have, and lines that are no message', async () => {
    const { of, answers } = await exchange([
      { jsonrpc: '2.0', id: 1, method: 'resources/list' },
      'no json',
      [{ jsonrpc: '2.0', id: 2, method: 'ping' }],
      { jsonrpc: '2.0', id: 4, method: 'tools/call', params: { name: 'no_such_tool', arguments: {} } }
    ]);
    expect(of(1).error.code).to.equal(-32601);
    expect(of(4).error.code).to.equal(-32602);
    expect(answers.filter(({ id }) => id === null).map(({ error }) => error.code)).to.have.members([-32700, -32600]);
  });

  it('ends with status 2 where the server behind it does not start', async () => {
    const { status, stderr } = await exchange([], {});
    expect(status).to.equal(2);
    expect(stderr).to.contain('workspace_missing').and.contain('behind the bridge');
  });
});
