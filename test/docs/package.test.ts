import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { PACKAGE_ROOT } from '../../core/cli/main.js';
import { NODE } from '../harness/node.js';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as Manifest;
const PEERS = Object.keys(manifest.peerDependencies);

/** The package as npm lays it out for somebody who left the optional packages out. */
function installed(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-package-'));
  for (const path of ['dist', 'plugins', 'policies', 'intents', 'tools.d', 'seeds', 'docs', 'package.json'])
    cpSync(join(PACKAGE_ROOT, path), join(folder, path), {
      recursive: true,
      filter: file => !file.endsWith('.map') && !/dist\/(test|bench)/.test(file)
    });
  mkdirSync(join(folder, 'node_modules'));
  const left = new Set([...PEERS, ...Object.keys(manifest.optionalDependencies)].map(name => name.split('/')[0]));
  for (const name of readdirSync(join(PACKAGE_ROOT, 'node_modules')))
    if (!left.has(name)) symlinkSync(join(PACKAGE_ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  return folder;
}

/** Serves in each of the environments that it is given, and prints how that ended. */
const COMMAND_LINES = `
import { main } from './dist/core/cli/main.js';
const ended = {};
for (const [name, env] of Object.entries(JSON.parse(process.argv[1]))) {
  const lines = [];
  const say = line => void lines.push(line);
  const all = { AGENT_SECURITY__API_KEYS: 'demo:secret', AGENT_SERVER__PORT: '0', ...env };
  ended[name] = { status: await main(['support', 'serve'], { env: all, out: say, err: say }), err: lines.join('\\n') };
}
console.log(JSON.stringify(ended));
process.exit();
`;

describe('the package', () => {
  it('asks only some for what one service does without, and tests with all of it', () => {
    expect(Object.keys(manifest.peerDependenciesMeta)).to.have.members(PEERS);
    expect(PEERS.filter(name => !manifest.peerDependenciesMeta[name]!.optional)).to.deep.equal([]);
    for (const name of PEERS) {
      expect(manifest.devDependencies[name], name).to.equal(manifest.peerDependencies[name]);
      expect(manifest.dependencies, name).not.to.have.property(name);
    }
  });

  it('holds no source maps, tests or benchmarks', () => {
    // The names alone, of empty files: npm reads and compresses what it would pack.
    const folder = mkdtempSync(join(tmpdir(), 'bylaw-pack-'));
    cpSync(join(PACKAGE_ROOT, 'package.json'), join(folder, 'package.json'));
    for (const top of ['dist', 'plugins', 'test', 'docs'])
      for (const entry of readdirSync(join(PACKAGE_ROOT, top), { recursive: true, withFileTypes: true })) {
        const parent = join(folder, relative(PACKAGE_ROOT, entry.parentPath));
        mkdirSync(parent, { recursive: true });
        if (entry.isFile()) writeFileSync(join(parent, entry.name), '');
      }
    // Made after everything else, and not by who only compiles.
    const bundle = 'dist/bundle/workspace.cjs';
    mkdirSync(dirname(join(folder, bundle)), { recursive: true });
    writeFileSync(join(folder, bundle), '');
    const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: folder,
      encoding: 'utf8'
    });
    rmSync(folder, { recursive: true });
    const [{ files }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ files: { path: string }[] }];
    const paths = files.map(({ path }) => path);
    expect(paths).to.include.members(['dist/core/cli.js', 'dist/core/index.d.ts', bundle]);
    expect(paths.filter(path => /\.map$|^dist\/(test|bench)\//.test(path))).to.deep.equal([]);
  });

  describe('without optional packages', () => {
    let folder: string;
    before(() => void (folder = installed()));
    after(() => rmSync(folder, { recursive: true }));

    const node = (...args: string[]) =>
      spawnSync(NODE[0], [...NODE.slice(1), ...args], {
        cwd: folder,
        timeout: 100_000,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'] }
      });

    it('runs what does without them', () => {
      expect(node(join(folder, 'dist/core/cli.js'), 'support', 'seed').status).to.equal(0);
    });

    it('says what to install for what needs them', () => {
      const chat = { AGENT_CHAT__MODEL: 'm', AGENT_CHAT__API_KEY: 'k' };
      const needs = {
        openai: { AGENT_CHAT__BACKEND: 'openai', ...chat },
        '@anthropic-ai/sdk': { AGENT_CHAT__BACKEND: 'anthropic', ...chat },
        '@opentelemetry/api': { AGENT_OBSERVABILITY__OTLP_ENDPOINT: 'http://127.0.0.1:4318' },
        pg: { AGENT_STORAGE__DATABASE_URL: 'postgres://a@127.0.0.1:1/b' }
      };
      // One process for all of them: each command line ends before anything is served.
      const { stdout, stderr } = node('--input-type=module', '--eval', COMMAND_LINES, JSON.stringify(needs));
      expect(stderr).to.equal('');
      const ended = JSON.parse(stdout) as Record<string, { status: number; err: string }>;
      expect(ended).to.have.all.keys(...Object.keys(needs));
      for (const [missing, { status, err }] of Object.entries(ended)) {
        expect(status, missing).to.equal(2);
        expect(err).to.match(/package_missing .* needs packages that are not installed: npm install /);
        expect(err).to.include(`${missing}@`);
      }
    });
  });
});
