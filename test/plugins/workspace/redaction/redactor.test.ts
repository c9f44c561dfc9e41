import { expect } from 'chai';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { evaluateRedaction } from '../../../../plugins/workspace/redaction/index.js';
import type { RedactionRow } from '../../../../plugins/workspace/redaction/index.js';
import { Surroundings } from '../../../../plugins/workspace/redaction/surroundings.js';
import { shippedRedactor } from './shipped-redactor.js';

const rows = readFileSync('test/data/redaction.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as RedactionRow);
const secretRows = rows.filter(({ secrets }) => secrets !== undefined && secrets.length > 0);

describe('the redactor on the labelled texts of the project', () => {
  it('hides the secrets as a whole and leaves harmless texts alone', async () => {
    const { figures, errors } = evaluateRedaction(await shippedRedactor(), rows);
    expect(secretRows.length).to.be.at.least(250);
    expect(rows.length - secretRows.length).to.be.at.least(250);
    expect(figures['format_recall'], errors.join('\n')).to.be.at.least(0.99);
    expect(figures['context_recall'], errors.join('\n')).to.be.at.least(0.95);
    expect(figures['generic_recall'], errors.join('\n')).to.be.at.least(0.9);
    expect(figures['tails'], errors.join('\n')).to.equal(0);
    expect(figures['false_alarms'], errors.join('\n')).to.be.at.most(0.005);
  });

  it('names the kind and the place, never the value', async () => {
    const key = `AKIA${'Q3EGRT7A'.repeat(2)}`;
    const { text, count, findings } = (await shippedRedactor()).redact(`id ${key}.`);
    expect(text).to.equal('id [redacted:aws-access-key].');
    expect(count).to.equal(1);
    expect(findings).to.deep.equal([{ rule: 'aws-access-key', start: 3, end: 23 }]);
  });
});

describe('what holds for every text', () => {
  const piece = fc.oneof(
    fc.constantFrom(...secretRows.map(row => row.text)),
    fc.constantFrom(...rows.map(row => row.text)),
    fc.string(),
    fc.constantFrom('password', 'token=', '"', ' = ', '\n', '://a:', '@', '[redacted:x]', 'Bearer ', '-----BEGIN ')
  );
  const texts = fc.array(piece, { maxLength: 6 }).map(pieces => pieces.join('\n'));

  it('a second pass changes nothing', async () => {
    const redactor = await shippedRedactor();
    fc.assert(
      fc.property(texts, text => {
        const once = redactor.redact(text).text;
        expect(redactor.redact(once).text).to.equal(once);
      }),
      { numRuns: 300 }
    );
  });

  it('only the findings are replaced, in order and without overlap', async () => {
    const redactor = await shippedRedactor();
    fc.assert(
      fc.property(texts, text => {
        const { text: hidden, findings, count } = redactor.redact(text);
        let expected = '';
        let from = 0;
        for (const { rule, start, end } of findings) {
          expect(start).to.be.at.least(from);
          expect(end).to.be.greaterThan(start);
          expected += `${text.slice(from, start)}[redacted:${rule}]`;
          from = end;
        }
        expect(hidden).to.equal(expected + text.slice(from));
        expect(count).to.equal(findings.length);
      }),
      { numRuns: 300 }
    );
  });
});

describe('a text that is shown in parts', () => {
  it('hides a secret split by a cut when the parts are read with the overlap', async () => {
    const redactor = await shippedRedactor();
    for (const { text, secrets = [], path } of secretRows.filter((_, i) => i % 7 === 0)) {
      const whole = redactor.redact(text, path).findings;
      const filled = `${'so it goes. '.repeat(2000)}\n${text}\n${'so it goes. '.repeat(2000)}`;
      const at = filled.indexOf(secrets[0] ?? '');
      const cut = at + Math.floor((secrets[0]?.length ?? 0) / 2);
      const from = Math.max(0, cut - redactor.overlap);
      const around = redactor.redact(filled.slice(from, cut + redactor.overlap), path).findings;
      const hides = around.some(({ start, end }) => start + from <= at && end + from > cut);
      expect(hides, JSON.stringify(text)).to.equal(whole.length > 0);
    }
  });

  it('hides it as well when of a content in UTF-8 no more is read than its surroundings say', async () => {
    const redactor = await shippedRedactor();
    for (const prose of ['so it goes. ', 'så går det. '])
      for (const { text, secrets = [], path } of secretRows) {
        const [secret = ''] = secrets;
        const filled = `${prose.repeat(2000)}\n${text}\n${prose.repeat(2000)}`;
        const content = Buffer.from(filled);
        const surroundings = new Surroundings(content, redactor);
        for (const share of [0, 0.5, 0.99]) {
          const cut = filled.indexOf(secret) + Math.floor(secret.length * share);
          const from = Buffer.byteLength(filled.slice(0, cut));
          const extent = surroundings.of({ from, to: from + 1 });
          const before = content.toString('utf8', extent.from, from).length;
          const read = content.toString('utf8', extent.from, extent.to);
          const hides = redactor.redact(read, path).findings.some(({ start, end }) => start <= before && end > before);
          const isHidden = redactor.redact(filled, path).findings.some(({ start, end }) => start <= cut && end > cut);
          expect(hides, JSON.stringify(text)).to.equal(isHidden);
        }
      }
  });
});

describe('the cost of redaction', () => {
  it('grows no faster than the text, counted in patterns tried', async () => {
    const redactor = await shippedRedactor();
    const pieces = [
      'password',
      'token=',
      '://a:',
      'eyJ',
      'AKIA',
      'secret: "',
      'pass="',
      ':AA',
      'Bearer a',
      '-----BEGIN '
    ];
    for (const hostile of [...pieces, '-----BEGIN PRIVATE KEY-----\nAAAAAAAAAAAAAAAAAAAA\n', '&key=', 'password: \\']) {
      const small = redactor.explain(hostile.repeat(200)).attempts;
      const large = redactor.explain(hostile.repeat(800)).attempts;
      expect(small, hostile).to.be.greaterThan(0);
      expect(large, hostile).to.be.at.most(4 * small + 40);
    }
  });

  it('looks once at a document of secrets, however often it says that it is one', async () => {
    const redactor = await shippedRedactor();
    const times = 600;
    // A rule for one line looks at each mark as well.
    for (const mark of ['kind: Secret\n', '{"kind":"Secret","data":{', '"kty":\n'])
      expect(redactor.explain(mark.repeat(times)).attempts, mark).to.be.at.most(2 * times + 10);
  });
});
