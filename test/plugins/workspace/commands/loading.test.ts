import { expect } from 'chai';
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, CLI } from '../fixture/process.js';

const asModule = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;

const LOADER = asModule(`
  import { writeSync } from 'node:fs';
  export const load = (url, context, next) => (writeSync(2, 'IMPORTED ' + url + '\\n'), next(url, context));
`);

/** Prints every module that is imported, and at the end which ones were required. */
const REPORTER = asModule(`
  import { createRequire, register } from 'node:module';
  register(${JSON.stringify(LOADER)});
  process.on('exit', () => process.stderr.write('LOADED ' + JSON.stringify(Object.keys(createRequire('/').cache)) + '\\n'));
`);

describe('what a server on stdio loads', () => {
  it('leaves out what the list of tools does without', async () => {
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
    const required = JSON.parse(/^LOADED (.*)$/m.exec(log)![1]!) as string[];
    const loaded = [...required, ...[...log.matchAll(/^IMPORTED file:\/\/(.*)$/gm)].map(([, path]) => path!)];
    const packages = new Set(loaded.map(path => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]));
    expect([...packages]).to.include('winston');
    for (const name of ['express', 'knex', 'sqlite3', 'pg', 'liquidjs', 'json-rules-engine', 'undici'])
      expect([...packages]).not.to.include(name);
    const own = [
      'guard/guard',
      'redaction/redactor',
      'rules/decide',
      'mcp/endpoint',
      'workspace/http/site',
      'http-express/site-server',
      'rpc/dispatch',
      'outline/json-keys'
    ];
    expect(loaded.some(path => path.endsWith('dist/core/guard/index.js'))).to.equal(true);
    expect(own.filter(name => loaded.some(path => path.endsWith(`/${name}.js`)))).to.deep.equal([]);
    expect([...packages]).not.to.include('js-yaml');
    expect(loaded.filter(path => /winston\/transports\/(file|http|stream)\.js$/.test(path))).to.deep.equal([]);
  });
});
