import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SHIPPED_ROOT } from '../harness/root.js';
import { bylaw, CLI, type Started } from '../plugins/workspace/fixture/process.js';
import { proveHttpPeers, proveStdioPeers, type Subject } from './prove-peers.js';

const TOKEN = 'token-of-the-peers';

const subject: Subject = {
  good: { name: 'read_file', arguments: { path: 'notes.txt' } },
  content: 'water the plants',
  refused: { name: 'read_file', arguments: { path: '../outside.txt' } }
};

describe('the workspace server and its peers', () => {
  let workspace: string;
  before(() => {
    workspace = mkdtempSync(join(tmpdir(), 'bylaw-peers-'));
    writeFileSync(join(workspace, 'notes.txt'), 'one\nwater the plants\n');
  });
  after(() => rmSync(workspace, { recursive: true }));

  describe('over HTTP with a token', () => {
    let started: Started;
    let url: string;
    before(async () => {
      started = bylaw(SHIPPED_ROOT, ['workspace', 'serve'], {
        MCP_SANDBOX__WORKSPACE: workspace,
        MCP_HTTP__PORT: '0',
        MCP_HTTP__BEARER_TOKEN: TOKEN
      });
      const listening = ({ message }: { message: string }) => message === 'http.listening';
      await started.until(log => log.some(listening));
      url = `http://127.0.0.1:${started.log().find(listening).port}/mcp`;
    });
    after(async () => {
      started.kill('SIGTERM');
      await started.ended;
    });

    const headers = { Authorization: `Bearer ${TOKEN}` };
    proveHttpPeers(() => ({ ...subject, url, headers, baseline: 'tools-only.yaml' }));
  });

  describe('over stdio', () => {
    const env = () => ({ MCP_SANDBOX__WORKSPACE: workspace });
    const args = [CLI, 'workspace', 'serve', '--transport', 'stdio'];
    proveStdioPeers(() => ({
      ...subject,
      // The Inspector takes variables of the server as options.
      command: ['-e', `MCP_SANDBOX__WORKSPACE=${workspace}`, '--', process.execPath, ...args],
      transport: () => new StdioClientTransport({ command: process.execPath, args, env: env(), stderr: 'ignore' })
    }));
  });
});
