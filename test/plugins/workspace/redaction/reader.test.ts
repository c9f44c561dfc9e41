import { expect } from 'chai';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDocuments } from '../../../../core/documents/load.js';
import { RedactionRules, RedactorAssembly, type RedactionRow } from '../../../../plugins/workspace/redaction/index.js';
import type { ReaderSource } from '../../../../plugins/workspace/redaction/reader/reader-source.js';
import { Surroundings } from '../../../../plugins/workspace/redaction/surroundings.js';
import { problemsOf, shippedRedactor } from './shipped-redactor.js';

const taught = ['author-s5', 'author-s8'].flatMap(name =>
  readFileSync(`policies/redaction/training/${name}.jsonl`, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as RedactionRow)
);

const reader: ReaderSource = {
  id: 'likely',
  words: { password: ['losung'] },
  files: [
    { name: 'prose', paths: ['\\.txt$'], from: 0 },
    { name: 'other', near: ['password'], from: 0 }
  ]
};

describe('the learned reader of secrets', () => {
  it('hides what looks and stands like a secret though no rule knows it', async () => {
    const redactor = await shippedRedactor();
    const rulesOf = (text: string, path: string): readonly string[] =>
      redactor.redact(text, path).findings.map(({ rule }) => rule);
    const note = 'Hi Mara,\nlog in as svc_print and then Birnbaum#Krone27 please.\n';
    expect(redactor.redact(note, 'notes/handover.txt').text).to.equal(
      note.replace('Birnbaum#Krone27', '[redacted:likely-secret]')
    );
    expect(rulesOf("ftp.open('edi_in', 'Kegelrad6204!x')", 'src/upload.py')).to.deep.equal(['likely-secret']);
    expect(rulesOf('The parcel left on Monday and comes by Thursday.', 'notes/a.txt')).to.deep.equal([]);
    expect(rulesOf('export const answer = 42;\nconst key = map.get(user.id);\n', 'src/a.ts')).to.deep.equal([]);
  });

  it('finds in the surroundings of a cut what it finds in the whole text', async () => {
    const redactor = await shippedRedactor();
    for (const { text, secrets = [], path } of taught.filter((_, nth) => nth % 5 === 0)) {
      const [secret] = secrets;
      if (secret === undefined) continue;
      const filled = `${'so it goes. \n'.repeat(2000)}\n${text}\n${'so it goes. \n'.repeat(2000)}`;
      const content = Buffer.from(filled);
      const cut = filled.indexOf(secret) + 1;
      const from = Buffer.byteLength(filled.slice(0, cut));
      const extent = new Surroundings(content, redactor).of({ from, to: from + 1 });
      const before = content.toString('utf8', extent.from, from).length;
      const hidesAt = (part: string, place: number): boolean =>
        redactor.redact(part, path).findings.some(({ start, end }) => start <= place && end > place);
      const read = content.toString('utf8', extent.from, extent.to);
      expect(hidesAt(read, before), JSON.stringify(text)).to.equal(hidesAt(filled, cut));
    }
  });

  it('changes nothing in a second pass', async () => {
    const redactor = await shippedRedactor();
    for (const { text, path } of taught) {
      const once = redactor.redact(text, path).text;
      expect(redactor.redact(once, path).text).to.equal(once);
    }
  });

  it('costs no more than the text is long', async () => {
    const redactor = await shippedRedactor();
    for (const piece of [
      'Aa1!',
      'password=x1 ',
      'user a1b2c3d4 \n',
      '"a1b2c3d4" ',
      '*a1b2c3* ',
      '=',
      'a-',
      `${' '.repeat(120)}x a1b2c3d4\n`,
      `${' '.repeat(40)}a=bb 1${' '.repeat(900)}x\n`
    ]) {
      const secondsFor = (times: number): number => {
        const text = piece.repeat(times);
        const before = process.cpuUsage();
        redactor.redact(text, 'a.txt', 400_000);
        return process.cpuUsage(before).user / 1e6;
      };
      secondsFor(500);
      expect(secondsFor(20_000), piece).to.be.at.most(20 * Math.max(0.05, secondsFor(2_000)));
    }
  });

  it('is in one file, whose patterns are checked', () => {
    expect(problemsOf({ reader })).to.deep.equal([]);
    expect(problemsOf({ reader }, { reader })).to.deep.equal(['/reader duplicate_name']);
    const [prose, other] = reader.files;
    const slow = { ...prose!, paths: ['[a-z]+x'] };
    expect(problemsOf({ reader: { ...reader, files: [slow, other!] } })).to.deep.equal([
      '/reader/files/0/paths/0 bad_pattern'
    ]);
    const near = { ...other!, near: ['passwords'] };
    expect(problemsOf({ reader: { ...reader, files: [near] } })).to.deep.equal([
      '/reader/files/0/near/0 words_unknown'
    ]);
  });

  it('learns the labelled texts of its own root, says what is wrong with one, and waits where it may not learn', async () => {
    const root = mkdtempSync(join(tmpdir(), 'bylaw-reader-'));
    try {
      const training = join(root, 'policies/redaction/training');
      mkdirSync(training, { recursive: true });
      const write = (own: ReaderSource): void =>
        writeFileSync(
          join(root, 'policies/redaction/reader.yaml'),
          JSON.stringify({ kind: 'redaction-rules', version: 1, reader: own })
        );
      write(reader);
      const rows = Array.from({ length: 30 }, (_, nth) => [
        { path: 'a.txt', text: `die losung ist Tor${nth}#Turm`, secrets: [`Tor${nth}#Turm`] },
        { path: 'a.txt', text: `version build-${nth}.4x of the page`, secrets: [] }
      ]).flat();
      writeFileSync(join(training, 'a.jsonl'), rows.map(row => JSON.stringify(row)).join('\n'));
      const load = (learning?: 'refuse') =>
        loadDocuments({
          root,
          kinds: [RedactionRules],
          otherKinds: new Set(),
          assemblies: [RedactorAssembly],
          items: () => [],
          ...(learning && { learning })
        });
      const refused = await load('refuse');
      expect(refused.problems.map(({ code }) => code)).to.deep.equal(['not_learned']);
      const { set } = await load();
      const { text } = set!.get(RedactorAssembly).redact('die losung ist Tor77#Turm', 'b.txt');
      expect(text).to.equal('die losung ist [redacted:likely]');
      expect((await load('refuse')).problems).to.deep.equal([]);
      writeFileSync(join(training, 'a.jsonl'), '{"text": "x"}');
      write({ ...reader, words: { password: ['losung', 'parole'] } });
      expect((await load()).problems.map(({ code }) => code)).to.deep.equal(['bad_lesson']);
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});
