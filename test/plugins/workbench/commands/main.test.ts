import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { workbenchCommands } from '../../../../plugins/workbench/commands/commands.js';
import { PACKAGE_ROOT } from '../../../../core/cli/main.js';
import { discover } from '../../../../core/kernel/discover.js';
import { staticItems } from '../../../../core/kernel/start.js';
import { Command } from '../../../../core/cli/command.js';
import { folderOf } from '../../../core/documents/root-folder.js';
import { bylaw, gardenRoot, plant } from './command-root.js';

const ROSE = { 'seeds/rose.yaml': plant('rose') };

describe('the command line', () => {
  it('lists all commands', async () => {
    const { status, out, err } = await bylaw(['--help']);
    expect([status, err]).to.deep.equal([0, '']);
    for (const { name, summary } of workbenchCommands) expect(out).to.include(`bylaw ${name}`).and.include(summary);
    expect(out).to.include('--root DIR').and.include('BYLAW_ROOT').and.include('Exit status: 0 done, 1 findings, 2');
    expect((await bylaw([])).status, 'without a command').to.equal(2);
  });

  it('explains every command: usage, every option, an example that begins as the command does', async () => {
    const { services } = await discover(join(PACKAGE_ROOT, 'plugins'), join(PACKAGE_ROOT, 'dist/plugins'));
    for (const command of [...workbenchCommands, ...staticItems(services, Command)])
      for (const flag of ['--help', '-h']) {
        const { status, out, err } = await bylaw([...command.name.split(' '), flag]);
        expect([status, err], command.name).to.deep.equal([0, '']);
        expect(out.startsWith(`bylaw ${command.name}`), command.name).to.equal(true);
        for (const [name, { meaning }] of Object.entries(command.options ?? {}))
          expect(out).to.include(`--${name}`).and.include(meaning);
        expect(out.split('Example:\n')[1], command.name).to.match(/\b(bylaw|npm) /);
        for (const name of command.usage.match(/--([a-z-]+)/g) ?? [])
          expect(Object.keys(command.options ?? {}).concat('root'), command.name).to.include(name.slice(2));
      }
  });

  it('lists the commands of a group', async () => {
    const group = await bylaw(['policy']);
    expect(group.status).to.equal(2);
    expect(group.out).to.include('bylaw policy check').and.not.include('bylaw eval');
    expect((await bylaw(['policy', '--help'])).status).to.equal(0);
  });

  const wrong: readonly [argv: string[], message: string][] = [
    [['policy', 'chekc'], "there is no command 'policy chekc'; did you mean 'policy check'?"],
    [['evla'], "there is no command 'evla'; did you mean 'eval'?"],
    [['levitate', 'now'], "there is no command 'levitate now'; 'bylaw --help' lists them"],
    [['policy', 'check', '--jsno'], "Unknown option '--jsno'. See 'bylaw policy check --help'"],
    [['learn', './our-policies'], "'learn' takes no arguments; name a folder with --root ./our-policies"],
    [['eval', '--baseline'], "Option '--baseline <value>' argument missing"],
    [['policy', 'check', '--json=yes'], "Option '--json' does not take an argument"],
    [['policy', 'check', '--root'], '--root needs a folder'],
    [['policy', 'check', '--root='], '--root needs a folder'],
    [
      ['--root', '/no/such/folder', 'policy', 'check'],
      'there is no folder /no/such/folder; --root or BYLAW_ROOT names the one'
    ],
    [['policy', 'check', '--root', join(PACKAGE_ROOT, 'package.json')], 'there is no folder']
  ];
  for (const [argv, message] of wrong)
    it(`says what is wrong with: ${argv.join(' ')}`, async () => {
      const { status, out, err } = await bylaw(argv);
      expect([status, out]).to.deep.equal([2, '']);
      expect(err).to.include(`bylaw: ${message}`);
      expect(err.split('\n')).to.have.length(1);
    });

  it('hands arguments and options to a command of a plugin, wherever --root stands', async () => {
    const root = gardenRoot(ROSE);
    for (const argv of [
      ['garden', 'water', '--loud', '--times', '3', '--root', root],
      [`--root=${root}`, 'garden', 'water', '--times=3', '--loud']
    ])
      expect(JSON.parse((await bylaw(argv)).out)).to.deep.equal([[], { loud: true, times: '3' }, root]);
  });

  it('runs a command of one service although a plugin of another does not load', async () => {
    const root = gardenRoot({
      ...ROSE,
      'plugins/plugins.yaml':
        'kind: plugins\nversion: 1\nservices:\n  garden: { prefix: GARDEN, plugins: [{ use: bylaw-garden }] }\n  shed: { prefix: SHED, plugins: [{ use: no-such-plugin }] }\n'
    });
    expect((await bylaw(['garden', 'water', '--root', root])).status).to.equal(0);
    const check = await bylaw(['policy', 'check', '--root', root]);
    expect([check.status, check.err.includes('no-such-plugin')]).to.deep.equal([2, true]);
  });

  it('takes the root from the environment, an empty one being none, and the option before it', async () => {
    const root = gardenRoot(ROSE);
    expect((await bylaw(['garden', 'water'], { BYLAW_ROOT: root })).status).to.equal(0);
    expect((await bylaw(['garden', 'water', '--root', root], { BYLAW_ROOT: '/no/such/folder' })).status).to.equal(0);
    expect((await bylaw(['policy', 'schema'], { BYLAW_ROOT: '' })).err).to.include('name a kind of file: article');
    expect((await bylaw(['policy', 'check'], { BYLAW_ROOT: '/no/such/folder' })).status).to.equal(2);
  });

  it('ends with status 2 and the stack when a command breaks', async () => {
    const { status, err } = await bylaw(['garden', 'break', '--root', gardenRoot(ROSE)]);
    expect(status).to.equal(2);
    expect(err).to.match(/^bylaw: unexpected error: TypeError: snapped\n\s+at /);
  });

  it('names all that is wrong with the list of plugins', async () => {
    const root = gardenRoot({ 'plugins/plugins.yaml': 'kind: plugins\nversion: 2\n' });
    const { status, err } = await bylaw(['policy', 'check', '--root', root]);
    expect(status).to.equal(2);
    expect(err.split('\n').sort()).to.deep.equal([
      "plugins/plugins.yaml:1:1: schema the file lacks the key 'services'",
      'plugins/plugins.yaml:2:1: schema version must be 1'
    ]);
  });

  it('ends the process with the status of the command, results on stdout and problems on stderr', () => {
    const run = (...argv: string[]) =>
      spawnSync(process.execPath, [join(PACKAGE_ROOT, 'dist/core/cli.js'), ...argv], { encoding: 'utf8' });
    const broken = gardenRoot({ 'seeds/rose.yaml': plant('3') });
    const { status, stdout, stderr } = run('policy', 'check', '--root', broken);
    expect([status, stdout]).to.deep.equal([1, '1 problem in 1 files\n']);
    expect(stderr).to.equal('seeds/rose.yaml:3:1: schema name must be text\n');
    expect(run('nothing').status).to.equal(2);
  });
});

