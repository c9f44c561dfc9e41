import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, statSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Sandbox } from '../../../../plugins/workspace/sandbox/contract.js';
import { Denied } from '../../../../plugins/workspace/sandbox/denied.js';
import { sameAlongTheWay } from '../../../../plugins/workspace/sandbox/descriptor.js';
import { openSandbox } from '../../../../plugins/workspace/sandbox/sandbox.js';
import { findFiles } from '../../../../plugins/workspace/tools/find-files.js';
import { listDirectory } from '../../../../plugins/workspace/tools/list-directory.js';
import { searchText } from '../../../../plugins/workspace/tools/search-text.js';
import { contextFor, type Fixture, makeFixture, reasonOf, run } from '../workspace-fixture.js';

describe('the door to the workspace', () => {
  let fixture: Fixture;
  let sandbox: Sandbox;

  before(async () => {
    fixture = makeFixture();
    const { base, root, write } = fixture;
    write('readme.md', 'hello\n');
    write('src/deep/a.txt', 'a\n');
    write('..odd/...three', 'legal\n');
    write('back\\slash.txt', 'legal\n');
    write('%2e%2e/x.txt', 'legal\n');
    write('with space/ü ~.txt', 'legal\n');
    symlinkSync(join(base, 'outside/secret.txt'), join(root, 'abs_file'));
    symlinkSync('../outside/secret.txt', join(root, 'rel_file'));
    symlinkSync(join(base, 'outside'), join(root, 'abs_dir'));
    symlinkSync('abs_dir', join(root, 'chain_1'));
    symlinkSync('chain_1', join(root, 'chain_2'));
    symlinkSync(join(base, 'outside/nothing'), join(root, 'dangling_out'));
    symlinkSync('nothing', join(root, 'dangling_in'));
    symlinkSync('loop_b', join(root, 'loop_a'));
    symlinkSync('loop_a', join(root, 'loop_b'));
    symlinkSync('src/deep', join(root, 'inside_dir'));
    symlinkSync(join(root, 'readme.md'), join(root, 'inside_file'));
    symlinkSync('/proc/self/environ', join(root, 'environ'));
    symlinkSync('/dev', join(root, 'dev'));
    symlinkSync('../ws-evil', join(root, 'evil'));
    execFileSync('mkfifo', [join(root, 'pipe'), join(root, 'src/.gitignore')]);
    sandbox = await openSandbox(root);
  });
  after(() => fixture.remove());

  const text = async (path: string): Promise<string> => {
    const file = await sandbox.open(path);
    try {
      return file.read(0, file.size).toString();
    } finally {
      file.close();
    }
  };

  const list = async (path: string) => sandbox.list(path);

  const hostile = [
    '..',
    '../outside/secret.txt',
    '../ws-evil/secret.txt',
    '../ws/readme.md',
    'src/../../outside/secret.txt',
    'nothing/../../outside/secret.txt',
    '/etc/passwd',
    '/',
    '//etc/passwd',
    '/proc/self/environ',
    '/dev/zero',
    'abs_file',
    'rel_file',
    'abs_dir/secret.txt',
    'abs_dir/nothing/at/all',
    'abs_dir/../ws/readme.md',
    'abs_dir/../secret',
    'chain_2/secret.txt',
    'dangling_out',
    'dangling_out/more',
    'environ',
    'dev/zero',
    'dev/tty',
    'evil/secret.txt',
    './/.././outside/secret.txt',
    '..\\outside\\secret.txt',
    'src\\..\\..\\outside\\secret.txt',
    '..%2foutside%2fsecret.txt',
    '%2e%2e/%2e%2e/etc/passwd',
    '%252e%252e%252foutside',
    '%c0%ae%c0%ae/outside',
    '．．／outside/secret.txt',
    '..\u200b/outside/secret.txt',
    '....//....//etc/passwd',
    '.. /outside',
    '../outside/secret.txt\0.md',
    '../'.repeat(5000) + 'etc/passwd',
    'C:\\Windows\\win.ini',
    '\\\\server\\share',
    'file:///etc/passwd',
    '~/.ssh/id_rsa'
  ];
  for (const path of hostile) {
    it(`denies ${JSON.stringify(path.slice(0, 60))} as outside, and says nothing of what is there`, async () => {
      for (const work of [() => sandbox.open(path), () => list(path)]) {
        const denied = await work().then(
          () => undefined,
          (error: unknown) => error
        );
        expect(denied).to.be.instanceOf(Denied);
        expect((denied as Denied).reason).to.equal('outside_workspace');
        expect((denied as Denied).message).not.to.match(/outside\/|secret|ws-evil|etc|proc|bylaw-ws|Windows/);
      }
    });
  }

  it('keeps the reason for walks', async () => {
    const context = await contextFor(fixture.root);
    for (const path of hostile) {
      const start = async (): Promise<void> => {
        for (const entry of sandbox.walk({ path, ...context })) expect.fail(entry.path);
      };
      expect(await reasonOf(start()), path.slice(0, 60)).to.equal('outside_workspace');
    }
  });

  it('reads legal names, however odd', async () => {
    for (const path of ['..odd/...three', 'back\\slash.txt', '%2e%2e/x.txt', 'with space/ü ~.txt'])
      expect(await text(path)).to.equal('legal\n');
    expect(await text('src/../readme.md')).to.equal('hello\n');
    expect(await text('./src//deep/./a.txt')).to.equal('a\n');
    expect(await text(join(fixture.root, 'readme.md'))).to.equal('hello\n');
  });

  it('follows links that stay inside, and names what they lead to', async () => {
    expect(await text('inside_file')).to.equal('hello\n');
    expect(await text('inside_dir/a.txt')).to.equal('a\n');
    const file = await sandbox.open('inside_dir/a.txt');
    expect(file.path).to.equal('src/deep/a.txt');
    file.close();
    expect(sandbox.list('inside_dir').map(entry => entry.name)).to.deep.equal(['a.txt']);
  });

  it('refuses a path whose `..` means one thing to a reader and another to the system', async () => {
    expect(await reasonOf(sandbox.open('inside_dir/../readme.md'))).to.equal('not_found');
    fixture.write('src/readme.md', 'other\n');
    expect(await reasonOf(sandbox.open('inside_dir/../readme.md'))).to.equal('invalid_argument');
  });

  it('names the reason for everything that is inside and no file', async () => {
    expect(await reasonOf(sandbox.open('nothing.txt'))).to.equal('not_found');
    expect(await reasonOf(sandbox.open('readme.md/below'))).to.equal('not_found');
    expect(await reasonOf(sandbox.open('dangling_in'))).to.equal('not_found');
    expect(await reasonOf(sandbox.open('loop_a'))).to.equal('not_found');
    expect(await reasonOf(sandbox.open('x'.repeat(300)))).to.equal('not_found');
    expect(await reasonOf(sandbox.open('a/'.repeat(3000)))).to.equal('invalid_argument');
    expect(await reasonOf(sandbox.open('readme.md\0'))).to.equal('invalid_argument');
    expect(await reasonOf(sandbox.open('src'))).to.equal('not_a_file');
    expect(await reasonOf(sandbox.open(''))).to.equal('not_a_file');
    expect(await reasonOf(list('readme.md'))).to.equal('not_a_directory');
    expect(await reasonOf(list('pipe'))).to.equal('not_a_directory');
  });

  it('never waits for a FIFO, also many at once and as an ignore file', async () => {
    const reasons = await Promise.all(Array.from({ length: 16 }, () => reasonOf(sandbox.open('pipe'))));
    expect(new Set(reasons)).to.deep.equal(new Set(['not_a_file']));
    const context = await contextFor(fixture.root);
    const seen: string[] = [];
    for (const entry of sandbox.walk({ path: 'src', ...context })) seen.push(entry.path);
    expect(seen).to.include('src/deep/a.txt');
  });

  it('refuses a socket', async () => {
    const server = createServer().listen(join(fixture.root, 'socket'));
    await new Promise(resolve => server.once('listening', resolve));
    expect(await reasonOf(sandbox.open('socket'))).to.equal('not_a_file');
    await new Promise(resolve => server.close(resolve));
  });

  it('lists links as links, without the length of what they point to', async () => {
    const entries = new Map(sandbox.list('').map(entry => [entry.name, entry]));
    expect(entries.get('abs_file')).to.include({ kind: 'symlink', size: 0 });
    expect(entries.get('dev')).to.include({ kind: 'symlink', size: 0 });
    expect(entries.get('pipe')).to.include({ kind: 'other' });
    expect(entries.get('readme.md')).to.include({ kind: 'file', size: 6 });
    expect(entries.get('src')).to.include({ kind: 'directory' });
  });

  it('treats a hard link as the file it is, which is a documented limit', async () => {
    linkSync(join(fixture.root, 'readme.md'), join(fixture.root, 'hard.md'));
    expect(await text('hard.md')).to.equal('hello\n');
  });

  it('says so when the workspace goes away', async () => {
    const other = makeFixture();
    const door = await openSandbox(other.root);
    expect(await door.present()).to.equal(true);
    other.remove();
    expect(await door.present()).to.equal(false);
    expect(await reasonOf(door.open('readme.md'))).to.equal('not_found');
  });

  it('does not open a workspace that is none', async () => {
    expect(await reasonOf(openSandbox(join(fixture.base, 'missing')))).to.equal('not_found');
    expect(await reasonOf(openSandbox(join(fixture.root, 'readme.md')))).to.equal('not_a_directory');
    expect(await reasonOf(openSandbox('/'))).to.equal('invalid_argument');
  });

  it('names an unreadable file and folder', async () => {
    fixture.write('locked.txt', 'x');
    fixture.write('locked/a.txt', 'x');
    chmodSync(fixture.base, 0o755);
    chmodSync(join(fixture.root, 'locked.txt'), 0);
    chmodSync(join(fixture.root, 'locked'), 0);
    // Root reads everything, so that for a moment the test is somebody else.
    const isRoot = process.getuid?.() === 0;
    if (isRoot) process.seteuid?.(65534);
    try {
      expect(await reasonOf(sandbox.open('locked.txt'))).to.equal('unreadable');
      expect(await reasonOf(sandbox.open('locked/a.txt'))).to.equal('unreadable');
      expect(await reasonOf(list('locked'))).to.equal('unreadable');
      const { structured } = await run(searchText, { pattern: 'x' }, await contextFor(fixture.root));
      expect(structured['files_skipped']).to.deep.include({ unreadable: 2 });
      const found = await run(findFiles, { pattern: '*' }, await contextFor(fixture.root));
      expect(found.structured).to.include({ unreadable_directories: 1 });
      const listed = await run(listDirectory, { depth: 2 }, await contextFor(fixture.root));
      expect(listed.structured['entries']).to.deep.include.members([
        {
          ...(listed.structured['entries'] as { path: string }[]).find(({ path }) => path === 'locked'),
          unreadable: true
        }
      ]);
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(join(fixture.root, 'locked'), 0o755);
    }
  });

  it('proves the same where the system has no /proc: by the folders on the way and by the inode', () => {
    const { root } = fixture;
    const real = join(root, 'src/deep/a.txt');
    expect(sameAlongTheWay(root, real, statSync(real))).to.equal(true);
    expect(sameAlongTheWay(root, join(root, 'inside_dir/a.txt'), statSync(real))).to.equal(false);
    expect(
      sameAlongTheWay(root, join(root, 'abs_dir/secret.txt'), statSync(join(root, 'abs_dir/secret.txt')))
    ).to.equal(false);
    expect(sameAlongTheWay(root, real, statSync(join(root, 'readme.md')))).to.equal(false);
    expect(sameAlongTheWay(root, join(root, 'abs_file'), statSync(join(root, 'abs_file')))).to.equal(false);
  });
});
