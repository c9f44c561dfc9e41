import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contextFor, makeFixture, type Fixture } from '../workspace-fixture.js';

/** A small generator with a seed, so that a failure can be had again. */
function generator(seed: number): <T>(choices: readonly T[]) => T {
  let state = seed;
  return choices => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return choices[(state >>> 16) % choices.length]!;
  };
}

const NAMES = [
  'a',
  'b',
  'foo',
  'bar',
  'a.o',
  'b.o',
  'x.min.js',
  'abc',
  'a1',
  'Z',
  'build',
  '#hash',
  '!bang',
  'sp ace',
  '[x]',
  'a-b',
  '.dot'
];
const PARTS = [
  'a',
  'b',
  'foo',
  'bar',
  '*',
  '?',
  '*.o',
  '*.min.js',
  'a*',
  '*b',
  '[ab]',
  '[!a]',
  '[^a]*',
  '[a-c]*',
  '[[:digit:]]*',
  'a[[:digit:]]',
  '**',
  'b?r',
  '\\#hash',
  '\\!bang',
  'sp ace',
  '\\[x\\]',
  '[]x]',
  'a\\*',
  '[a',
  'a[b/c]',
  'foo\\',
  '*a*b*',
  '.*',
  'a[1-]',
  '[a-]b',
  '**a',
  'a**'
];
const SHAPES: readonly ((a: string, b: string, c: string) => string)[] = [
  a => a,
  a => `${a}/`,
  a => `/${a}`,
  (a, b) => `${a}/${b}`,
  (a, b) => `/${a}/${b}/`,
  (a, b) => `**/${a}/${b}`,
  (a, b) => `${a}/**/${b}`,
  a => `${a}/**`,
  a => `**/${a}`,
  (a, b, c) => `${a}/${b}/${c}`,
  a => `${a}  `,
  a => `${a}\\ `,
  a => `#${a}`,
  () => '',
  () => '/',
  () => '**/'
];

describe('ignore files', () => {
  let fixture: Fixture;
  beforeEach(() => {
    fixture = makeFixture();
    execFileSync('git', ['init', '-q', fixture.root]);
  });
  afterEach(() => fixture.remove());

  const walked = async (path = ''): Promise<string[]> => {
    const context = await contextFor(fixture.root);
    const files: string[] = [];
    for (const entry of context.sandbox.walk({
      path,
      includeHidden: true,
      deadline: context.deadline,
      signal: context.signal
    }))
      if (entry.kind === 'file') files.push(entry.path);
    return files;
  };
  const byGit = (): string[] =>
    execFileSync(
      'git',
      ['-c', 'core.excludesFile=', '-c', 'core.quotePath=false', 'ls-files', '-oz', '--exclude-standard'],
      {
        cwd: fixture.root
      }
    )
      .toString()
      .split('\0')
      .filter(path => path !== '');
  const checkIgnored = (paths: readonly string[]): Set<string> => {
    try {
      const out = execFileSync('git', ['-c', 'core.excludesFile=', 'check-ignore', '--no-index', '-z', '--stdin'], {
        cwd: fixture.root,
        input: paths.join('\0')
      });
      return new Set(out.toString().split('\0'));
    } catch (error) {
      // Status 1 is git's way to say that none is ignored.
      if ((error as { status?: number }).status === 1) return new Set();
      throw error;
    }
  };

  it('agree with git on generated trees', async () => {
    for (let seed = 1; seed <= 40; seed++) {
      const pick = generator(seed * 7919);
      const tree = `t${seed}`;
      const all: string[] = [];
      for (let count = 0; count < 40; count++) {
        const folders = Array.from({ length: pick([0, 1, 1, 2, 3]) }, () =>
          `${pick(NAMES)}.d`.replace('.d', pick(['', '.d']))
        );
        const path = [tree, ...folders, pick(NAMES)].join('/');
        try {
          fixture.write(path, '');
          all.push(path);
        } catch {
          // The name is taken by a file where a folder is wanted, or the other way round.
        }
      }
      const rules = (): string => {
        const lines = Array.from({ length: pick([1, 3, 6]) }, () => {
          const pattern = pick(SHAPES)(pick(PARTS), pick(PARTS), pick(PARTS));
          return pick(['', '', '!']) + pattern;
        });
        return pick(['', '\ufeff']) + lines.join(pick(['\n', '\r\n'])) + '\n';
      };
      const files = [join(tree, '.gitignore')];
      writeFileSync(join(fixture.root, files[0]!), rules());
      for (const path of all.slice(0, 4)) {
        const nested = join(path, '../.gitignore');
        writeFileSync(join(fixture.root, nested), rules());
        files.push(nested);
      }
      const names = [...new Set([...all, ...files])];
      const ignored = checkIgnored(names);
      const mine = (await walked(tree)).sort();
      expect(mine, `seed ${seed}`).to.deep.equal(names.filter(name => !ignored.has(name)).sort());
    }
    expect((await walked()).sort()).to.deep.equal(byGit().sort());
  });

  it('prune folders, so that nothing below an ignored one comes back', async () => {
    fixture.write('.gitignore', 'dist/\n!dist/keep.txt\n*.log\n!important.log\n');
    fixture.write('dist/keep.txt', '');
    fixture.write('a.log', '');
    fixture.write('important.log', '');
    fixture.write('sub/.gitignore', '!b.log\n');
    fixture.write('sub/b.log', '');
    fixture.write('.git/info/exclude', 'local.txt\n');
    fixture.write('local.txt', '');
    expect(await walked()).to.deep.equal(['.gitignore', 'important.log', 'sub/.gitignore', 'sub/b.log']);
    expect(await walked('sub'), 'rules from above hold below').to.deep.equal(['sub/.gitignore', 'sub/b.log']);
    expect(await walked('dist'), 'a folder that is named is walked').to.deep.equal(['dist/keep.txt']);
  });

  it('are not read through a link, which could lead out', async () => {
    writeFileSync(join(fixture.base, 'outside/rules'), '*.txt\n');
    symlinkSync(join(fixture.base, 'outside/rules'), join(fixture.root, '.gitignore'));
    mkdirSync(join(fixture.root, '.gitignored'));
    fixture.write('a.txt', '');
    expect(await walked()).to.deep.equal(['a.txt']);
  });

  it('hold in a worktree, where .git is a file', async () => {
    rmSync(join(fixture.root, '.git'), { recursive: true, force: true });
    fixture.write('.git', 'gitdir: elsewhere\n');
    fixture.write('.gitignore', 'b.txt\n');
    fixture.write('a.txt', '');
    fixture.write('b.txt', '');
    expect(await walked()).to.deep.equal(['.gitignore', 'a.txt']);
  });

  it('never enter .git, also nested and as a start', async () => {
    fixture.write('module/.git/config', '');
    fixture.write('module/a.txt', '');
    expect(await walked()).to.deep.equal(['module/a.txt']);
    let denied: unknown;
    await walked('module/.git').catch((error: unknown) => (denied = error));
    expect(denied).to.have.property('reason', 'invalid_argument');
  });
});
