import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { editFile } from '../../../harness/root.js';
import { bylaw } from './command-root.js';

const CALENDAR = 'policies/records/attributes.yaml';
const LIMITS = 'policies/limits/limits.yaml';
const WORDING = 'policies/wording/wording.yaml';
const ESCALATION = 'policies/escalation/escalation.yaml';
const GONE = 'policies/limits/of-old.yaml';
const DELETED = 'seeds/orders/acme-ord-1001.yaml';

describe('policy upgrade', () => {
  const root = mkdtempSync(join(tmpdir(), 'bylaw-upgrade-'));
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const write = (file: string, text: string) => writeFileSync(join(root, file), text);
  const run = (...argv: string[]) => bylaw(['policy', ...argv, '--root', root]);
  const upgrade = async (...argv: string[]) => {
    const { status, out, err } = await run('upgrade', '--json', ...argv);
    const { add, update, remove, merge, unknown, absent } = JSON.parse(out) as Record<string, string[]>;
    return { status, err, add, update, remove, merge, unknown, absent };
  };
  const nothing = { err: '', add: [], update: [], remove: [], merge: [], unknown: [], absent: [] };
  let shipped: Readonly<Record<string, string>>;
  before(async () => {
    expect((await bylaw(['init', root])).status).to.equal(0);
    shipped = Object.fromEntries([WORDING, ESCALATION, LIMITS, CALENDAR].map(file => [file, read(file)]));
  });
  after(() => rmSync(root, { recursive: true }));

  it('finds nothing to do where a root is of this version, whatever is edited in it', async () => {
    editFile(root, ESCALATION, text => text.replace('unclear_messages: 3', 'unclear_messages: 2'));
    expect(await upgrade()).to.deep.equal({ status: 0, ...nothing });
    const styled = await run('fmt', '--check');
    expect([styled.status, styled.out], 'what was shipped is not the root’s to style').to.deep.equal([
      0,
      '0 of 1 files to be formatted'
    ]);
    write(ESCALATION, shipped[ESCALATION]!);
  });

  it('brings what an earlier version made to this one, and leaves to a person what both changed', async () => {
    // As a version made it that had no attributes, limits of another text, a file more, and an escalation without `already`.
    rmSync(join(root, CALENDAR));
    write(LIMITS, shipped[WORDING]!);
    write(GONE, shipped[WORDING]!);
    rmSync(join(root, DELETED));
    editFile(root, ESCALATION, text => text.replace(/^already:[\s\S]*?(?=^\S)/m, ''));
    editFile(root, '.bylaw.json', text => {
      const { bylaw: version, files } = JSON.parse(text) as { bylaw: string; files: Record<string, string> };
      const { [CALENDAR]: _new, ...rest } = files;
      const old = { [LIMITS]: files[WORDING], [GONE]: files[WORDING], [ESCALATION]: 'other' };
      return JSON.stringify({ bylaw: version, files: { ...rest, ...old } });
    });
    const mine = read(ESCALATION);

    const check = await run('check');
    expect(check.status).to.equal(1);
    expect(check.err).to.match(
      /this root is not of this version: it lacks 1 of the shipped files, and 3 are not as it ships them\. See: bylaw policy upgrade --dry-run --root /
    );
    const todo = {
      status: 1,
      ...nothing,
      add: [CALENDAR],
      update: [LIMITS],
      remove: [GONE],
      merge: [ESCALATION],
      absent: [DELETED]
    };
    expect(await upgrade('--dry-run')).to.deep.equal(todo);
    expect(existsSync(join(root, CALENDAR))).to.equal(false);
    const shown = await run('upgrade', '--dry-run', '--diff');
    expect(shown.out).to.include(`Would be added, new in this version (1):\n  ${CALENDAR}`);
    expect(shown.out).to.match(/^\+already:/m);

    expect(await upgrade()).to.deep.equal(todo);
    expect([CALENDAR, LIMITS].map(read)).to.deep.equal([shipped[CALENDAR], shipped[LIMITS]]);
    expect([existsSync(join(root, GONE)), existsSync(join(root, DELETED)), read(ESCALATION)]).to.deep.equal([
      false,
      false,
      mine
    ]);
    const left = await run('upgrade');
    expect([left.status, left.err.split('\n')[0]]).to.deep.equal([
      1,
      `${ESCALATION}:2:1: schema the file lacks the key 'already'`
    ]);
    expect(left.out).to.include(`When a file is merged: bylaw policy upgrade --merged ${ESCALATION}`);

    write(ESCALATION, shipped[ESCALATION]!.replace('unclear_messages: 3', 'unclear_messages: 2'));
    expect((await run('upgrade', '--merged', ESCALATION)).status).to.equal(0);
    expect(await upgrade()).to.deep.equal({ status: 0, ...nothing, absent: [DELETED] });
    expect((await run('check')).status).to.equal(0);
  });

  it('takes what was shipped from a revision where the root does not say it', async () => {
    const git = (...argv: string[]) =>
      expect(spawnSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@b', ...argv]).status).to.equal(0);
    rmSync(join(root, '.bylaw.json'));
    write(LIMITS, shipped[WORDING]!);
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'As made');
    editFile(root, WORDING, text => `${text}# ours\n`);
    expect(await upgrade('--dry-run')).to.deep.include({ add: [DELETED], unknown: [ESCALATION, LIMITS, WORDING] });
    expect(await upgrade('--base', 'HEAD')).to.deep.include({ add: [DELETED], update: [ESCALATION, LIMITS] });
    expect([read(LIMITS), read(WORDING)]).to.deep.equal([shipped[LIMITS], `${shipped[WORDING]!}# ours\n`]);
    write('.bylaw.json', '{');
    expect((await run('upgrade')).err).to.include('.bylaw.json is not as bylaw wrote it');
  });
});
