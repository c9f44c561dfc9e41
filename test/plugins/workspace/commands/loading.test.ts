import { expect } from 'chai';
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, CLI } from '../fixture/process.js';

/** Prints at the end which CommonJS modules were loaded. */
const REPORTER = `data:text/javascript,${encodeURIComponent(`
  import { createRequire } from 'node:module';
  process.on('exit', () => process.stderr.write('LOADED ' + JSON.stringify(Object.keys(createRequire('/').cache)) + '\\n'));
`)}`;

describe('what a server on stdio loads', () => {
  it('leaves out HTTP frameworks, databases, templates, decision rules and log files', async function () {
    this.timeout(60_000);
    const workspace = mkdtempSync(join(tmpdir(), 'bylaw-loading-'));
    const child = spawn(process.execPath, ['--import', REPORTER, CLI, 'workspace', 'serve', '--transport', 'stdio'], {
      env: { PATH: process.env['PATH'], MCP_SANDBOX__WORKSPACE: workspace }
    });
    let [out, log] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += String(chunk)));
    child.stderr.on('data', (chunk: Buffer) => (log += String(chunk)));
    child.stdin.end(`${JSON.stringify(ask(1, 'tools/list'))}\n`);
    await once(child, 'close');
    rmSync(workspace, { recursive: true });
    expect(out).to.contain('"read_file"');
    const loaded = JSON.parse(/^LOADED (.*)$/m.exec(log)![1]!) as string[];
    const packages = new Set(loaded.map(path => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]));
    expect([...packages]).to.include('winston');
    for (const name of ['express', 'knex', 'sqlite3', 'pg', 'liquidjs', 'json-rules-engine', 'undici'])
      expect([...packages]).not.to.include(name);
    expect(loaded.filter(path => /winston\/transports\/(file|http|stream)\.js$/.test(path))).to.deep.equal([]);
  });
});
