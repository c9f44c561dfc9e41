import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRevision } from '../../../../plugins/workspace/git/refs.js';
import { reasonOf } from '../workspace-fixture.js';
import {
  makeRepository,
  makeStranger,
  sprung,
  subjects,
  trap,
  type Arguments,
  type GitFixture
} from './git-fixture.js';

/** Every shape of call that reaches git, so that a trap has each chance to go off. */
const CALLS: readonly Arguments[] = [
  { include_patch: true },
  { path: 'a.txt', include_patch: true },
  { ref: 'HEAD~1', include_patch: true },
  { author: 'ada', grep: 's', since: '2020-01-01', until: '2 days ago' }
];

const SETTINGS: readonly (readonly [string, (program: string) => string])[] = [
  ['fsmonitor', program => `[core]\n fsmonitor = ${program}\n`],
  ['hooks', program => `[core]\n hooksPath = ${program.replace(/\/[^/]*$/, '/hooks')}\n`],
  ['diff.external', program => `[diff]\n external = ${program}\n`],
  ['a diff command by attributes', program => `[diff "x"]\n command = ${program}\n`],
  ['textconv by attributes', program => `[diff "x"]\n textconv = ${program}\n cachetextconv = true\n`],
  ['a process filter', program => `[filter "x"]\n process = ${program}\n required = true\n`],
  [
    'clean and smudge filters',
    program => `[filter "x"]\n clean = ${program}\n smudge = ${program}\n required = true\n`
  ],
  ['the pager', program => `[core]\n pager = ${program}\n[pager]\n log = ${program}\n show = ${program}\n`],
  [
    'signatures',
    program => `[log]\n showSignature = true\n[gpg]\n program = ${program}\n[gpg "ssh"]\n program = ${program}\n`
  ],
  ['an alias', program => `[alias]\n log = !${program}\n show = !${program}\n rev-parse = !${program}\n`],
  ['the ssh command', program => `[core]\n sshCommand = ${program}\n gitProxy = ${program}\n askPass = ${program}\n`],
  ['credential helpers', program => `[credential]\n helper = !${program}\n`],
  ['blame.ignoreRevsFile', () => `[blame]\n ignoreRevsFile = /etc/passwd\n`],
  ['a mail map', () => `[mailmap]\n file = /etc/passwd\n[log]\n mailmap = true\n`],
  ['an order file', () => `[diff]\n orderFile = /etc/passwd\n`],
  ['another work tree', () => `[core]\n worktree = /etc\n`],
  [
    'forms of output',
    () => `[color]\n ui = always\n[format]\n pretty = full\n[log]\n decorate = full\n follow = true\n`
  ]
];

/** Puts a signature on the last commit, which git would have a program verify. */
function signHead(fixture: GitFixture): void {
  const [headers, message] = fixture.git('cat-file', 'commit', 'HEAD').split('\n\n') as [string, string];
  const signature = ['-----BEGIN PGP SIGNATURE-----', '', 'x', '-----END PGP SIGNATURE-----'].join('\n ');
  const raw = join(fixture.base, 'signed');
  writeFileSync(raw, `${headers}\ngpgsig ${signature}\n\n${message}\n`);
  fixture.git('update-ref', 'HEAD', fixture.git('hash-object', '-t', 'commit', '-w', raw));
}

