import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { Buffer } from 'node:buffer';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gitHistory } from '../../../../plugins/workspace/tools/git-history.js';
import { contextFor, pages, reasonOf, run } from '../workspace-fixture.js';
import { commits, files, makeRepository, subjects, type GitFixture } from './git-fixture.js';

describe('git_history', () => {
  let fixture: GitFixture;
  beforeEach(() => (fixture = makeRepository()));
  afterEach(() => fixture.remove());

  it('lists commits, newest first, with what they changed in numbers', async () => {
    const first = fixture.commit('first', { 'a.txt': 'one\ntwo\n' });
    fixture.commit('second\n\nwhy it was\nneeded', { 'a.txt': 'one\n', 'b/c.txt': 'x\n' });
    const answer = await fixture.history();
    expect(subjects(answer)).to.deep.equal(['second', 'first']);
    expect(commits(answer)[0]).to.deep.include({
      parents: [first],
      author: 'Ada',
      body: 'why it was\nneeded',
      files_changed: 2,
      insertions: 1,
      deletions: 1
    });
    expect(commits(answer)[1]).to.include({ hash: first, date: '2023-11-14T22:16:20+00:00', files_changed: 1 });
    expect(JSON.stringify(answer)).to.not.contain('ada@example.org').and.not.contain(fixture.base);
    expect(answer).to.include({ truncated: false, timedOut: false });
    expect(answer.summary).to.equal('2 commits');
  });

  it('answers one commit by ref: files with status and counts, the patch when asked', async () => {
    fixture.commit('first', { 'old.txt': 'a\nb\nc\nd\n', 'gone.txt': 'x\n', bin: Buffer.from([0, 1, 2]) });
    fixture.git('mv', 'old.txt', 'new.txt');
    fixture.git('rm', '-q', 'gone.txt');
    fixture.commit('second', { bin: Buffer.from([0, 9]), 'add.txt': 'n\n' });
    const answer = await fixture.history({ ref: 'main', include_patch: true });
    expect(files(answer)).to.have.deep.members([
      { path: 'add.txt', status: 'added', insertions: 1, deletions: 0 },
      { path: 'bin', status: 'modified', binary: true },
      { path: 'gone.txt', status: 'deleted', insertions: 0, deletions: 1 },
      { path: 'new.txt', old_path: 'old.txt', status: 'renamed', insertions: 0, deletions: 0 }
    ]);
    expect(answer.summary).to.match(/^[0-9a-f]{12}  2023-11-14  Ada  second  \(4 files, \+1 -1\)$/);
    expect(answer.structured['patch']).to.contain('+n\n').and.contain('rename from old.txt');
    expect((await fixture.history({ ref: 'main' })).structured).to.not.have.property('patch');
    for (const ref of ['HEAD~1', 'main^', '@~', fixture.git('rev-parse', '--short=7', 'HEAD~1')])
      expect((await fixture.history({ ref })).structured['commit'], ref).to.include({ subject: 'first' });
  });

  it('follows a file over a rename and keeps to a folder', async () => {
    fixture.commit('made', { 'src/a.ts': 'one\ntwo\nthree\n' });
    fixture.git('mv', 'src/a.ts', 'src/b.ts');
    fixture.commit('renamed', { 'other.txt': 'x' });
    fixture.commit('changed', { 'src/b.ts': 'one\ntwo\nthree\nfour\n' });
    fixture.commit('elsewhere', { 'other.txt': 'y' });
    const one = await fixture.history({ path: 'src/b.ts', include_patch: true });
    expect(subjects(one)).to.deep.equal(['changed', 'renamed', 'made']);
    expect(commits(one)[1]).to.include({ path: 'src/b.ts', old_path: 'src/a.ts', files_changed: 1 });
    expect(commits(one)[2]!['patch']).to.contain('+three').and.contain('src/a.ts');
    expect(subjects(await fixture.history({ path: 'src' }))).to.deep.equal(['changed', 'renamed', 'made']);
    expect(subjects(await fixture.history({ path: 'src/a.ts' }))).to.deep.equal(['renamed', 'made']);
    expect(await reasonOf(fixture.history({ path: 'never.txt' }))).to.equal('not_found');
    expect(subjects(await fixture.history({ path: 'never.txt', grep: 'x' }))).to.deep.equal([]);
    const paged = await pages(gitHistory, { path: 'src/b.ts', max_commits: 1 }, await contextFor(fixture.root));
    expect(paged.flatMap(subjects)).to.deep.equal(['changed', 'renamed', 'made']);
  });

  it('filters by author, message and time', async () => {
    fixture.commit('Fix the [door]', { a: '1' });
    fixture.git('commit', '-q', '--allow-empty', '-m', 'Éclair', '--author', 'Béla <b@example.org>');
    fixture.git('commit', '-q', '--allow-empty', '-m', 'late', '--date', '2024-05-05T00:00:00Z');
    expect(subjects(await fixture.history({ grep: 'THE [DOOR]' }))).to.deep.equal(['Fix the [door]']);
    expect(subjects(await fixture.history({ author: 'béla' }))).to.deep.equal(['Éclair']);
    expect(subjects(await fixture.history({ author: '.*' }))).to.deep.equal([]);
    expect(subjects(await fixture.history({ since: '2023-11-14', until: '2023-11-14' }))).to.have.length(3);
    expect(subjects(await fixture.history({ until: '2023-11-13' }))).to.deep.equal([]);
    expect(subjects(await fixture.history({ since: '1 day' }))).to.deep.equal([]);
    expect(await reasonOf(fixture.history({ since: 'the day before' }))).to.equal('invalid_argument');
  });

  it('shows a merge against its first parent', async () => {
    fixture.commit('base', { a: '1\n' });
    fixture.git('checkout', '-q', '-b', 'side');
    fixture.commit('side', { b: '2\n' });
    fixture.git('checkout', '-q', 'main');
    fixture.commit('main', { c: '3\n' });
    fixture.git('merge', '-q', '--no-edit', 'side');
    const answer = await fixture.history({ ref: 'HEAD' });
    expect(answer.structured['commit']).to.have.property('parents').with.length(2);
    expect(files(answer)).to.deep.equal([{ path: 'b', status: 'added', insertions: 1, deletions: 0 }]);
    expect(subjects(await fixture.history({ ref: 'side', max_commits: 5 }))).to.deep.equal(['side', 'base']);
  });

  it('reads odd names and bytes that are not UTF-8', async () => {
    const odd = ['-n', '--exec', ' ', 'a\nb', 'tab\there', ':(top)x', '*', 'commit', '"quoted"', '1\t2\tx'];
    fixture.commit('odd', Object.fromEntries(odd.map(name => [name, `${name}\n`])));
    execFileSync('sh', ['-c', 'printf x > "$(printf \'caf\\351\')"'], { cwd: fixture.root });
    const raw = join(fixture.base, 'message');
    execFileSync('sh', ['-c', `printf 'caf\\351 \\201\\377' > ${raw}`]);
    fixture.git('add', '-A');
    fixture.git('commit', '-q', '-F', raw);
    expect(files(await fixture.history({ ref: 'HEAD~1' })).map(({ path }) => path)).to.have.members(odd);
    const latin = await fixture.history({ ref: 'HEAD' });
    expect(files(latin)[0]).to.include({ path: 'café', status: 'added' });
    expect((latin.structured['commit'] as { subject: string }).subject).to.match(/^café/);
    for (const path of odd) expect(subjects(await fixture.history({ path })), path).to.deep.equal(['odd']);
  });

  it('knows an empty repository, a bare one, and no repository', async () => {
    expect((await fixture.history()).structured['commits']).to.deep.equal([]);
    expect(await reasonOf(fixture.history({ ref: 'HEAD' }))).to.equal('unknown_revision');
    const plain = makeRepository(false);
    expect(await reasonOf(plain.history())).to.equal('not_a_repository');
    plain.gitAt('.', 'init', '-q', '--bare', '-b', 'main', 'ws');
    fixture.commit('pushed', { a: '1' });
    fixture.git('push', '-q', plain.root, 'main');
    expect(subjects(await plain.history())).to.deep.equal(['pushed']);
    plain.remove();
  });

  it('pages through 2,000 commits exactly once, whatever is committed meanwhile', async () => {
    const script = Array.from(
      { length: 2000 },
      (_, n) =>
        `commit refs/heads/main\ncommitter A <a@b> ${1_700_000_000 + n} +0000\ndata 5\nc${String(n).padStart(4, '0')}\nM 100644 inline f\ndata 5\n${String(n).padStart(5, '0')}\n`
    ).join('');
    execFileSync('git', ['fast-import', '--quiet'], { cwd: fixture.root, input: script });
    const first = await fixture.history({ max_commits: 200 });
    fixture.git('commit', '-q', '--allow-empty', '-m', 'new');
    let seen = [...subjects(first)];
    for (let cursor = first.nextCursor; cursor !== undefined;) {
      const page = await fixture.history({ max_commits: 200, cursor });
      seen = [...seen, ...subjects(page)];
      cursor = page.nextCursor;
    }
    expect(seen).to.deep.equal(Array.from({ length: 2000 }, (_, n) => `c${String(1999 - n).padStart(4, '0')}`));
    expect(await reasonOf(fixture.history({ max_commits: 9, cursor: first.nextCursor }))).to.equal('invalid_cursor');
  });

  it('cuts a large commit into pages that give all of it', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [`dir/file-${n}.txt`, `content ${n}\n`.repeat(5)])
    );
    fixture.commit('large', many);
    const context = await contextFor(fixture.root, { maxResultBytes: 24 * 1024 });
    const all = await pages(gitHistory, { ref: 'HEAD', include_patch: true }, context);
    expect(all.length).to.be.greaterThan(3);
    for (const page of all) expect(JSON.stringify(page).length).to.be.lessThan(24 * 1024);
    expect(new Set(all.flatMap(files).map(({ path }) => path)).size).to.equal(300);
    expect(all.flatMap(files)).to.have.length(300);
    const patch = all.map(page => (page.structured['patch'] as string | undefined) ?? '').join('');
    expect(patch.match(/^\+content /gm)).to.have.length(1500);
  });

  it('leaves out what links point at', async () => {
    symlinkSync('/etc/hidden-target', join(fixture.root, 'link'));
    fixture.commit('link', { 'a.txt': 'shown\n' });
    const answer = await fixture.history({ ref: 'HEAD', include_patch: true });
    expect(answer.structured['patch']).to.contain('+shown').and.contain('new file mode 120000');
    expect(JSON.stringify(answer)).to.not.contain('hidden-target');
  });

  it('gives what it has when the time is over, and stops when cancelled', async () => {
    fixture.commit('one', { a: '1' });
    const late = await run(gitHistory, {}, await contextFor(fixture.root, { expired: true }));
    expect(late).to.include({ timedOut: true, truncated: true });
    const cancelled = run(
      gitHistory,
      {},
      await contextFor(fixture.root, { signal: AbortSignal.abort(new Error('gone')) })
    );
    expect(await cancelled.catch((error: Error) => error.message)).to.equal('gone');
  });

  it('says so where git is not installed', async () => {
    fixture.commit('one', { a: '1' });
    const path = process.env['PATH'];
    process.env['PATH'] = `.:${fixture.root}`;
    try {
      expect(await reasonOf(fixture.history())).to.equal('unreadable');
    } finally {
      process.env['PATH'] = path;
    }
  });
});
