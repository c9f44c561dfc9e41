import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../core/cli/main.js';

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
    const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: PACKAGE_ROOT,
      encoding: 'utf8'
    });
    const [{ files }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ files: { path: string }[] }];
    const paths = files.map(({ path }) => path);
    expect(paths).to.include('dist/core/cli.js').and.include('dist/core/index.d.ts');
    expect(paths.filter(path => /\.map$|^dist\/(test|bench)\//.test(path))).to.deep.equal([]);
  });

  describe('without optional packages', () => {
    let folder: string;
    before(() => void (folder = installed()));
    after(() => rmSync(folder, { recursive: true }));

    const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
      spawnSync(process.execPath, [join(folder, 'dist/core/cli.js'), ...args], {
        cwd: folder,
        timeout: 100_000,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], ...env }
      });

    it('runs what does without them', () => {
      expect(run(['support', 'seed']).status).to.equal(0);
    });

    for (const [what, missing, env] of [
      ['a model', 'openai', { AGENT_CHAT__BACKEND: 'openai', AGENT_CHAT__MODEL: 'm', AGENT_CHAT__API_KEY: 'k' }],
      [
        'another model',
        '@anthropic-ai/sdk',
        { AGENT_CHAT__BACKEND: 'anthropic', AGENT_CHAT__MODEL: 'm', AGENT_CHAT__API_KEY: 'k' }
      ],
      ['telemetry', '@opentelemetry/api', { AGENT_OBSERVABILITY__OTLP_ENDPOINT: 'http://127.0.0.1:4318' }],
      ['PostgreSQL', 'pg', { AGENT_STORAGE__DATABASE_URL: 'postgres://a@127.0.0.1:1/b' }]
    ] as const)
      it(`says what to install for ${what}`, () => {
        const { status, stderr } = run(['support', 'serve'], {
          AGENT_SECURITY__API_KEYS: 'demo:secret',
          AGENT_SERVER__PORT: '0',
          ...env
        });
        expect(status).to.equal(2);
        expect(stderr).to.match(/package_missing .* needs packages that are not installed: npm install /);
        expect(stderr).to.include(`${missing}@`);
      });
  });
});
