import { expect } from 'chai';
import { once } from 'node:events';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundledMain } from '../../../../core/bundle.js';
import { PACKAGE_ROOT } from '../../../../core/cli/main.js';
import { serveCommand } from '../../../../plugins/workspace/commands/serve-command.js';
import { ask, call, CLI } from '../fixture/process.js';

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

interface Session {
  readonly out: string;
  /** Files of modules and of packages. */
  readonly loaded: readonly string[];
}

async function session(options: readonly string[], requests: readonly object[]): Promise<Session> {
  const workspace = mkdtempSync(join(tmpdir(), 'bylaw-loading-'));
  writeFileSync(join(workspace, 'notes.md'), '# Notes\n\nThe first of them.\n');
  const command = [CLI, 'workspace', 'serve', '--transport', 'stdio', ...options];
  const child = spawn(process.execPath, ['--import', REPORTER, ...command], {
    env: { PATH: process.env['PATH'], MCP_SANDBOX__WORKSPACE: workspace }
  });
  let [out, log] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => (log += String(chunk)));
  child.stdin.end(requests.map(request => `${JSON.stringify(request)}\n`).join(''));
  await once(child, 'close');
  rmSync(workspace, { recursive: true });
  const required = JSON.parse(/^LOADED (.*)$/m.exec(log)![1]!) as string[];
  return { out, loaded: [...required, ...[...log.matchAll(/^IMPORTED file:\/\/(.*)$/gm)].map(([, path]) => path!)] };
}

const packagesOf = ({ loaded }: Session) => [
  ...new Set(loaded.map(path => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]))
];

const UNWANTED = ['express', 'knex', 'sqlite3', 'pg', 'liquidjs', 'json-rules-engine', 'undici', 'js-yaml'];

describe('what a server on stdio loads', () => {
  before(() => {
    // Whoever only compiles has no bundle of it.
    if (bundledMain(['workspace', 'serve'], {}) === undefined)
      execFileSync(process.execPath, [join(PACKAGE_ROOT, 'dist/deploy/bundle/make-bundles.js')]);
  });

  it('leaves out what the list of tools does without', async () => {
    // Named, the root of the package is served by its modules.
    const started = await session(['--root', PACKAGE_ROOT], [ask(1, 'tools/list')]);
    const { out, loaded } = started;
    expect(out).to.contain('"read_file"');
    expect(packagesOf(started)).to.include('winston');
    expect(packagesOf(started).filter(name => UNWANTED.includes(name!))).to.deep.equal([]);
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
    expect(loaded.filter(path => /winston\/transports\/(file|http|stream)\.js$/.test(path))).to.deep.equal([]);
  });

  it('comes from the bundle of the build whatever is called, and nothing of it a second time', async () => {
    const calls: readonly (readonly [name: string, args: object])[] = [
      ['workspace_overview', {}],
      ['list_directory', {}],
      ['find_files', { pattern: '**' }],
      ['search_text', { pattern: 'first', regex: false }],
      ['read_file', { path: 'notes.md' }],
      ['outline_file', { path: 'notes.md' }],
      ['git_history', {}]
    ];
    const requests = [ask(0, 'tools/list'), ...calls.map(([name, args], i) => call(i + 1, name, args))];
    const started = await session([], requests);
    for (const said of ['"read_file"', 'The first of them.', '"Notes"', 'not_a_repository'])
      expect(started.out).to.contain(said);
    const own = started.loaded.filter(path => path.startsWith(join(PACKAGE_ROOT, 'dist')));
    expect(own).to.have.members(['core/cli.js', 'core/bundle.js'].map(path => join(PACKAGE_ROOT, 'dist', path)));
    expect(packagesOf(started)).to.include('winston');
    expect(packagesOf(started).filter(name => UNWANTED.includes(name!))).to.deep.equal([]);
  });

  it('is the bundle too where another command starts the server, unless another root is meant', () => {
    const [, ...shipped] = serveCommand({ root: PACKAGE_ROOT, env: {} }, 'stdio');
    expect(bundledMain(shipped, {})).to.be.a('function');
    for (const context of [
      { root: PACKAGE_ROOT, env: { BYLAW_ROOT: '/elsewhere' } },
      { root: '/elsewhere', env: {} }
    ])
      expect(serveCommand(context, 'stdio').slice(-2)).to.deep.equal(['--root', context.root]);
  });
});
