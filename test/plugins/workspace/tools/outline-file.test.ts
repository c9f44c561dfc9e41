import { expect } from 'chai';
import { ParseThread } from '../../../../plugins/workspace/outline/parse-thread.js';
import { outlineFile } from '../../../../plugins/workspace/tools/outline-file.js';
import { contextFor, makeFixture, pages, reasonOf, run, type Fixture } from '../workspace-fixture.js';

/** `kind name start-end`, indented by depth. */
const lines = (definitions: readonly any[], indent = ''): readonly string[] =>
  definitions.flatMap(({ kind, name, start_line: start, end_line: end, continued, definitions: inner }) => [
    `${indent}${kind} ${name} ${start}-${end}${continued ? ' continued' : ''}`,
    ...lines(inner ?? [], `${indent}  `)
  ]);

describe('outline_file', () => {
  let fixture: Fixture;
  before(() => (fixture = makeFixture()));
  after(() => fixture.remove());

  const outline = async (args: object, options = {}) =>
    run(outlineFile, { ...args }, await contextFor(fixture.root, options));
  const linesOf = async (args: object) => lines((await outline(args)).structured['definitions'] as any[]);

  const CLASS = 'class A {\n  x = 1;\n  m() {\n    function inner() {}\n  }\n}\nfunction f() {}\n';

  it('nests to a depth and says how many lie deeper', async () => {
    fixture.write('a.js', CLASS);
    expect(await linesOf({ path: 'a.js' })).to.deep.equal([
      'class A 1-6',
      '  field x 2-2',
      '  method m 3-5',
      '    function inner 4-4',
      'function f 7-7'
    ]);
    const { structured, summary } = await outline({ path: 'a.js', depth: 1 });
    expect(structured).to.include({ language: 'JavaScript', total: 5, deeper: 3, total_lines: 7 });
    expect(summary).to.equal(
      'a.js: JavaScript, 7 lines, 5 definitions; 3 deeper ones left out, a larger depth shows them'
    );
  });

  it('keeps to kinds, with what they are inside of', async () => {
    fixture.write('a.js', CLASS);
    expect(await linesOf({ path: 'a.js', kinds: ['method'] })).to.deep.equal(['class A 1-6', '  method m 3-5']);
    expect(await linesOf({ path: 'a.js', kinds: ['enum'] })).to.deep.equal([]);
  });

  it('tolerates syntax errors, empty files, CRLF and other encodings', async () => {
    fixture.write('broken.ts', 'class Good {\n  ok() {}\n}\nclass { ( = ;\nfunction fine() {}\n');
    const broken = await outline({ path: 'broken.ts' });
    expect(broken.structured['syntax_errors']).to.equal(true);
    expect(lines(broken.structured['definitions'] as any[]).join())
      .to.contain('class Good 1-3')
      .and.contain('fine');
    fixture.write('empty.py', '');
    expect((await outline({ path: 'empty.py' })).structured).to.include({ total: 0, total_lines: 0 });
    fixture.write('crlf.py', Buffer.from('def a():\r\n    pass\r\n\r\ndef b():\r\n    pass\r\n', 'utf16le'));
    expect(await linesOf({ path: 'crlf.py' })).to.deep.equal(['function a 1-2', 'function b 4-5']);
  });

  it('takes no answer of a thread that was stopped for that of the next file', async () => {
    const parser = new ParseThread();
    const context = await contextFor(fixture.root);
    const task = (text: string) => ({
      text,
      grammar: 'python',
      definitions: '(function_definition name: (_) @name) @function'
    });
    await parser.parse(task('def first(): pass'), context);
    const cancelled = new AbortController();
    const { signal } = cancelled;
    const late = parser.parse(task('def late(): pass'), { ...context, signal }).catch((error: unknown) => error);
    // Once the text is handed over, the thread answers it, and the call is cancelled before anybody reads that.
    await new Promise<void>(resolve => process.nextTick(resolve));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150);
    cancelled.abort();
    const next = await parser.parse(task('def next(): pass'), context);
    expect(await late).to.equal(signal.reason);
    expect(next?.definitions.map(({ name }) => name)).to.deep.equal(['next']);
  });

  it('refuses what has no outline, with the reason', async () => {
    fixture.write('a.kt', 'fun main() {}\n');
    fixture.write('b.py', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]));
    fixture.write('c.py', `# ${'x'.repeat(3 * 1024 * 1024)}\n`);
    const reasons = ['a.kt', 'b.py', 'c.py', 'none.py', '../out.py'].map(path => reasonOf(outline({ path })));
    expect(await Promise.all(reasons)).to.deep.equal([
      'unsupported_language',
      'binary_file',
      'too_large',
      'not_found',
      'outside_workspace'
    ]);
  });

  it('pages through exactly the full set, naming again what a page goes on inside of', async () => {
    const methods = Array.from({ length: 200 }, (_, n) => `  m${n}() {}`);
    fixture.write('long.js', `class A {\n${methods.join('\n')}\n}\nfunction last() {}\n`);
    const small = await contextFor(fixture.root, { maxResultBytes: 10 * 1024 });
    const answers = await pages(outlineFile, { path: 'long.js' }, small);
    expect(answers.length).to.be.greaterThan(2);
    const all = answers.flatMap(({ structured }) => lines(structured['definitions'] as any[]));
    const [owner] = answers[1]!.structured['definitions'] as any[];
    expect(owner).to.include({ name: 'A', start_line: 1, end_line: 202, continued: true });
    expect(all.filter(line => !line.endsWith('continued'))).to.deep.equal(await linesOf({ path: 'long.js' }));
    expect(await reasonOf(outline({ path: 'long.js', cursor: 'x' }))).to.equal('invalid_cursor');
  });

  it('survives nesting that no stack would, within its time', async () => {
    for (const [name, text] of [
      ['deep.json', '{"a":'.repeat(100_000)],
      ['deep.yaml', Array.from({ length: 2000 }, (_, n) => `${' '.repeat(n)}k:`).join('\n')],
      ['deep.ts', 'namespace a {'.repeat(5000)],
      ['deep.c', '('.repeat(100_000)],
      ['deep.md', '#'.repeat(100_000)]
    ] as const) {
      fixture.write(name, text);
      const answer = await outline({ path: name, depth: 10 }, { budgetMs: 500 });
      expect(answer.structured, name).to.have.property('definitions');
    }
  });

  it('says so when the time was over, and parses the next file all the same', async () => {
    fixture.write('slow.ts', `${'const a = { b: [1, 2, (c) => d] };\n'.repeat(40_000)}`);
    const { timedOut, structured } = await outline({ path: 'slow.ts' }, { budgetMs: 30 });
    expect(timedOut).to.equal(true);
    expect(structured['definitions']).to.deep.equal([]);
    fixture.write('a.js', CLASS);
    expect(await linesOf({ path: 'a.js', depth: 1 })).to.deep.equal(['class A 1-6', 'function f 7-7']);
  });

  it('ends when the call is cancelled', async () => {
    fixture.write('slow.ts', `${'const a = { b: [1, 2, (c) => d] };\n'.repeat(40_000)}`);
    const abort = new AbortController();
    const work = outline({ path: 'slow.ts' }, { signal: abort.signal });
    abort.abort(new Error('cancelled'));
    expect(await work.catch((error: Error) => error.message)).to.equal('cancelled');
  });
});
