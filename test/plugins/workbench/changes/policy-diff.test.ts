import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeLines } from '../../../../plugins/workbench/changes/change-words.js';
import { checkOut } from '../../../../plugins/workbench/changes/git-revision.js';
import { contentChanges } from '../../../../plugins/workbench/changes/content-changes.js';
import { FACTS, TABLE } from '../../../core/rules/table-root.js';
import { folderOf } from '../../../core/documents/root-folder.js';
import { recorded } from '../replay/recorded.js';
import { edit, LONGER, PARKING, parkingRoot, run } from './parking-root.js';

const FEES =
  '{"id":"a","hours":3,"expected":"pay"}\n{"id":"b","hours":4,"expected":"free"}\n{"id":"c","hours":9,"expected":"pay"}\n';

const gitIn =
  (repository: string) =>
  (...args: readonly string[]) =>
    execFileSync('git', ['-C', repository, '-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
      stdio: 'pipe'
    });

describe('policy diff', () => {
  const root = parkingRoot({ 'data/fees.jsonl': FEES });
  const longer = parkingRoot({ 'policies/parking.yaml': LONGER });
  const diff = (...argv: string[]) => run(root, 'policy', 'diff', ...argv);

  it('says nothing and ends with 0 where nothing differs, comments and layout aside', async () => {
    const same = parkingRoot({ 'policies/parking.yaml': `# a comment\n${TABLE}` });
    const { status, out } = await diff(root, same);
    expect([status, out.split('\n').at(-1)]).to.deep.equal([0, '  No difference.']);
  });

  it('says which cases are decided otherwise, what that does to labelled sets, and what was written', async () => {
    const { status, out, err } = await diff(root, longer);
    expect([status, err]).to.deep.equal([1, '']);
    expect(out).to.include('Parking (parking)');
    expect(out).to.match(
      /- 3 to 4 hours: pay \(standard\) → free \(short stay\)\n\s+with fee: .*\n\s+for example: hours 4/
    );
    expect(out).to.include('setting free_hours: 2 → 4');
    expect(out).to.match(
      /Labelled set: fees \(3 items of data\/fees\.jsonl\)\n\s+verdict\s+before\s+after\n\s+right\s+2\s+2\n\s+wrong\s+1\s+1/
    );
    expect(out).to.include('- a: right → wrong (pay → free)').and.to.include('- b: wrong → right (pay → free)');
  });

  it('shows of a long sentence where it differs', async () => {
    const meaning =
      'How long the car stood, ' + 'counted in whole hours of the meter that stands nearest to it, '.repeat(4);
    const told = (end: string) =>
      parkingRoot({ 'policies/facts.yaml': FACTS.replace('How long the car stood.', `'${meaning}${end}.'`) });
    const { out } = await diff(told('up to now'), told('up to noon'));
    expect(out.replace(/\s+/g, ' ')).to.include('to it, up to now.”').and.to.include('to it, up to noon.”');
  });

  it('fails on what is asked for', async () => {
    const worded = parkingRoot({
      'policies/parking.yaml': TABLE.replace('Your car was towed.', 'They took it away.'),
      'data/fees.jsonl': FEES
    });
    const statuses = async (other: string) =>
      await Promise.all(
        ['any', 'decisions', 'worse'].map(async on => (await diff(root, other, '--fail-on', on)).status)
      );
    expect(await statuses(longer)).to.deep.equal([1, 1, 1]);
    expect(await statuses(worded)).to.deep.equal([1, 0, 0]);
    expect((await diff(root, longer, '--fail-on', 'worst')).err).to.equal(
      'bylaw: --fail-on is one of any, decisions, worse'
    );
    expect((await diff(root, longer, '--fail-on', 'worse', '--no-eval')).status).to.equal(2);
  });

  it('shows that a version was moved to other days as that', async () => {
    const version = (from: string) =>
      `${LONGER.replace('title: Parking\n', `title: Parking\neffective_from: '${from}'\n`)}`;
    const [june, july] = ['2030-06-01', '2030-07-01'].map(from =>
      parkingRoot({ 'policies/summer.yaml': version(from) })
    ) as [string, string];
    const { out } = await run(june, 'policy', 'diff', june, july, '--no-eval');
    expect(out).to.include('What was changed in 1 document');
    expect(out).to.match(
      /rule-table parking@2030-07-01 changed: .*\n\s+- dates moved: holds from 2030-06-01 → 2030-07-01/
    );
    expect(out).to.include('from 2030-06-01, until 2030-06-30').and.not.to.include('rule short added');
    expect(out.match(/Parking \(parking\)/g)).to.have.length(1);
  });

  it('bounds what a fact can change that is computed otherwise, and holds it against recorded decisions', async () => {
    const computed = (from: string) =>
      FACTS.replace('How long the car stood.', `How long the car stood., from: ${from}`);
    const [was, is] = ['car.hours', 'car.minutes'].map(from =>
      parkingRoot({ 'policies/facts.yaml': computed(from) })
    ) as [string, string];
    const file = join(was, 'decisions.jsonl');
    writeFileSync(file, await recorded());
    const args = ['policy', 'diff', was, is, '--no-eval', '--database', file, '--fail-on', 'decisions'];
    const { status, out } = await run(was, ...args);
    expect(status).to.equal(1);
    expect(out).to.include('- hours: computed otherwise (parking: rules short)');
    expect(out).to.match(/What hours can change in Parking \(parking\)\n\s+At most 12 of the 27 kinds of case/);
    expect(out).to.include('the ordinary case: free (short stay) or pay (standard, due fee)');
    expect(out).to.include('5: computed otherwise now: hours, and the decision depends on it');
    const { reach } = JSON.parse((await run(was, ...args, '--json')).out);
    expect(reach[0]).to.deep.include({ table: 'parking', facts: ['hours'] });
    const { out: page } = await run(was, 'policy', 'review', was, is, '--no-eval');
    expect(page).to.include('Hours is computed otherwise: at most 12 of 27 kinds of case of Parking go by it.');
  });

  it('refuses to compare a folder with itself, which would pass for no difference', async () => {
    const { status, err } = await diff(root);
    expect([status, err]).to.deep.equal([
      2,
      `bylaw: both sides are ${root}; name the state before the change: another folder, or a git revision such as HEAD~1`
    ]);
  });

  it('gives all of it as JSON', async () => {
    const { status, out } = await diff(root, longer, '--json', '--no-eval');
    const { same, tables, documents, labelled } = JSON.parse(out);
    expect([status, same, labelled]).to.deep.equal([1, false, []]);
    expect(tables[0].cases[0]).to.deep.include({ when: ['3 to 4 hours'], example: { hours: 4 } });
    expect(tables[0].cells).to.have.keys('possible', 'different', 'not_listed');
    expect(documents[0]).to.include({
      kind: 'rule-table',
      name: 'parking',
      how: 'changed',
      file: 'policies/parking.yaml'
    });
  });

  it('compares one side with the files on disk, and writes Markdown that cannot call or link', async () => {
    const { out } = await diff(longer, '--format', 'markdown', '--no-eval');
    expect(out).to.include(`→ the files on disk`).and.to.include('### Parking (parking)');
    const sly = parkingRoot({
      'policies/parking.yaml': TABLE.replace('Your car was towed.', 'Ask @team at https://x.example/<b>|')
    });
    const { out: page } = await diff(root, sly, '--format', 'markdown', '--no-eval');
    const loud = parkingRoot({ 'policies/parking.yaml': TABLE.replace('Your car was towed.', '"\\e[31mred"') });
    expect((await diff(root, loud, '--no-eval')).out).to.include('\ufffd[31mred');
    expect(page).to.not.match(/@team|https:\/\/x|<b>|[^\\]\|(?!-)/m);
  });

  it('names rules that were added, removed, moved and reworded', async () => {
    const other = parkingRoot();
    edit(other, 'policies/parking.yaml', 'Your car was towed.', 'Your car is at the pound.');
    edit(other, 'policies/parking.yaml', 'priority: 30', 'priority: 15');
    edit(other, 'policies/parking.yaml', 'id: large', 'id: dear');
    const { out } = await diff(root, other, '--no-eval');
    expect(out).to.include('rule towed: tells the customer “Your car was towed.” → “Your car is at the pound.”');
    expect(out).to.include('rule large removed: when not (fee is at most the large fee): ask (large fee)');
    expect(out).to.include('rule dear (R3) added, tried before short: when not (fee is at most the large fee)');
    const swapped = parkingRoot();
    edit(swapped, 'policies/parking.yaml', 'priority: 30', 'priority: 15');
    const moved = await diff(root, swapped, '--no-eval');
    expect(moved.out).to.include('rule large is now tried before short');
    expect(moved.out).to.include('ask (large fee)').and.to.include('free (short stay) → ask (large fee)');
  });

  it('names what else changed, entry by entry, and of a long text the sentences', () => {
    const base = {
      body: `${'One long sentence that stays as it is. '.repeat(4)}It costs 3 USD.`,
      phrases: [{ say: 'a', weight: 1 }],
      words: ['x', 'y']
    };
    const now = {
      ...base,
      body: base.body.replace('3 USD', '4 USD'),
      phrases: [
        { say: 'a', weight: 0.5 },
        { say: 'b', weight: 1 }
      ],
      words: ['y', 'x', 'z'],
      least: 2
    };
    const changes = contentChanges(base, now);
    const lines = changeLines({ kind: 'article', name: 'n', file: 'f', how: 'changed', changes });
    expect(lines).to.deep.equal([
      'body: removed “It costs 3 USD.”',
      'body: added “It costs 4 USD.”',
      'phrases › a › weight: 1 → 0.5',
      'phrases › b: added {"say":"b","weight":1}',
      'words: added “z”',
      'least: added 2'
    ]);
    expect(contentChanges(['x', 'y'], ['y', 'x'])).to.have.length(1);
    const patterns = (...match: string[]) => [{ language: 'en', match: ['x', ...match] }, { language: 'de' }];
    expect(contentChanges(patterns(), patterns('y'))).to.deep.equal([{ at: ['1', 'match'], after: 'y' }]);
    expect(contentChanges([{ a: 1 }, { a: 1 }], [{ a: 1 }])).to.deep.equal([{ at: [], before: { a: 1 } }]);
  });

  it('is refused with the reason: nothing named, no such revision, files that are not sound', async () => {
    for (const [argv, message] of [
      [[], 'name one or two states of the files'],
      [[root, longer, root], 'name one or two states of the files'],
      [['--format', 'pdf', longer], '--format is text or markdown'],
      [['--cases', '0', longer], '--cases is a whole number'],
      [[''], 'a side that is compared has no name'],
      [['HEAD~1'], "'HEAD~1' is neither a folder nor a git revision"],
      [['--', '--output=x'], 'is neither a folder nor a git revision'],
      [[join(root, 'data')], 'holds none of policies/']
    ] as const) {
      const { status, out, err } = await diff(...argv);
      expect([status, out], message).to.deep.equal([2, '']);
      expect(err).to.include(message);
    }
    const broken = parkingRoot({ 'policies/parking.yaml': TABLE.replace('priority: 20', 'priority: high') });
    const { status, err } = await diff(broken);
    expect(status).to.equal(2);
    expect(err).to.match(/are not sound.*\npolicies\/parking\.yaml:\d+:\d+: schema rules\.2\.priority/);
  });

  it('takes what was learned for a root along with its revisions', () => {
    const own = folderOf({ ...PARKING, '.bylaw/intents-1.model': 'learned' });
    const git = gitIn(own);
    git('init', '-q');
    git('add', 'policies');
    git('commit', '-qm', 'one');
    const { root: revision, close } = checkOut('HEAD', { root: own, folders: ['policies'] });
    expect(readdirSync(join(revision, '.bylaw'))).to.deep.equal(['intents-1.model']);
    close();
  });

  it('reads git revisions, also of a root within a repository, and leaves nothing behind', async () => {
    const repository = folderOf(
      Object.fromEntries(Object.entries(PARKING).map(([file, text]) => [`shop/${file}`, text]))
    );
    const shop = join(repository, 'shop');
    const git = gitIn(repository);
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-qm', 'one');
    writeFileSync(join(shop, 'policies/parking.yaml'), LONGER);
    git('commit', '-qam', 'two');
    // A folder of its own, since other tests read revisions meanwhile.
    const { TMPDIR } = process.env;
    process.env['TMPDIR'] = folderOf({});
    for (const sides of [['HEAD~1', 'HEAD'], ['HEAD~1'], ['main~1:'], ['HEAD~1:shop', 'main']]) {
      const { status, out } = await run(shop, 'policy', 'diff', ...sides, '--no-eval');
      expect([status, out.includes('setting free_hours: 2 → 4')], sides.join(' ')).to.deep.equal([1, true]);
    }
    expect((await run(shop, 'policy', 'diff', 'HEAD', '--no-eval')).status).to.equal(0);
    expect(readdirSync(tmpdir())).to.deep.equal([]);
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
    const clone = join(repository, 'clone');
    git('clone', '-q', '--depth', '1', `file://${repository}`, clone);
    const { status, err } = await run(join(clone, 'shop'), 'policy', 'diff', 'HEAD~1', '--fail-on', 'decisions');
    expect([status, err]).to.deep.equal([
      2,
      "bylaw: 'HEAD~1' is not in this clone, which is shallow: git fetch --unshallow brings all (in a workflow, fetch-depth: 0)"
    ]);
  });
});
