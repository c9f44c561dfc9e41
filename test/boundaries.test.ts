import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { circlesIn, namesAt, sourcesIn, type SourceFile } from './harness/sources.js';

/** The folders of the kernel: each imports only those named before it, and the files of `core` itself. */
const KERNEL = ['documents', 'observe', 'kernel', 'cli'];
/** The libraries: each imports only the kernel and those named before it. */
const LIBRARIES = [
  'http',
  'store',
  'money',
  'text',
  'net',
  'resilience',
  'templates',
  'facts',
  'rules',
  'learn',
  'workbench',
  'guard',
  'tools',
  'composing',
  'mcp'
];
const MOST_KERNEL_LINES = 3500;
const MOST_KERNEL_NAMES = 70;
const MOST_FILES = 20;
const LEAST_LINES = 25;
const MOST_PARAMETERS = 4;

/**
 * What does not hold yet, by rule. An entry that is not needed any more fails its test, so that the table only shrinks; a
 * new one needs a reason.
 */
const PENDING = {
  circles: [] as string[],
  fullFolders: [] as string[],
  smallFiles: [] as string[],
  manyParameters: [] as string[],
  sameNames: ['plugins/support: Reading', 'plugins/support: add']
};

/** Where files have to be by themselves: the command line, a page's script, a thread. */
const ENTRY_POINTS = [
  'core/cli.ts',
  'core/make-snapshot.ts',
  'core/learn/thread.ts',
  'plugins/workspace/outline/parse-worker.ts'
];

const core = sourcesIn('core');
const plugins = new Map(
  readdirSync('plugins', { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => [`plugins/${name}`, sourcesIn(`plugins/${name}`)])
);
const parts = new Map([['core', core], ...plugins]);
const all = [...parts.values()].flat();
const folderOf = (path: string) => (path.split('/').length === 2 ? '' : path.split('/')[1]!);
const importsOf = ({ imports, lateImports }: SourceFile) => [...imports, ...lateImports];
const isKernel = ({ path }: SourceFile) => ['', ...KERNEL].includes(folderOf(path));
const isDoor = (path: string) => path.endsWith('/index.ts');

describe('boundaries', () => {
  it('core imports nothing but core', () => {
    for (const file of core)
      expect(
        importsOf(file).filter(path => !path.startsWith('core/')),
        file.path
      ).to.deep.equal([]);
  });

  it('a plugin imports the doors of core and its own folder', () => {
    for (const [folder, files] of plugins)
      for (const file of files) {
        const strays = importsOf(file).filter(
          path => !/^core\/(?:\w+\/)?index\.ts$/.test(path) && !path.startsWith(`${folder}/`)
        );
        expect(strays, file.path).to.deep.equal([]);
      }
  });

  it('the folders of core are the kernel and the libraries, published under their names in their order', () => {
    const folders = readdirSync('core', { withFileTypes: true }).filter(entry => entry.isDirectory());
    expect(folders.map(({ name }) => name)).to.have.members([...KERNEL, ...LIBRARIES]);
    const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly exports: object };
    expect(Object.keys(exports)).to.deep.equal([
      '.',
      './documents',
      ...LIBRARIES.map(name => `./${name}`),
      './package.json'
    ]);
  });

  it('a folder of core imports only those before it', () => {
    for (const file of core) {
      const at = folderOf(file.path);
      const before = [...KERNEL, ...LIBRARIES].slice(0, [...KERNEL, ...LIBRARIES].indexOf(at));
      if (at === '' && (isDoor(file.path) || ENTRY_POINTS.includes(file.path))) continue;
      const strays = importsOf(file)
        .map(folderOf)
        .filter(to => to !== '' && to !== at && !before.includes(to));
      expect(strays, file.path).to.deep.equal([]);
    }
  });

  it('the kernel and its door stay small', () => {
    const kernel = core.filter(isKernel);
    expect(kernel.reduce((sum, { lines }) => sum + lines, 0)).to.be.at.most(MOST_KERNEL_LINES);
    expect(namesAt('core/index.ts').length).to.be.at.most(MOST_KERNEL_NAMES);
  });

  it('folders form no circle', () => {
    const found = [...parts].filter(([folder, files]) => circlesIn(folder, files).length > 0).map(([folder]) => folder);
    expect(found).to.have.members(PENDING.circles);
  });

  it('a folder has at most twenty files', () => {
    const counts = new Map<string, number>();
    for (const { path } of all) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    const full = [...counts].filter(([, count]) => count > MOST_FILES).map(([folder]) => folder);
    expect(full).to.have.members(PENDING.fullFolders);
  });

  it('a small file has more than one that imports it, or is loaded when it is needed', () => {
    const users = new Map<string, Set<string>>();
    for (const file of all)
      for (const path of file.imports) users.set(path, (users.get(path) ?? new Set()).add(file.path));
    const late = new Set(all.flatMap(({ lateImports }) => lateImports));
    const small = all.filter(({ path, lines }) => {
      if (lines >= LEAST_LINES || isDoor(path) || late.has(path) || ENTRY_POINTS.includes(path)) return false;
      const [first, ...others] = users.get(path) ?? [];
      return others.length === 0 && (first === undefined || !isDoor(first));
    });
    expect(small.map(({ path }) => path)).to.have.members(PENDING.smallFiles);
  });

  it('a function takes at most four arguments', () => {
    expect(foldersWithManyParameters()).to.have.members(PENDING.manyParameters);
  });

  it('no two things of one part have one name, nor one of a plugin that of a thing of the kernel', () => {
    const kernel = new Set(namesAt('core/index.ts'));
    const twins = [...parts].flatMap(([part, files]) => {
      const names = files.flatMap(({ exports }) => [...new Set(exports)]);
      const twice = names.filter((name, i) => names.indexOf(name) !== i || (part !== 'core' && kernel.has(name)));
      return [...new Set(twice)].map(name => `${part}: ${name}`);
    });
    expect(twins).to.have.members(PENDING.sameNames);
  });

  it('the tests of core and plugins stand in the folders of what they test', () => {
    const folders = [...sourcesIn('test/core'), ...sourcesIn('test/plugins')].map(({ path }) =>
      dirname(path).slice('test/'.length)
    );
    for (const folder of new Set(folders.filter(name => !name.endsWith('/fixture'))))
      expect(existsSync(folder), folder).to.equal(true);
  });
});

/** The folders of the files in which the linter finds a function with more arguments. */
function foldersWithManyParameters(): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-lint-'));
  try {
    const config = join(folder, 'config.json');
    const rules = { 'eslint/max-params': ['error', { max: MOST_PARAMETERS }] };
    writeFileSync(config, JSON.stringify({ plugins: [], categories: { correctness: 'off' }, rules }));
    const options = ['oxlint', '-c', config, '--format', 'json', 'core', 'plugins'];
    const { stdout } = spawnSync('npx', ['--no-install', ...options], { encoding: 'utf8' });
    const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly { readonly filename: string }[] };
    return [...new Set(diagnostics.map(({ filename }) => dirname(filename)))];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
