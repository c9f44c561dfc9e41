import { expect } from 'chai';
import { readFile } from '../../../../plugins/workspace/tools/read-file.js';
import { searchText } from '../../../../plugins/workspace/tools/search-text.js';
import { workspaceOverview } from '../../../../plugins/workspace/tools/workspace-overview.js';
import { makeRepository } from '../git/git-fixture.js';
import { gitHistory } from '../../../../plugins/workspace/tools/git-history.js';
import { contextFor, makeFixture, pages, run, shippedRules, type Fixture } from '../workspace-fixture.js';
import { leaks, privateKey, token } from './secrets.js';

const { redactor } = shippedRules;
/** Pages of about a thousand bytes. */
const SMALL = { maxResultBytes: 8 * 1024 };
const contentOf = (answers: readonly { readonly structured: Readonly<Record<string, unknown>> }[]): string =>
  answers.map(({ structured }) => structured['content'] as string).join('');

describe('a secret on the edge of what is shown', () => {
  let fixture: Fixture;
  before(() => (fixture = makeFixture()));
  after(() => fixture.remove());

  const secrets = Array.from({ length: 60 }, (_, n) => token(n));

  /** Every page, none of which may have a part of a secret. */
  async function allPages(path: string, hidden: readonly string[], args = {}, limits = {}) {
    const answers = await pages(readFile, { path, ...args }, await contextFor(fixture.root, { ...SMALL, ...limits }));
    for (const { structured, summary } of answers)
      expect(leaks(`${structured['content'] as string}${summary}`, hidden)).to.deep.equal([]);
    return answers;
  }

  it('is hidden wherever a page of lines ends, and the pages give the redacted text exactly', async () => {
    const lines = secrets.map((secret, n) => `${'x'.repeat(n % 23)} token = ${secret} // ${'é'.repeat(n % 7)}`);
    const text = `${lines.join('\n')}\n`;
    fixture.write('lines.txt', text);
    const answers = await allPages('lines.txt', secrets);
    expect(answers.length).to.be.greaterThan(2);
    expect(contentOf(answers)).to.equal(redactor.redact(text, 'lines.txt').text);
  });

  it('is hidden wherever one long line is cut, also in pieces of a file that is not read whole', async () => {
    const text = secrets.map((secret, n) => `${'y'.repeat(150 + n)};${secret};`).join('');
    fixture.write('line.txt', text);
    for (const limits of [{}, { maxFileBytes: 4096 }]) {
      const answers = await allPages('line.txt', secrets, { start_line: 1 }, limits);
      expect(answers.length).to.be.greaterThan(6);
      expect(contentOf(answers)).to.equal(redactor.redact(text, 'line.txt').text);
    }
  });

  it('is hidden where it has many lines and a page, a range or a tail begins or ends inside', async () => {
    const keys = [privateKey(1), privateKey(2)];
    const text = `${'a line of prose\n'.repeat(40)}${keys[0]}\nbetween\n${keys[1]}\nend\n`;
    fixture.write('keys.pem', text);
    expect(contentOf(await allPages('keys.pem', keys))).to.equal(redactor.redact(text, 'keys.pem').text);
    for (const args of [{ start_line: 45, end_line: 50 }, { start_line: 60 }, { end_line: 55 }, { tail: 20 }])
      for (const limits of [{}, { maxFileBytes: 2048 }]) {
        const answers = await allPages('keys.pem', keys, args, limits);
        expect(contentOf(answers), JSON.stringify(args)).to.contain('[redacted:');
      }
  });

  it('is hidden however far it stands from what says that the document is one of secrets', async () => {
    const values = Array.from({ length: 3000 }, (_, n) => Buffer.from(`${token(n)}-${n}`).toString('base64'));
    const data = `data:\n${values.map((value, n) => `  entry${n}: ${value}`).join('\n')}\n`;
    for (const text of [`kind: Secret\n${data}`, `${data}kind: Secret\n`]) {
      fixture.write('secret.yaml', text);
      for (const args of [{ start_line: 1500, end_line: 1502 }, { tail: 5 }, { start_byte: 90_000, end_byte: 90_200 }])
        await allPages('secret.yaml', values, args);
      const found = await run(
        searchText,
        { pattern: 'entry(5|1500|2990):', path: 'secret.yaml' },
        await contextFor(fixture.root)
      );
      expect(leaks(JSON.stringify(found.structured), values)).to.deep.equal([]);
    }
  });

  it('is hidden where a file of another encoding is searched in pieces', async () => {
    const key = privateKey(6);
    const before = 256 * 1024 - 900;
    const text = `${'caf\u00e9\n'.repeat(before / 5)}${key}\n${'caf\u00e9\n'.repeat(60_000)}`;
    fixture.write('latin.log', Buffer.from(text, 'latin1'));
    const args = { pattern: '[A-Za-z0-9+/]{60}', path: 'latin.log' };
    const { structured } = await run(searchText, args, await contextFor(fixture.root));
    expect(structured['total']).to.equal(26);
    expect(leaks(JSON.stringify(structured), [key])).to.deep.equal([]);
  });

  it('is hidden behind line numbers, which stay those of the file', async () => {
    const key = privateKey(3);
    fixture.write('numbered.txt', `one\n${key}\nlast\n`);
    const content = contentOf(await allPages('numbered.txt', [key], { line_numbers: true }));
    const numbers = content.match(/^ *\d+(?=\t)/gm)?.map(Number);
    expect(numbers).to.deep.equal([1, 2, 3, 30]);
  });

  it('is hidden in every place of a long line that a search shows, and in the lines around a hit', async () => {
    const text = secrets.map((secret, n) => `${'z'.repeat(90 + n)};needle${n}=${secret};`).join('');
    fixture.write('long/line.js', text);
    const key = privateKey(4);
    fixture.write('long/key.txt', `first\n${key}\nhere is the needle\n${key}\n`);
    const answers = [
      await run(searchText, { pattern: 'needle', path: 'long', before: 5, after: 5 }, await contextFor(fixture.root)),
      ...(await Promise.all(
        secrets.map(async (_, n) =>
          run(searchText, { pattern: `needle${n}=`, path: 'long/line.js' }, await contextFor(fixture.root))
        )
      )),
      await run(searchText, { pattern: key.slice(300, 312), path: 'long' }, await contextFor(fixture.root))
    ];
    for (const { structured, summary } of answers)
      expect(leaks(JSON.stringify(structured) + summary, [...secrets, key])).to.deep.equal([]);
    expect(JSON.stringify(answers[1]!.structured)).to.contain('[redacted:');
    expect(answers.at(-1)!.structured['total']).to.equal(2);
  });

  it('is hidden at the cut of a readme', async () => {
    const base = makeFixture();
    try {
      for (const lead of [1960, 1970, 1990, 1998, 2001]) {
        base.write('README.md', `${'w'.repeat(lead)} ${token('readme')} ${'v'.repeat(200)}`);
        const { structured, summary } = await run(workspaceOverview, {}, await contextFor(base.root));
        expect(leaks(JSON.stringify(structured) + summary, [token('readme')]), `${lead}`).to.deep.equal([]);
      }
    } finally {
      base.remove();
    }
  });

  it('is hidden at the cuts of messages and patches of a history', async () => {
    const repository = makeRepository();
    try {
      const subject = `${'s'.repeat(480)} ${token('subject')}`;
      const body = `${'b '.repeat(290)}${token('body')} ${'c '.repeat(3700)}${token('long body')}`;
      const long = `${'l'.repeat(16 * 1024 - 20)};${token('line')};${'m'.repeat(500)}`;
      const lines = secrets.map((secret, n) => `${'n'.repeat(n)} ${secret}`);
      const key = privateKey(5);
      repository.commit(`${subject}\n\n${body}`, { 'a.txt': `${lines.join('\n')}\n${key}\n${long}\n` });
      const hidden = [...secrets, key, ...['subject', 'body', 'long body', 'line'].map(token)];
      for (const args of [
        {},
        { include_patch: true },
        { ref: 'HEAD', include_patch: true },
        { path: 'a.txt', include_patch: true }
      ])
        for (const limits of [{}, SMALL]) {
          const answers = await pages(gitHistory, args, await contextFor(repository.root, limits));
          for (const { structured, summary } of answers)
            expect(leaks(JSON.stringify(structured) + summary, hidden), JSON.stringify(args)).to.deep.equal([]);
        }
      const whole = (
        await pages(gitHistory, { ref: 'HEAD', include_patch: true }, await contextFor(repository.root))
      )[0]!;
      const paged = await pages(
        gitHistory,
        { ref: 'HEAD', include_patch: true },
        await contextFor(repository.root, SMALL)
      );
      expect(paged.length).to.be.greaterThan(2);
      expect(paged.map(({ structured }) => (structured['patch'] as string | undefined) ?? '').join('')).to.equal(
        whole.structured['patch']
      );
      expect(whole.structured['patch']).to.contain('[line cut]');
    } finally {
      repository.remove();
    }
  });
});