describe('policy check', () => {
  it('is content with sound files', async () => {
    const { status, out, err } = await bylaw(['policy', 'check', '--root', gardenRoot(ROSE)]);
    expect([status, err]).to.deep.equal([0, '']);
    expect(out).to.match(/^1 files are sound \(revision garden [0-9a-f]{12}\)$/);
  });

  it('lists every problem by place, as lines or as JSON', async () => {
    const root = gardenRoot({
      'seeds/b.yaml': plant('3'),
      'seeds/a.yaml': `${plant('rose')}x: 1\n`,
      'seeds/0.yaml': 'kind: plnat\n'
    });
    const text = await bylaw(['policy', 'check', '--root', root]);
    expect(text.status).to.equal(1);
    expect(text.out).to.equal('3 problems in 3 files');
    expect(text.err.split('\n')).to.deep.equal([
      "seeds/0.yaml:1:1: kind_unknown no plugin brings this kind; did you mean 'plant'?",
      "seeds/a.yaml:4:1: schema the file has no key 'x'",
      'seeds/b.yaml:3:1: schema name must be text'
    ]);
    const json = await bylaw(['policy', 'check', '--json', '--root', root]);
    expect([json.status, json.err]).to.deep.equal([1, '']);
    const { ok, files, revisions, problems } = JSON.parse(json.out) as Record<string, any>;
    expect([ok, files, revisions]).to.deep.equal([false, 3, {}]);
    expect(problems).to.have.length(3);
    expect(problems[1]).to.deep.equal({
      code: 'schema',
      message: "the file has no key 'x'",
      fix: 'correct the value; `bylaw policy schema KIND` prints what is allowed',
      file: 'seeds/a.yaml',
      line: 4,
      column: 1
    });
  });

  it('finds a folder without any file suspicious', async () => {
    const root = gardenRoot({});
    const { status, err } = await bylaw(['policy', 'check', '--root', root]);
    expect(status).to.equal(1);
    expect(err).to.equal(`no declarative file under ${root}; --root names the folder that holds seeds/`);
    expect(JSON.parse((await bylaw(['policy', 'check', '--json', '--root', root])).out)).to.include({ ok: false });
  });

  it('takes the plugins of the package for a root that lists none', async () => {
    const { status, err } = await bylaw(['policy', 'check', '--root', folderOf({ 'intents/x.yaml': 'kind: intnt\n' })]);
    expect(status).to.equal(1);
    expect(err).to.include("intents/x.yaml:1:1: kind_unknown no plugin brings this kind; did you mean 'intent'?");
  });
});
