import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolAnswer } from '../../../../plugins/workspace/contract/tool.js';
import { searchText } from '../../../../plugins/workspace/tools/search-text.js';
import { leaks, token } from '../redaction/secrets.js';
import { contextFor, type Fixture, makeFixture, pages, reasonOf, run } from '../workspace-fixture.js';

interface Match {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
  readonly cut?: boolean;
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}
const matches = (answer: ToolAnswer): readonly Match[] => answer.structured['matches'] as readonly Match[];
const places = (answer: ToolAnswer): readonly string[] =>
  matches(answer).map(({ path, line, column }) => `${path}:${line}:${column}`);

describe('search_text', () => {
  let fixture: Fixture;
  beforeEach(() => (fixture = makeFixture()));
  afterEach(() => fixture.remove());

  const search = async (args: Readonly<Record<string, unknown>>, options: Parameters<typeof contextFor>[1] = {}) =>
    run(searchText, args, await contextFor(fixture.root, options));

  it('finds literals and expressions in path order', async () => {
    fixture.write('b.ts', 'one\nconst foo = 1;\n');
    fixture.write('a/z.ts', 'foo()\nbar foo foo\n');
    for (const pattern of ['foo', 'f[o]+', 'fo{2}', '(foo|nothing)']) {
      const answer = await search({ pattern });
      expect(places(answer), pattern).to.deep.equal(['a/z.ts:1:1', 'a/z.ts:2:5', 'b.ts:2:7']);
      expect(answer.structured).to.include({ total: 3, files_searched: 2 });
    }
    expect(places(await search({ pattern: 'foo(', regex: false }))).to.deep.equal(['a/z.ts:1:1']);
    expect(places(await search({ pattern: 'foo\\(' }))).to.deep.equal(['a/z.ts:1:1']);
    expect(places(await search({ pattern: '^one$' }))).to.deep.equal(['b.ts:1:1']);
    expect(places(await search({ pattern: 'nowhere' }))).to.deep.equal([]);
  });

  it('counts case as asked, also outside ASCII', async () => {
    fixture.write('a.txt', 'Straße\nSTRASSE\nGRÜN\ngrün\n');
    const lines = async (args: Readonly<Record<string, unknown>>): Promise<number[]> =>
      matches(await search(args)).map(({ line }) => line);
    expect(await lines({ pattern: 'stra' })).to.deep.equal([1, 2]);
    expect(await lines({ pattern: 'Stra' })).to.deep.equal([1]);
    expect(await lines({ pattern: 'stra', case: 'sensitive' })).to.deep.equal([]);
    expect(await lines({ pattern: 'STRA', case: 'insensitive' })).to.deep.equal([1, 2]);
    expect(await lines({ pattern: 'grün' })).to.deep.equal([3, 4]);
    expect(await lines({ pattern: 'gr.n$' })).to.deep.equal([3, 4]);
    expect(await lines({ pattern: '\\Stra' })).to.deep.equal([1, 2]);
    expect(await lines({ pattern: 'Grün' })).to.deep.equal([]);
  });

  it('matches whole words', async () => {
    fixture.write('a.txt', 'cat\nconcat\ncat_food\nthe cat.\ncats\nücat\n');
    for (const pattern of ['cat', 'ca[t]'])
      expect(
        matches(await search({ pattern, word: true })).map(({ line }) => line),
        pattern
      ).to.deep.equal([1, 4]);
  });

  it('gives lines before and after, at the edges too', async () => {
    fixture.write('a.txt', '1\n2\nhit\n4\n5\n');
    fixture.write('b.txt', 'hit');
    const [first, second] = matches(await search({ pattern: 'hit', before: 1, after: 3 }));
    expect(first).to.deep.include({ before: ['2'], after: ['4', '5'] });
    expect(second).to.not.have.any.keys('before', 'after');
    const wide = matches(await search({ pattern: '^[h]it', before: 9 }))[0];
    expect(wide).to.deep.include({ before: ['1', '2'] });
    expect((await search({ pattern: 'hit' })).summary).to.equal('2 matching lines (2 files searched)');
  });

  it('answers with files and with counts', async () => {
    fixture.write('a.txt', 'x\nx x\ny\n');
    fixture.write('b.txt', 'x\n');
    fixture.write('c.txt', 'y\n');
    for (const pattern of ['x', '[x]']) {
      expect((await search({ pattern, output: 'files' })).structured['files']).to.deep.equal([
        { path: 'a.txt' },
        { path: 'b.txt' }
      ]);
      const counted = await search({ pattern, output: 'count' });
      expect(counted.structured['files']).to.deep.equal([
        { path: 'a.txt', count: 2 },
        { path: 'b.txt', count: 1 }
      ]);
      expect(counted.structured).to.include({ total: 3, files_searched: 3 });
    }
  });

  it('narrows by path, glob, exclude, hidden and ignore rules', async () => {
    for (const path of ['a.ts', 'a.js', 'src/b.ts', 'src/gen/c.ts', '.hid/d.ts', 'dist/e.ts'])
      fixture.write(path, 'x\n');
    fixture.write('.gitignore', 'dist/\n');
    const found = async (args: Readonly<Record<string, unknown>>): Promise<string[]> =>
      matches(await search({ pattern: 'x', ...args })).map(({ path }) => path);
    expect(await found({})).to.deep.equal(['a.js', 'a.ts', 'src/b.ts', 'src/gen/c.ts']);
    expect(await found({ glob: '*.ts' })).to.deep.equal(['a.ts', 'src/b.ts', 'src/gen/c.ts']);
    expect(await found({ glob: ['*.js', 'src/*.ts'] })).to.deep.equal(['a.js', 'src/b.ts']);
    expect(await found({ path: 'src', glob: 'gen/*' })).to.deep.equal(['src/gen/c.ts']);
    expect(await found({ exclude: ['gen', '*.js'] })).to.deep.equal(['a.ts', 'src/b.ts']);
    expect(await found({ path: 'a.ts' })).to.deep.equal(['a.ts']);
    expect(await found({ include_hidden: true, glob: '*.ts' }))
      .to.include('.hid/d.ts')
      .and.not.include('dist/e.ts');
    expect(await found({ glob: '.hid/**' })).to.deep.equal(['.hid/d.ts']);
    expect(await found({ respect_gitignore: false })).to.include('dist/e.ts');
    expect(await reasonOf(search({ pattern: 'x', glob: '../*' }))).to.equal('outside_workspace');
    expect(await reasonOf(search({ pattern: 'x', path: '../outside' }))).to.equal('outside_workspace');
    expect(await reasonOf(search({ pattern: 'x', path: 'missing' }))).to.equal('not_found');
  });

  it('finds in a file of any size what it finds in one that is read whole', async () => {
    const lines = Array.from({ length: 60_000 }, (_, i) => `${i} some ordinary words of a log that goes on and on`);
    for (const at of [0, 7, 20_000, 20_001, 41_111, 59_999]) lines[at] = `${at} a nëedle with ${token(at)} in it`;
    fixture.write('large.log', lines.join('\n'));
    fixture.write('one-line.txt', `${'x '.repeat(700_000)}nëedle${' y'.repeat(700_000)}`);
    for (const args of [
      { pattern: 'nëedle', before: 2, after: 1 },
      { pattern: 'n.edle with' },
      { pattern: 'NËEDLE', case: 'insensitive', output: 'count' },
      { pattern: 'nëedle', output: 'files' },
      { pattern: 'no such thing' }
    ]) {
      const whole = await search(args, { maxFileBytes: 1e9 });
      const parts = await search(args, { maxFileBytes: 1000 });
      const name = JSON.stringify(args);
      expect(parts.structured['files_skipped'], name).to.deep.equal({ binary: 0, unreadable: 0 });
      for (const field of ['total', 'files_searched', 'files'])
        expect(parts.structured[field], `${name} ${field}`).to.deep.equal(whole.structured[field]);
      const lineOf = ({ path, line, text }: { path: string; line: number; text: unknown }) =>
        path === 'large.log' ? { path, line, text } : { path, line };
      expect((matches(parts) ?? []).map(lineOf), name).to.deep.equal((matches(whole) ?? []).map(lineOf));
      expect(leaks(JSON.stringify(parts), [0, 7, 20_000, 59_999].map(token)), name).to.deep.equal([]);
    }
    const paged = await pages(
      searchText,
      { pattern: 'nëedle', path: 'large.log', max_results: 2 },
      await contextFor(fixture.root, { maxFileBytes: 1000 })
    );
    expect(paged.flatMap(page => matches(page).map(({ line }) => line))).to.deep.equal([
      1, 8, 20_001, 20_002, 41_112, 60_000
    ]);
  });

  it('finds what lies across the pieces in which files are looked through', async () => {
    const needle = 'Suspended_Zone';
    const ends = [16, 80].flatMap(kilobytes => Array.from({ length: 32 }, (_, n) => kilobytes * 1024 - n));
    for (const end of ends) fixture.write(`f${end}.txt`, `${'x\n'.repeat(end / 2)}${needle}${'\nx'.repeat(40_000)}\n`);
    fixture.write('without.txt', 'suspended_zon'.repeat(10_000));
    for (const args of [
      { pattern: needle },
      { pattern: needle, case: 'insensitive' },
      { pattern: 'Suspended_[A-Z]one' },
      { pattern: '(Suspended_Z|nowhere)one' }
    ]) {
      const answer = await search({ ...args, output: 'files', max_results: 1000 });
      expect(answer.structured, JSON.stringify(args)).to.include({
        total: ends.length,
        files_searched: ends.length + 1
      });
    }
  });

  it('goes on in a large file where its time was over', async () => {
    fixture.write('large.log', `${'some ordinary words of a log\n'.repeat(2_000_000)}the needle\n`);
    let budgetMs = 100;
    let cursor: string | undefined;
    let answer: ToolAnswer;
    // The needle may come on a page before the last: the time can be over between it and the end of the file.
    const found: { path: string; line: number }[] = [];
    do {
      const args = { pattern: 'n[e]edle', ...(cursor === undefined ? {} : { cursor }) };
      answer = await run(searchText, args, await contextFor(fixture.root, { maxFileBytes: 1000, budgetMs }));
      found.push(...matches(answer));
      // A machine that is busy gets nowhere in so little time.
      if (answer.nextCursor === undefined) budgetMs *= 2;
      else cursor = answer.nextCursor;
    } while (answer.timedOut && budgetMs < 60_000);
    expect(found).to.have.length(1);
    // `start_byte` is what read_file finds at once.
    expect(found[0]).to.include({ path: 'large.log', line: 2_000_001, column: 5, start_byte: 58_000_000 });
  });

  it('finds the same in pieces of large files of UTF-16', async () => {
    const lines = Array.from({ length: 30_000 }, (_, i) => `${i} ordinary \u{1f600} words \u0a0a of a log\r`);
    for (const at of [0, 7, 12_345, 29_999]) lines[at] = `${at} grün needle with ${token(at)} in it`;
    const text = lines.join('\n');
    fixture.write('utf8.txt', text);
    fixture.write('little.txt', Buffer.from(`\ufeff${text}`, 'utf16le'));
    fixture.write('big.txt', Buffer.from(`\ufeff${text}`, 'utf16le').swap16());
    fixture.write('line.txt', Buffer.from(`\ufeff${'\u{1f600}'.repeat(200_001)}needle`, 'utf16le'));
    for (const args of [
      { pattern: 'needle' },
      { pattern: 'gr.n n', before: 1 },
      { pattern: 'GRÜN', case: 'insensitive' }
    ]) {
      const find = async (path: string) => {
        const found = await search({ ...args, path });
        expect(leaks(JSON.stringify(found), [0, 7, 12_345, 29_999].map(token))).to.deep.equal([]);
        return matches(found).map(match => ({ ...match, path: undefined, start_byte: undefined }));
      };
      const expected = await find('utf8.txt');
      expect(expected.map(({ line }) => line)).to.deep.equal([1, 8, 12_346, 30_000]);
      for (const path of ['little.txt', 'big.txt']) expect(await find(path), path).to.deep.equal(expected);
    }
    const [long] = matches(await search({ pattern: 'needle', path: 'line.txt' }));
    expect(long!.line).to.equal(1);
    const counted = await search({ pattern: 'needle', output: 'count' });
    expect(counted.structured['total']).to.equal(13);
    expect(counted.structured['files_skipped']).to.deep.equal({ binary: 0, unreadable: 0 });
  });

  it('says what it skipped and why, and searches every encoding', async () => {
    fixture.write('text.txt', 'needle grün\n');
    fixture.write('utf16.txt', Buffer.from('\ufeffneedle grün\n', 'utf16le'));
    fixture.write('latin1.txt', Buffer.from('needle grün\n', 'latin1'));
    fixture.write('zero.bin', Buffer.from('needle\0\n'));
    fixture.write('doc.pdf', '%PDF-1.4\nneedle grün\n');
    execFileSync('mkfifo', [join(fixture.root, 'pipe')]);
    symlinkSync(join(fixture.base, 'outside/secret.txt'), join(fixture.root, 'link.txt'));
    for (const pattern of ['needle', 'grün', 'n[e]edle', 'gr.n$', 'GRÜN']) {
      const answer = await search({ pattern, case: 'insensitive' }, { maxFileBytes: 1000 });
      expect(
        places(answer).map(place => place.split(':')[0]),
        pattern
      ).to.deep.equal(['latin1.txt', 'text.txt', 'utf16.txt']);
      expect(answer.structured['files_skipped'], pattern).to.deep.equal({ binary: 2, unreadable: 0 });
      expect(answer.structured['files_searched']).to.equal(3);
      expect(matches(answer)[0]!.text).to.equal('needle grün');
      expect(answer.summary).to.contain('(3 files searched; skipped: 2 binary)');
    }
    expect(matches(await search({ pattern: 'SECRET' }))).to.deep.equal([]);
  });

  it('holds its cap over all files and pages through exactly the full set', async () => {
    for (let file = 0; file < 40; file++)
      fixture.write(`d${file % 7}/f${file}.txt`, `hit ${file}\nmiss\n`.repeat(file % 5 === 0 ? 60 : 3));
    const context = await contextFor(fixture.root);
    const all = places(await run(searchText, { pattern: 'hit', max_results: 1000 }, context));
    expect(all.length).to.equal(8 * 60 + 32 * 3);
    for (const pattern of ['hit', 'h[i]t']) {
      const got = await pages(searchText, { pattern, max_results: 50 }, context);
      expect(got.flatMap(places), pattern).to.deep.equal(all);
      expect(got.slice(0, -1).every(page => matches(page).length === 50 && page.truncated)).to.equal(true);
      const files = await pages(searchText, { pattern, output: 'files', max_results: 7 }, context);
      expect(files.flatMap(page => page.structured['files'] as unknown[])).to.have.length(40);
    }
    const again = await Promise.all(Array.from({ length: 5 }, () => search({ pattern: 'h[i]t', max_results: 20 })));
    expect(new Set(again.map(page => JSON.stringify(page))).size, 'the same bytes every time').to.equal(1);
  });

  it('cuts long lines around the match, and answers by bytes', async () => {
    fixture.write('min.js', `${'lorem ipsum '.repeat(5000)}needle ${'dolor sit '.repeat(5000)}\n`.repeat(3));
    const answer = await search({ pattern: 'needle' });
    expect(matches(answer)).to.have.length(3);
    expect(matches(answer)[0]).to.include({ cut: true, column: 60_001 });
    expect(matches(answer)[0]!.text).to.match(/^…(lorem|ipsum) .*needle dolor.*…$/);
    fixture.write('many.txt', `needle ${'word '.repeat(75)}\n`.repeat(2000));
    const small = await search({ pattern: 'needle', path: 'many.txt', max_results: 1000 });
    expect(small.truncated).to.equal(true);
    expect(Buffer.byteLength(JSON.stringify(small))).to.be.lessThan(100 * 1024);
    const all = await pages(
      searchText,
      { pattern: 'needle', path: 'many.txt', max_results: 1000 },
      await contextFor(fixture.root)
    );
    expect(all.flatMap(places)).to.have.length(2000);
  });

  it('lets an expression see the beginning of a giant line only, and says so; a literal all of it', async () => {
    fixture.write('giant.txt', `${'a'.repeat(4_000_000)}needle`);
    const answer = await search({ pattern: 'n[e]edle' });
    expect(answer.structured).to.include({ total: 0, long_lines_cut: 1 });
    expect((await search({ pattern: 'needle' })).structured).to.include({ total: 1, long_lines_cut: 0 });
    expect((await search({ pattern: '.*x.*y.*z' })).timedOut).to.equal(false);
    fixture.write('giant.txt', `${`${'a'.repeat(100_000)}needle`.repeat(20)}\nneedle\nhay`);
    for (const output of ['lines', 'count'])
      expect((await search({ pattern: 'needle', output })).structured, output).to.include({ total: 2 });
  });

  it('kills an expression that runs away, keeps what was found, and goes on from there', async () => {
    fixture.write('a.txt', 'aaab\n');
    for (let index = 0; index < 3; index++) fixture.write(`b${index}.txt`, `${'a'.repeat(9000)}\n`.repeat(200));
    fixture.write('z.txt', `${'x'.repeat(40_000)}\n`);
    let answer: ToolAnswer;
    // A machine that is busy may not come to the first file in so little time.
    for (let budgetMs = 300; ; budgetMs *= 2) {
      answer = await search({ pattern: 'a*a*a*a*a*[bc]' }, { budgetMs });
      expect(answer).to.include({ timedOut: true, truncated: true });
      if (places(answer).length > 0) break;
    }
    expect(places(answer)).to.deep.equal(['a.txt:1:1']);
    expect(answer.structured['files_searched']).to.equal(1);
    const further = await search({ pattern: 'a*a*a*a*a*[bc]', cursor: answer.nextCursor }, { budgetMs: 200 });
    expect(further, 'no cursor that leads in a circle')
      .to.include({ timedOut: true })
      .and.not.have.property('nextCursor');
    // Nothing runs on: some time passes in which the process does next to nothing.
    let used: NodeJS.CpuUsage;
    do {
      const start = process.cpuUsage();
      await new Promise(resolve => setTimeout(resolve, 200));
      used = process.cpuUsage(start);
    } while (used.user > 50_000);
  });

  it('stops a running expression when the call is cancelled', async () => {
    fixture.write('a.txt', `${'a'.repeat(9000)}\n`.repeat(200));
    const controller = new AbortController();
    const running = search({ pattern: 'a*a*a*a*a*[bc]' }, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('cancelled')), 100);
    const error: unknown = await running.then(
      () => undefined,
      (reason: unknown) => reason
    );
    expect(error).to.have.property('message', 'cancelled');
  });

  it('answers at the deadline with what it has', async () => {
    fixture.write('a.txt', 'x\n');
    for (const pattern of ['x', '[x]'])
      expect(await search({ pattern }, { expired: true })).to.include({ timedOut: true });
  });

  it('refuses bad patterns, and takes anything as a literal', async () => {
    fixture.write('a.txt', '(a+)+$ [ \\ *\n');
    expect(await reasonOf(search({ pattern: '(a+)+$' }))).to.equal('unsafe_pattern');
    expect(await reasonOf(search({ pattern: '[' }))).to.equal('invalid_pattern');
    expect(await reasonOf(search({ pattern: '' }))).to.equal('invalid_pattern');
    expect(await reasonOf(search({ pattern: 'a\\nb' }))).to.equal('invalid_pattern');
    expect(await reasonOf(search({ pattern: '[^\\n]+' }))).to.not.equal('invalid_pattern');
    expect(await reasonOf(search({ pattern: 'a\nb', regex: false }))).to.equal('invalid_pattern');
    expect(await reasonOf(search({ pattern: 'x', cursor: 'abc.def' }))).to.equal('invalid_cursor');
    for (const pattern of ['(a+)+$', '[', '\\', '*'])
      expect((await search({ pattern, regex: false })).structured['total'], pattern).to.equal(1);
  });

  it('looks for what the last call asks for in a thread that has searched before', async () => {
    const other = makeFixture();
    try {
      fixture.write('one.txt', 'first 1\nsecond 2\n');
      other.write('two.txt', 'first 11\n');
      const found = async ({ root }: Fixture, pattern: string, maxFileBytes?: number) => {
        const context = await contextFor(root, maxFileBytes === undefined ? {} : { maxFileBytes });
        const { structured } = await run(searchText, { pattern, path: '' }, context);
        return (structured['matches'] as { text: string }[]).map(({ text }) => text);
      };
      expect(await found(fixture, 'second \\d')).to.deep.equal(['second 2']);
      expect(await found(other, 'first \\d')).to.deep.equal(['first 11']);
      expect(await found(other, 'first \\d', 3)).to.deep.equal(['first 11']);
      expect(await found(fixture, '^first \\d$')).to.deep.equal(['first 1']);
    } finally {
      other.remove();
    }
  });
});
