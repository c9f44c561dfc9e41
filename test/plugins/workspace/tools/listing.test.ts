import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolAnswer } from '../../../../plugins/workspace/contract/tool.js';
import { findFiles } from '../../../../plugins/workspace/tools/find-files.js';
import { listDirectory } from '../../../../plugins/workspace/tools/list-directory.js';
import { workspaceOverview } from '../../../../plugins/workspace/tools/workspace-overview.js';
import { contextFor, type Fixture, makeFixture, pages, reasonOf, run } from '../workspace-fixture.js';

interface Entry {
  readonly path: string;
  readonly kind: string;
  readonly size?: number;
  readonly ignored?: boolean;
}
const entries = (answer: ToolAnswer): readonly Entry[] =>
  (answer.structured['entries'] ?? answer.structured['files']) as readonly Entry[];
const paths = (answer: ToolAnswer): readonly string[] => entries(answer).map(({ path }) => path);

describe('the tools that list', () => {
  let fixture: Fixture;
  beforeEach(() => (fixture = makeFixture()));
  afterEach(() => fixture.remove());

  const at = (path: string, content: string, seconds: number): void => {
    fixture.write(path, content);
    utimesSync(join(fixture.root, path), seconds, seconds);
  };
  const list = async (args: Readonly<Record<string, unknown>> = {}) =>
    run(listDirectory, args, await contextFor(fixture.root));
  const find = async (args: Readonly<Record<string, unknown>>) => run(findFiles, args, await contextFor(fixture.root));

  describe('list_directory', () => {
    it('shows a tree to a depth, and what is ignored without entering it', async () => {
      fixture.write('a.txt', 'abc');
      fixture.write('src/x/deep.ts', '');
      fixture.write('node_modules/p/index.js', '');
      fixture.write('.gitignore', 'node_modules/\n');
      symlinkSync(join(fixture.base, 'outside'), join(fixture.root, 'out'));
      execFileSync('mkfifo', [join(fixture.root, 'pipe')]);
      const two = await list({ depth: 2 });
      expect(paths(two)).to.deep.equal(['a.txt', 'node_modules', 'out', 'pipe', 'src', 'src/x']);
      expect(entries(two)[0]).to.include({ kind: 'file', size: 3 });
      expect(entries(two)[1]).to.include({ kind: 'directory', ignored: true });
      expect(entries(two)[2]).to.include({ kind: 'symlink' }).and.not.have.property('size');
      expect(entries(two)[3]).to.include({ kind: 'other' });
      expect(two.structured).to.include({ path: '.', hidden_entries: 1 });
      expect(two.summary).to.equal('./: 6 entries; 1 hidden left out, include_hidden shows them');
      expect(paths(await list({ depth: 1 }))).to.not.include('src/x');
      expect(paths(await list())).to.deep.equal(paths(await list({ depth: 1 })));
      expect(paths(await list({ depth: 9 }))).to.include('src/x/deep.ts');
      expect(paths(await list({ path: 'node_modules', depth: 2 }))).to.deep.equal([
        'node_modules/p',
        'node_modules/p/index.js'
      ]);
      expect(paths(await list({ include_hidden: true }))).to.include('.gitignore');
      expect(JSON.stringify(two)).to.not.contain(fixture.base);
    });

    it('sorts within each folder', async () => {
      at('b.ts', 'xx', 3000);
      at('a.md', 'xxx', 1000);
      at('c/z', '', 2000);
      utimesSync(join(fixture.root, 'c'), 2000, 2000);
      expect(paths(await list({ sort: 'name', depth: 1 }))).to.deep.equal(['a.md', 'b.ts', 'c']);
      expect(paths(await list({ sort: 'size', depth: 1 }))).to.deep.equal(['a.md', 'b.ts', 'c']);
      expect(paths(await list({ sort: 'modified', depth: 2 }))).to.deep.equal(['b.ts', 'c', 'c/z', 'a.md']);
      expect(paths(await list({ sort: 'type', depth: 2 }))).to.deep.equal(['c', 'c/z', 'a.md', 'b.ts']);
    });

    it('pages through exactly the full set, in every order', async () => {
      for (let index = 0; index < 60; index++) fixture.write(`d${index % 6}/f${index}.${index % 3}`, 'x'.repeat(index));
      const context = await contextFor(fixture.root);
      for (const sort of ['name', 'size', 'modified', 'type']) {
        const whole = paths(await run(listDirectory, { sort, depth: 2, max_entries: 1000 }, context));
        expect(whole).to.have.length(66);
        const got = await pages(listDirectory, { sort, depth: 2, max_entries: 7 }, context);
        expect(got.flatMap(paths), sort).to.deep.equal(whole);
        expect(got.slice(0, -1).every(page => page.truncated)).to.equal(true);
      }
    });

    it('takes 20,000 files in one folder, within its bytes', async () => {
      for (let index = 0; index < 20_000; index++)
        writeFileSync(join(fixture.root, `file-${index}-${'x'.repeat(100)}`), '');
      const page = await list({ max_entries: 1000 });
      expect(page.truncated).to.equal(true);
      expect(Buffer.byteLength(JSON.stringify(page))).to.be.lessThan(100 * 1024);
      expect(page.nextCursor).to.be.a('string');
      const found = await find({ pattern: '*-19999-*' });
      expect(paths(found)).to.have.length(1);
    });

    it('keeps a name to its line', async () => {
      fixture.write('a\n\x1b[31mb\x9b/x.txt', 'x');
      expect(paths(await list())).to.deep.equal(['a\n\x1b[31mb\x9b']);
      expect((await list({ path: 'a\n\x1b[31mb\x9b' })).summary).to.equal('a\\u{a}\\u{1b}[31mb\\u{9b}/: 1 entry');
    });

    it('names the reason when it cannot', async () => {
      fixture.write('a.txt', '');
      expect(await reasonOf(list({ path: 'a.txt' }))).to.equal('not_a_directory');
      expect(await reasonOf(list({ path: 'missing' }))).to.equal('not_found');
      expect(await reasonOf(list({ path: '../outside' }))).to.equal('outside_workspace');
      expect(await reasonOf(list({ cursor: 'x.y' }))).to.equal('invalid_cursor');
    });

    it('answers an empty folder and a call without time', async () => {
      expect(await list()).to.include({ timedOut: false, truncated: false, summary: './: 0 entries' });
      fixture.write('a.txt', '');
      expect(await run(listDirectory, {}, await contextFor(fixture.root, { expired: true }))).to.include({
        timedOut: true
      });
    });
  });

  describe('find_files', () => {
    beforeEach(() => {
      at('src/a.test.ts', 'xx', 1000);
      at('src/b.ts', 'xxxx', 3000);
      at('lib/c.js', '', 2000);
      at('dist/d.ts', '', 2000);
      at('.github/ci.yml', '', 2000);
      fixture.write('.gitignore', 'dist\n');
      symlinkSync('b.ts', join(fixture.root, 'src/link.ts'));
    });

    it('matches names anywhere and paths from the folder', async () => {
      expect(paths(await find({ pattern: '*.ts' }))).to.deep.equal(['src/a.test.ts', 'src/b.ts', 'src/link.ts']);
      expect(paths(await find({ pattern: '*.ts', exclude: '*.test.ts' }))).to.deep.equal(['src/b.ts', 'src/link.ts']);
      expect(paths(await find({ pattern: '*.{js,ts}', exclude: ['src', 'dist'] }))).to.deep.equal(['lib/c.js']);
      expect(paths(await find({ pattern: 'b.*', path: 'src' }))).to.deep.equal(['src/b.ts']);
      expect(paths(await find({ pattern: '*.ts', respect_gitignore: false }))).to.include('dist/d.ts');
      expect(paths(await find({ pattern: '.github/**' }))).to.deep.equal(['.github/ci.yml']);
      expect(paths(await find({ pattern: '*.yml' }))).to.deep.equal([]);
      expect(paths(await find({ pattern: '*.yml', include_hidden: true }))).to.deep.equal(['.github/ci.yml']);
      expect(paths(await find({ pattern: '*i*/' }))).to.deep.equal(['lib']);
      expect(entries(await find({ pattern: 'link.ts' }))[0]).to.deep.equal({ path: 'src/link.ts', kind: 'symlink' });
      expect((await find({ pattern: 'nothing' })).summary).to.equal('no file matches');
    });

    it('sorts all of them', async () => {
      expect(paths(await find({ pattern: '*.[jt]s', sort: 'size' })).slice(0, 2)).to.deep.equal([
        'src/b.ts',
        'src/a.test.ts'
      ]);
      expect(paths(await find({ pattern: '*.[jt]s', exclude: 'link.ts', sort: 'modified' }))).to.deep.equal([
        'src/b.ts',
        'lib/c.js',
        'src/a.test.ts'
      ]);
      expect(paths(await find({ pattern: '*.[jt]s', sort: 'type' }))[0]).to.equal('lib/c.js');
      expect(entries(await find({ pattern: 'b.ts', sort: 'size' }))[0]).to.include({
        size: 4,
        modified: '1970-01-01T00:50:00.000Z'
      });
    });

    it('pages through exactly the full set, also when files come and go', async () => {
      for (let index = 0; index < 50; index++) fixture.write(`many/${index % 5}/f${index}.txt`, 'x'.repeat(index));
      const context = await contextFor(fixture.root);
      for (const sort of ['name', 'size', 'modified', 'type']) {
        const whole = paths(await run(findFiles, { pattern: '*.txt', sort, max_results: 1000 }, context));
        expect(whole).to.have.length(50);
        expect(
          (await pages(findFiles, { pattern: '*.txt', sort, max_results: 7 }, context)).flatMap(paths),
          sort
        ).to.deep.equal(whole);
      }
      const first = await run(findFiles, { pattern: '*.txt', max_results: 3 }, context);
      fixture.write('aaa.txt', '');
      execFileSync('rm', [join(fixture.root, paths(first)[2]!)]);
      const second = await run(findFiles, { pattern: '*.txt', max_results: 3, cursor: first.nextCursor }, context);
      const rest = await run(findFiles, { pattern: '*.txt' }, context);
      expect(paths(second)).to.deep.equal(
        paths(rest)
          .filter(path => path !== 'aaa.txt')
          .slice(2, 5)
      );
    });

    it('refuses bombs and paths outside', async () => {
      expect(await reasonOf(find({ pattern: '{a,b}'.repeat(40) }))).to.equal('unsafe_pattern');
      expect(await reasonOf(find({ pattern: '*', exclude: '{a,b}'.repeat(40) }))).to.equal('unsafe_pattern');
      expect(await reasonOf(find({ pattern: '../**' }))).to.equal('outside_workspace');
      expect(await reasonOf(find({ pattern: '*', path: '/etc' }))).to.equal('outside_workspace');
      expect(await reasonOf(find({ pattern: '[' }))).to.equal('invalid_pattern');
    });
  });

  describe('workspace_overview', () => {
    const overview = async (args: Readonly<Record<string, unknown>> = {}) =>
      run(workspaceOverview, args, await contextFor(fixture.root));

    it('counts what git would not ignore', async () => {
      fixture.write('src/a.ts', 'xxxx');
      fixture.write('src/deep/b.ts', 'xx');
      fixture.write('lib/c.py', 'x');
      fixture.write('package.json', '{}');
      fixture.write('.github/ci.yml', '');
      fixture.write('dist/d.js', 'xxxxxxxxx');
      fixture.write('.git/HEAD', 'ref');
      fixture.write('.gitignore', 'dist\n');
      fixture.write('README.md', `# Title\r\n\r\n${'Some words of text.\n'.repeat(300)}`);
      symlinkSync(join(fixture.base, 'outside'), join(fixture.root, 'out'));
      const { structured, summary } = await overview();
      expect(structured).to.include({
        path: '.',
        total_files: 7,
        total_directories: 4,
        symlinks: 1,
        unreadable_directories: 0
      });
      expect((structured['languages'] as { language: string }[])[0]).to.deep.equal({
        language: 'TypeScript',
        files: 2,
        bytes: 6
      });
      expect(structured['top_folders'])
        .to.deep.include({ path: 'src', files: 2, bytes: 6 })
        .and.deep.include({ path: '.github', files: 1, bytes: 0 });
      expect(structured['manifests']).to.deep.equal(['package.json']);
      const readme = structured['readme'] as { text: string; cut: boolean; path: string };
      expect(readme).to.include({ path: 'README.md', cut: true });
      expect(readme.text)
        .to.match(/^# Title\n\nSome words/)
        .and.to.have.length.within(1900, 2000);
      expect(JSON.stringify({ structured, summary })).to.contain('.: 7 files').and.not.contain(fixture.base);
      const below = (await overview({ path: 'src' })).structured;
      expect(below).to.include({ path: 'src', total_files: 2 });
      expect(below['top_folders']).to.deep.equal([{ path: 'src/deep', files: 1, bytes: 2 }]);
    });

    it('says 0 for an empty workspace', async () => {
      expect((await overview()).structured)
        .to.include({ total_files: 0, total_bytes: 0 })
        .and.not.have.property('readme');
    });

    it('takes no readme through a link that leads out, and none that is binary', async () => {
      symlinkSync(join(fixture.base, 'outside/secret.txt'), join(fixture.root, 'README'));
      expect((await overview()).structured).to.not.have.property('readme');
      fixture.write('README.md', Buffer.from([0, 1, 2, 0]));
      expect((await overview()).structured).to.not.have.property('readme');
    });

    it('is partial when the time is over', async () => {
      fixture.write('a.txt', '');
      const answer = await run(workspaceOverview, {}, await contextFor(fixture.root, { expired: true }));
      expect(answer).to.include({ timedOut: true, truncated: true });
    });
  });
});