describe('git_history on a hostile repository', () => {
  let fixture: GitFixture;
  let plain: GitFixture;
  let signed: GitFixture;
  // Made once and copied: a repository of one's own takes git seven starts, a signature three more.
  const copyOf = (made: GitFixture): GitFixture => {
    const copy = makeRepository(false);
    cpSync(made.root, copy.root, { recursive: true });
    return copy;
  };
  before(() => {
    plain = makeRepository();
    plain.commit('first', { 'a.txt': 'one\n', '.gitattributes': '* diff=x filter=x\n' });
    plain.commit('second', { 'a.txt': 'two\n' });
    signed = copyOf(plain);
    signHead(signed);
  });
  after(() => [plain, signed].forEach(each => each.remove()));
  beforeEach(() => (fixture = copyOf(plain)));
  afterEach(() => fixture.remove());

  const answersOf = async (): Promise<readonly string[]> => {
    const answers: string[] = [];
    for (const call of CALLS) {
      const told = await fixture.history(call).catch((error: Error) => `${error.name} ${error.message}`);
      answers.push(JSON.stringify(told));
    }
    return answers;
  };

  const expectQuiet = async (): Promise<void> => {
    for (const text of await answersOf()) {
      expect(text).to.match(/second|first/);
      expect(text).to.not.contain(fixture.base).and.not.contain('root:').and.not.contain('STRANGER');
      expect(text).to.not.contain('\\u001b');
    }
    expect(sprung(fixture)).to.equal(false);
  };

  for (const [name, settings] of SETTINGS)
    it(`does not mind ${name}`, async () => {
      const program = trap(fixture);
      cpSync(signed.root, fixture.root, { recursive: true });
      const hooks = join(fixture.base, 'hooks');
      mkdirSync(hooks);
      for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction', 'fsmonitor-watchman'])
        writeFileSync(join(hooks, hook), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
      cpSync(hooks, join(fixture.root, '.git/hooks'), { recursive: true });
      writeFileSync(join(fixture.root, '.git/info/attributes'), '* diff=x filter=x\n');
      writeFileSync(join(fixture.root, 'a.txt'), 'changed in the work tree\n');
      appendFileSync(join(fixture.root, '.git/config'), settings(program));
      await expectQuiet();
    });

  it('has traps that would go off', () => {
    appendFileSync(join(fixture.root, '.git/config'), `[diff]\n external = ${trap(fixture)}\n`);
    fixture.git('log', '-p', '--ext-diff');
    expect(sprung(fixture)).to.equal(true);
    rmSync(fixture.marker);
    signHead(fixture);
    fixture.git('-c', `gpg.program=${trap(fixture)}`, 'log', '--show-signature');
    expect(sprung(fixture)).to.equal(true);
  });

  it('does not mind settings that come by include.path', async () => {
    const included = join(fixture.base, 'included');
    writeFileSync(included, `[core]\n fsmonitor = ${trap(fixture)}\n[diff]\n external = ${trap(fixture)}\n`);
    appendFileSync(join(fixture.root, '.git/config'), `[include]\n path = ${included}\n`);
    await expectQuiet();
  });

  it('fetches nothing for a partial clone', async () => {
    const blob = fixture.git('rev-parse', 'HEAD~1:a.txt');
    rmSync(join(fixture.root, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    const program = trap(fixture);
    appendFileSync(
      join(fixture.root, '.git/config'),
      `[remote "o"]\n url = ext::${program} %S\n promisor = true\n partialclonefilter = blob:none\n uploadpack = ${program}\n[protocol "ext"]\n allow = always\n[extensions]\n partialClone = o\n[core]\n repositoryformatversion = 1\n`
    );
    for (const text of await answersOf()) expect(text).to.not.contain(fixture.base);
    expect(sprung(fixture)).to.equal(false);
  });

  describe('that leads elsewhere', () => {
    let stranger: string;
    beforeEach(() => (stranger = makeStranger(fixture)));

    const dotGit = (): string => join(fixture.root, '.git');
    const expectRefused = async (): Promise<void> => {
      for (const call of CALLS) expect(await reasonOf(fixture.history(call))).to.equal('not_a_repository');
    };
    const layouts: Readonly<Record<string, () => void>> = {
      'a .git file': () => {
        rmSync(dotGit(), { recursive: true });
        writeFileSync(dotGit(), `gitdir: ${stranger}/.git\n`);
      },
      'a relative .git file': () => {
        rmSync(dotGit(), { recursive: true });
        writeFileSync(dotGit(), 'gitdir: ../other/.git\n');
      },
      'a .git link': () => {
        rmSync(dotGit(), { recursive: true });
        symlinkSync(join(stranger, '.git'), dotGit());
      },
      'a common folder': () => writeFileSync(join(dotGit(), 'commondir'), '../../other/.git\n'),
      'linked objects': () => {
        rmSync(join(dotGit(), 'objects'), { recursive: true });
        symlinkSync(join(stranger, '.git/objects'), join(dotGit(), 'objects'));
      },
      'one linked folder of objects': () => symlinkSync(join(stranger, '.git/objects'), join(dotGit(), 'objects/zz')),
      'linked refs': () => symlinkSync(join(stranger, '.git/refs/heads/main'), join(dotGit(), 'refs/heads/x')),
      'a linked HEAD': () => {
        rmSync(join(dotGit(), 'HEAD'));
        symlinkSync(join(stranger, '.git/HEAD'), join(dotGit(), 'HEAD'));
      },
      alternates: () => writeFileSync(join(dotGit(), 'objects/info/alternates'), `${stranger}/.git/objects\n`),
      'relative alternates': () =>
        writeFileSync(join(dotGit(), 'objects/info/alternates'), '../../../other/.git/objects\n'),
      'quoted alternates': () =>
        writeFileSync(join(dotGit(), 'objects/info/alternates'), `"${stranger}/.git/\\157bjects"\n`),
      'a parent repository': () => {
        rmSync(dotGit(), { recursive: true });
        renameSync(join(stranger, '.git'), join(fixture.base, '.git'));
      },
      'a pipe for HEAD': () => {
        rmSync(join(dotGit(), 'HEAD'));
        execFileSync('mkfifo', [join(dotGit(), 'HEAD')]);
      }
    };
    for (const [name, arrange] of Object.entries(layouts))
      it(`refuses ${name}`, async () => {
        arrange();
        await expectRefused();
      });

    it('refuses a work tree and a submodule of a repository outside', async () => {
      rmSync(fixture.root, { recursive: true });
      fixture.gitAt('other', 'worktree', 'add', '-q', fixture.root);
      await expectRefused();
      rmSync(fixture.root, { recursive: true });
      fixture.gitAt('.', 'init', '-q', 'super');
      fixture.gitAt('super', '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', stranger, 'sub');
      symlinkSync(join(fixture.base, 'super/sub'), fixture.root);
      await expectRefused();
    });

    it('serves a repository with a submodule, and a .git file that stays inside', async () => {
      fixture.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', stranger, 'sub');
      fixture.commit('with a submodule');
      expect(subjects(await fixture.history({ path: 'sub' }))).to.deep.equal(['with a submodule']);
      expect(JSON.stringify(await fixture.history({ ref: 'HEAD' }))).to.not.contain('STRANGER');
      renameSync(dotGit(), join(fixture.root, '.hidden'));
      writeFileSync(dotGit(), 'gitdir: .hidden\n');
      expect(subjects(await fixture.history())).to.deep.equal(['with a submodule', 'second', 'first']);
    });
  });

  const INJECTED = [
    '--output=MARK',
    '-oMARK',
    '--ext-diff',
    '--no-index',
    '-O/etc/passwd',
    '--upload-pack=MARK',
    '$(touch MARK)',
    '`touch MARK`',
    ';touch MARK',
    '|touch MARK',
    '--exec=MARK',
    '-c',
    '--all',
    '--'
  ];

  for (const name of ['path', 'ref', 'author', 'since', 'until', 'grep', 'cursor'])
    it(`takes no option or command in ${name}`, async () => {
      for (const text of INJECTED) {
        const value = text.replace('MARK', fixture.marker);
        const told = await fixture.history({ [name]: value }).catch((error: Error) => error.message);
        expect(sprung(fixture), text).to.equal(false);
        expect(JSON.stringify(told), text).to.not.contain('root:');
        if (name !== 'path' && name !== 'author' && name !== 'grep') expect(told, text).to.be.a('string');
      }
      expect(fixture.git('status', '--porcelain')).to.equal('');
    });

  it('takes names, hashes and steps for revisions, and nothing else', () => {
    for (const ref of [
      'main',
      'feature/x-1',
      'v1.0.0',
      '@',
      '@~2',
      'HEAD^^2~3',
      'origin/main',
      'a1b2c3d',
      'größe',
      'v1-3-gabc'
    ])
      expect(isRevision(ref), ref).to.equal(true);
    for (const ref of [
      '-n1',
      '',
      '^main',
      'a..b',
      'a...b',
      'HEAD@{1}',
      '@{u}',
      'main@{upstream}',
      ':/text',
      ':file',
      'HEAD:a.txt',
      'a b',
      '../x',
      'refs/../x',
      '/etc/passwd',
      'x.lock',
      'a//b',
      'HEAD^{/x}',
      'HEAD^!',
      'a\nb',
      'a\0b',
      '*',
      'a'.repeat(300)
    ])
      expect(isRevision(ref), ref).to.equal(false);
  });

  it('names the reason of a path outside and of an unknown revision', async () => {
    symlinkSync(join(fixture.base, 'outside'), join(fixture.root, 'out'));
    for (const path of ['../other', '/etc/passwd', 'out/secret.txt', 'a/../../ws-evil', '..\\other'])
      expect(await reasonOf(fixture.history({ path })), path).to.equal('outside_workspace');
    for (const ref of ['nope', 'deadbeef', 'HEAD~99', '-p']) {
      const reason = await reasonOf(fixture.history({ ref }));
      expect(reason, ref).to.equal('unknown_revision');
    }
  });
});
