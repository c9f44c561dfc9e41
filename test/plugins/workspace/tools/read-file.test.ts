import { expect } from 'chai';
import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolAnswer } from '../../../../plugins/workspace/contract/tool.js';
import { Denied } from '../../../../plugins/workspace/sandbox/denied.js';
import { makeCursor } from '../../../../plugins/workspace/sandbox/cursor.js';
import { readFile } from '../../../../plugins/workspace/tools/read-file.js';
import { contextFor, type Fixture, makeFixture, pages, reasonOf, run } from '../workspace-fixture.js';

const content = (answer: ToolAnswer): string => answer.structured['content'] as string;
const KIB = 1024;

/** What this process has read so far, where the system tells. */
const bytesRead = (): number =>
  existsSync('/proc/self/io') ? Number(/^rchar: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))![1]) : 0;

describe('read_file', () => {
  let fixture: Fixture;
  beforeEach(() => (fixture = makeFixture()));
  afterEach(() => fixture.remove());

  const read = async (args: Readonly<Record<string, unknown>>, options: Parameters<typeof contextFor>[1] = {}) =>
    run(readFile, args, await contextFor(fixture.root, options));
  const numbers = (from: number, to: number): string =>
    Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join('');

  it('gives the whole file, a range, or the end', async () => {
    fixture.write('a.txt', numbers(1, 10));
    const whole = await read({ path: 'a.txt' });
    expect(whole).to.include({ truncated: false, timedOut: false });
    expect(whole.structured).to.include({
      path: 'a.txt',
      encoding: 'utf-8',
      total_lines: 10,
      lines: 10,
      start_line: 1,
      end_line: 10
    });
    expect(content(whole)).to.equal(numbers(1, 10));
    expect(whole.summary).to.equal('a.txt: lines 1-10 of 10, utf-8');
    expect(content(await read({ path: 'a.txt', start_line: 3, end_line: 4 }))).to.equal(numbers(3, 4));
    expect(content(await read({ path: 'a.txt', start_line: 9 }))).to.equal(numbers(9, 10));
    expect(content(await read({ path: 'a.txt', end_line: 1 }))).to.equal(numbers(1, 1));
    const tail = await read({ path: 'a.txt', tail: 2 });
    expect(content(tail)).to.equal(numbers(9, 10));
    expect(tail.structured).to.include({ start_line: 9, end_line: 10 });
    expect(content(await read({ path: 'a.txt', tail: 100 }))).to.equal(numbers(1, 10));
    expect((await read({ path: 'a.txt', start_line: 11 })).structured).to.include({
      content: '',
      lines: 0,
      total_lines: 10
    });
    expect(content(await read({ path: 'a.txt', start_line: 9, line_numbers: true }))).to.equal(
      '     9\tline 9\n    10\tline 10\n'
    );
  });

  it('takes files without a last newline, with CRLF, and empty ones', async () => {
    fixture.write('open.txt', 'a\nb');
    expect((await read({ path: 'open.txt' })).structured).to.include({ total_lines: 2, content: 'a\nb' });
    expect(content(await read({ path: 'open.txt', tail: 1 }))).to.equal('b');
    fixture.write('crlf.txt', 'a\r\nb\r\n');
    expect((await read({ path: 'crlf.txt' })).structured).to.include({ total_lines: 2, content: 'a\nb\n' });
    fixture.write('empty.txt', '');
    expect((await read({ path: 'empty.txt' })).structured).to.include({ total_lines: 0, lines: 0, content: '' });
    expect((await read({ path: 'empty.txt', tail: 3 })).structured).to.include({ lines: 0, content: '' });
  });

  it('detects encodings and takes the one that is asked for', async () => {
    const cases: readonly (readonly [string, Buffer, string, string])[] = [
      ['bom8.txt', Buffer.from('\ufeffgrün\n'), 'utf-8', 'grün\n'],
      ['utf16le.txt', Buffer.from('\ufeffgrün\n', 'utf16le'), 'utf-16le', 'grün\n'],
      ['utf16be.txt', Buffer.from('\ufeffgrün\n', 'utf16le').swap16(), 'utf-16be', 'grün\n'],
      ['bare16.txt', Buffer.from('plain words\n', 'utf16le'), 'utf-16le', 'plain words\n'],
      ['latin1.txt', Buffer.from('grün\n', 'latin1'), 'windows-1252', 'grün\n'],
      ['c1252.txt', Buffer.from([0x80, 0x0a]), 'windows-1252', '€\n'],
      ['emoji.txt', Buffer.from('👍🏽 ok\n'), 'utf-8', '👍🏽 ok\n']
    ];
    for (const [path, bytes, encoding, text] of cases) {
      fixture.write(path, bytes);
      expect((await read({ path })).structured, path).to.include({ encoding, content: text });
    }
    fixture.write('gbk.txt', Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0x0a]));
    expect((await read({ path: 'gbk.txt', encoding: 'GBK' })).structured).to.include({
      encoding: 'gbk',
      content: '你好\n'
    });
    expect(await reasonOf(read({ path: 'gbk.txt', encoding: 'klingon' }))).to.equal('unsupported_encoding');
  });

  it('refuses binary content with its type, also where an encoding is insisted on', async () => {
    const cases: readonly (readonly [string, Buffer, string])[] = [
      ['a.png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'image/png'],
      ['a.txt', Buffer.from('%PDF-1.7\nno zero in here\n'), 'application/pdf'],
      ['a.zip', Buffer.from('PK\x03\x04\x00\x00'), 'application/zip'],
      ['a.bin', Buffer.from([1, 0, 0, 2, 3, 9, 0, 0]), 'application/octet-stream'],
      [
        'noise',
        Buffer.from(Array.from({ length: 999 }, (_, index) => ((index * 7919) % 255) + 1)),
        'application/octet-stream'
      ]
    ];
    for (const [path, bytes, type] of cases) {
      fixture.write(path, bytes);
      for (const args of path === 'noise' ? [{ path }] : [{ path }, { path, encoding: 'utf-8' }]) {
        const error = await read(args).catch((denied: unknown) => denied);
        expect(error, path).to.be.instanceOf(Denied).and.to.include({ reason: 'binary_file' });
        expect((error as Denied).detail).to.deep.equal({ type, size: bytes.length });
      }
    }
  });

  it('gives exactly the file when its pages are put together', async () => {
    const lines = Array.from(
      { length: 3000 },
      (_, index) => `${index} ${'"quoted" \t wörd '.repeat(index % 13)}\n`
    ).join('');
    fixture.write('big.txt', lines);
    for (const args of [
      { path: 'big.txt' },
      { path: 'big.txt', start_line: 5, end_line: 2500 },
      { path: 'big.txt', tail: 1800 }
    ]) {
      const all = await pages(readFile, args, await contextFor(fixture.root));
      const expected =
        'tail' in args
          ? lines.split('\n').slice(1200).join('\n')
          : 'end_line' in args
            ? lines.split('\n').slice(4, 2500).join('\n') + '\n'
            : lines;
      expect(all.map(content).join('')).to.equal(expected);
      expect(all.length).to.be.greaterThan(1);
      for (const page of all) {
        expect(Buffer.byteLength(JSON.stringify(page))).to.be.lessThan(100 * KIB);
        expect(page.truncated).to.equal(page !== all.at(-1));
      }
      expect(all[1]!.structured['start_line']).to.equal(all[0]!.structured['next_start_line']);
    }
  });

  it('reaches every part of one giant line, cut between words', async () => {
    const line = `${Array.from({ length: 60_000 }, (_, index) => `wort${index}ü`).join(' ')}`;
    fixture.write('line.txt', line);
    const all = await pages(readFile, { path: 'line.txt' }, await contextFor(fixture.root));
    expect(all.map(content).join('')).to.equal(line);
    expect(all[0]!.structured).to.include({ ends_inside_line: true, total_lines: 1, lines: 1 });
    expect(all[1]!.structured).to.include({ starts_inside_line: true, start_line: 1 });
    for (const page of all.slice(0, -1)) expect(content(page)).to.match(/ü $/);
  });

  it('splits no character where a line without a gap is cut', async () => {
    for (const character of ['€', '𝄞', 'ä']) {
      const text = `${character === 'ä' ? 'x' : ''}${character.repeat(4000)}`;
      fixture.write('a.txt', text);
      for (const maxResultBytes of [8000, 8002, 8004]) {
        const all = await pages(readFile, { path: 'a.txt' }, await contextFor(fixture.root, { maxResultBytes }));
        expect(all.length).to.be.greaterThan(1);
        expect(all.map(content).join('')).to.equal(text);
      }
    }
  });

  it('looks for credentials once in a page, however long the page', async () => {
    fixture.write('a.txt', 'short\n'.repeat(20_000));
    const context = await contextFor(fixture.root);
    let searched = 0;
    const redact: typeof context.redactor.redact = (text, path) => {
      searched += text.length;
      return context.redactor.redact(text, path);
    };
    const { truncated } = await run(
      readFile,
      { path: 'a.txt' },
      { ...context, redactor: { ...context.redactor, redact } }
    );
    expect(truncated).to.equal(true);
    expect(searched).to.be.lessThan(context.limits.maxResultBytes + context.redactor.overlap);
  });

  it('refuses a file above the limit whole, and gives any part of it', async () => {
    fixture.write('large.log', numbers(1, 50_000));
    const options = { maxFileBytes: 100 * KIB };
    expect(await reasonOf(read({ path: 'large.log' }, options))).to.equal('too_large');
    const part = await read({ path: 'large.log', start_line: 40_000, end_line: 40_002 }, options);
    expect(content(part)).to.equal(numbers(40_000, 40_002));
    expect(part.structured)
      .to.include({ start_line: 40_000, end_line: 40_002 })
      .and.not.to.have.property('total_lines');
    const tail = await read({ path: 'large.log', tail: 3 }, options);
    expect(content(tail)).to.equal(numbers(49_998, 50_000));
    const all = await pages(readFile, { path: 'large.log', start_line: 2 }, await contextFor(fixture.root, options));
    expect(all.map(content).join('')).to.equal(numbers(2, 50_000));
    fixture.write('wide.txt', Buffer.from(`\ufeff${numbers(1, 20_000)}`, 'utf16le'));
    expect(await reasonOf(read({ path: 'wide.txt', tail: 1 }, options))).to.equal('too_large');
  });

  it('gives any range of a large file, and the same again once it changed', async () => {
    fixture.write('large.log', numbers(1, 400_000));
    const options = { maxFileBytes: 100 * KIB };
    for (const first of [399_990, 1, 200_000, 150_001, 399_990, 2])
      expect(content(await read({ path: 'large.log', start_line: first, end_line: first + 2 }, options))).to.equal(
        numbers(first, first + 2)
      );
    fixture.write('large.log', `new\n${numbers(1, 400_000)}`);
    expect(content(await read({ path: 'large.log', start_line: 300_001, end_line: 300_001 }, options))).to.equal(
      numbers(300_000, 300_000)
    );
  });

  it('knows the encoding and the lines of a file of a few megabytes, wherever it is read in', async () => {
    const KB256 = 256 * KIB;
    const half = `${numbers(1, 30_000)}${'x'.repeat(KB256 - 1 - (numbers(1, 30_000).length % KB256))}`;
    fixture.write('euro.log', `${half}€\n${numbers(1, 90_000)}`);
    const lines = 30_000 + 1 + 90_000;
    const end = await read({ path: 'euro.log', tail: 2 });
    expect(end.structured).to.include({ encoding: 'utf-8', total_lines: lines, start_line: lines - 1 });
    expect(content(end)).to.equal(numbers(89_999, 90_000));
    const byte = Buffer.byteLength(`${half}€\n${numbers(1, 49_999)}`);
    const part = await read({ path: 'euro.log', start_byte: byte, end_byte: byte });
    expect(content(part)).to.equal(numbers(50_000, 50_000));
    expect(part.structured).to.include({ start_line: 30_001 + 50_000 });
    expect(content(await read({ path: 'euro.log', start_line: 30_002, end_line: 30_003 }))).to.equal(numbers(1, 2));
    fixture.write('late.log', Buffer.concat([Buffer.from(numbers(1, 90_000)), Buffer.from([0x80, 10])]));
    const late = await read({ path: 'late.log', tail: 1 });
    expect(late.structured).to.include({ encoding: 'windows-1252', total_lines: 90_001, content: '€\n' });
  });

  it('tells how far it is on the way to a line that lies deep', async () => {
    const file = openSync(join(fixture.root, 'deep.log'), 'w');
    writeSync(file, 'x'.repeat(70 * KIB));
    ftruncateSync(file, 40 * KIB * KIB);
    writeSync(file, '\nlast', 40 * KIB * KIB);
    closeSync(file);
    const context = await contextFor(fixture.root, { maxFileBytes: 100 * KIB });
    const told: number[] = [];
    const progress = (done: number, total?: number) => void told.push(done / total!);
    const found = await run(readFile, { path: 'deep.log', start_line: 2 }, { ...context, progress });
    expect(found.structured).to.include({ content: 'last', start_line: 2 });
    expect(told).to.have.length(2);
    expect(told).to.deep.equal(told.toSorted((a, b) => a - b));
    expect(told[1]).to.be.within(0.5, 1);
  });

  it('reads the end of a sparse file of 3 GB without reading the rest', async () => {
    const file = openSync(join(fixture.root, 'sparse.log'), 'w');
    writeSync(file, 'x'.repeat(70 * KIB) + '\n');
    ftruncateSync(file, 3 * KIB * KIB * KIB);
    writeSync(file, `\n${numbers(1, 500)}`, 3 * KIB * KIB * KIB - 8 * KIB);
    closeSync(file);
    const before = bytesRead();
    const tail = await read({ path: 'sparse.log', tail: 2 });
    expect(content(tail).split('\n')).to.have.length.within(1, 4);
    expect(await reasonOf(read({ path: 'sparse.log' }))).to.equal('too_large');
    expect(bytesRead() - before).to.be.lessThan(100 * KIB * KIB);
  });

  it('gives the lines between two bytes, of a large file without going through it', async () => {
    fixture.write('large.log', `\ufeff${numbers(1, 50_000)}${'x'.repeat(300 * KIB)}`);
    const options = { maxFileBytes: 100 * KIB };
    const at = Buffer.byteLength(`\ufeff${numbers(1, 39_999)}`);
    const part = await read({ path: 'large.log', start_byte: at + 3, end_byte: at + 21 }, options);
    expect(content(part)).to.equal(numbers(40_000, 40_001));
    expect(part.structured).to.include({ start_byte: at, lines: 2 }).and.not.to.have.property('start_line');
    const context = await contextFor(fixture.root, { ...options, maxResultBytes: 8 * KIB });
    const all = await pages(readFile, { path: 'large.log', start_byte: 1, end_byte: at - 1 }, context);
    expect(all.map(content).join('')).to.equal(numbers(1, 39_999));
    const inside = await read({ path: 'large.log', start_byte: at + 400 * KIB, end_byte: at + 400 * KIB }, options);
    expect(inside.structured).to.include({ starts_inside_line: true, start_byte: at + 400 * KIB });
    expect((await read({ path: 'large.log', start_byte: 1e9 }, options)).structured).to.include({ lines: 0 });
    fixture.write('a.txt', numbers(1, 10));
    expect((await read({ path: 'a.txt', start_byte: 8, end_byte: 8 })).structured).to.include({
      content: numbers(2, 2),
      start_line: 2
    });
  });

  it('says when the time was over before the line was reached, and looks on from there', async () => {
    fixture.write('large.log', numbers(1, 800_000));
    const context = await contextFor(fixture.root, { maxFileBytes: 100 * KIB });
    let looks = 0;
    const hasty = {
      ...context,
      deadline: {
        remainingMs: 1,
        get expired() {
          return ++looks % 4 === 0;
        }
      }
    };
    const args = { path: 'large.log', start_line: 700_000, end_line: 700_001 };
    const late = await run(readFile, args, hasty);
    expect(late).to.include({ timedOut: true, truncated: true });
    const { start_line: line, start_byte: byte } = late.structured as { start_line: number; start_byte: number };
    expect(line).to.be.within(2, 699_999);
    expect(byte).to.equal(3 * 256 * KIB);
    expect(late.summary).to.contain(`line ${line}, byte ${byte}`);
    expect(content(await run(readFile, { ...args, cursor: late.nextCursor }, context))).to.equal(
      numbers(700_000, 700_001)
    );
  });

  it('says when the time was over before anything was read', async () => {
    fixture.write('a.txt', numbers(1, 10));
    const answer = await read({ path: 'a.txt', start_line: 5 }, { expired: true });
    expect(answer).to.include({ timedOut: true, truncated: true });
  });

  it('refuses contradictions and foreign cursors', async () => {
    fixture.write('a.txt', numbers(1, 10));
    expect(await reasonOf(read({ path: 'a.txt', start_line: 5, end_line: 4 }))).to.equal('invalid_argument');
    expect(await reasonOf(read({ path: 'a.txt', tail: 1, end_line: 4 }))).to.equal('invalid_argument');
    for (const args of [{ start_byte: 1, tail: 1 }, { end_byte: 1 }, { start_byte: 2, end_byte: 1 }])
      expect(await reasonOf(read({ path: 'a.txt', ...args }))).to.equal('invalid_argument');
    expect(await reasonOf(read({ path: 'a.txt', cursor: 'nonsense' }))).to.equal('invalid_cursor');
    for (const position of [
      { at: -1 },
      { at: 'x', inside: false, line: 1, wanted: null },
      { at: 1e99, inside: true, line: 1, wanted: 1 }
    ])
      expect(
        await reasonOf(read({ path: 'a.txt', cursor: makeCursor('read_file', { path: 'a.txt' }, position) }))
      ).to.equal('invalid_cursor');
    const beyond = makeCursor('read_file', { path: 'a.txt' }, { at: 1e9, inside: false, line: 9, wanted: null });
    expect((await read({ path: 'a.txt', cursor: beyond })).structured).to.include({ lines: 0, content: '' });
    expect(await reasonOf(read({ path: '../outside/secret.txt' }))).to.equal('outside_workspace');
  });
});
