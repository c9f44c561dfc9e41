import { expect } from 'chai';
import fc from 'fast-check';
import { dump } from 'js-yaml';
import { placeFor, positions } from '../../../core/documents/positions.js';
import { escapePointer, keysOfPointer } from '../../../core/json.js';

type Value = string | readonly Value[] | { readonly [key: string]: Value };

// A letter in front keeps keys apart from numbers and null, which YAML would read as such.
const key = fc.string({ maxLength: 6 }).map(text => `k${text}`);
const { document } = fc.letrec<{ value: Value; document: Record<string, Value> }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(
      'text',
      'two words',
      '',
      'a: b',
      '- c',
      '#',
      'lines\nof\ntext\n',
      '\n\nlate',
      'true',
      '3',
      '|',
      '"'
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 })
  ),
  document: fc.dictionary(key, tie('value'), { minKeys: 1, maxKeys: 5 })
}));

/** The pointer of every value but the document's own. */
function* pointers(value: Value, pointer = ''): Generator<string> {
  if (pointer !== '') yield pointer;
  if (typeof value === 'string') return;
  for (const [name, inner] of Object.entries(value)) yield* pointers(inner, `${pointer}/${escapePointer(name)}`);
}

/** Writes block style and remembers on which line each key and item begins. */
function write(document: Value): { text: string; lines: Map<string, number> } {
  const out: string[] = [];
  const lines = new Map<string, number>();
  const put = (value: Value, pointer: string, indent: string, lead: string) => {
    if (pointer !== '') lines.set(pointer, out.length + 1);
    if (typeof value === 'string' && value.includes('\n') && !value.startsWith('\n'))
      out.push(`${lead} |+`, ...value.split('\n').map(line => `${indent}  ${line}`));
    else if (typeof value === 'string' || Object.keys(value).length === 0) out.push(`${lead} ${JSON.stringify(value)}`);
    else {
      if (lead !== '') out.push(lead);
      // A list's item starts with its content, not with the dash.
      if (lead.endsWith('-')) lines.set(pointer, out.length + 1);
      const list = Array.isArray(value);
      for (const [name, inner] of Object.entries(value))
        put(
          inner,
          `${pointer}/${escapePointer(name)}`,
          `${indent}  `,
          `${indent}${list ? '-' : `${JSON.stringify(name)}:`}`
        );
    }
  };
  put(document, '', '', '');
  return { text: out.join('\n'), lines };
}

const at = (text: string, pointer: string) => {
  const { line, column } = placeFor(positions(text), pointer);
  return `${line}:${column}`;
};

describe('positions in a file', () => {
  it('find every key and item of any document on its line, in block style', () => {
    fc.assert(
      fc.property(document, value => {
        const { text, lines } = write(value);
        const places = positions(text);
        for (const [pointer, line] of lines) expect(places.get(pointer)?.line, `${pointer} of\n${text}`).to.equal(line);
      })
    );
  });

  it('find the same pointers in any style a writer chooses, at the first character of the key', () => {
    const styles = [{}, { flowLevel: 0 }, { flowLevel: 2 }, { quoteStyle: 'double' as const, forceQuotes: true }];
    fc.assert(
      fc.property(document, fc.constantFrom(...styles), (value, style) => {
        const text = dump(value, { ...style, noRefs: true });
        const rows = text.split('\n');
        const places = positions(text);
        expect([...places.keys()].filter(p => p !== '').sort()).to.deep.equal([...pointers(value)].sort());
        for (const [pointer, { line, column }] of places) {
          const name = keysOfPointer(pointer).at(-1) ?? '';
          if (name.startsWith('k') && /^k\w*$/.test(name))
            expect(rows[line - 1]!.slice(column - 1)).to.match(new RegExp(`^["']?${name}\\b`));
        }
      })
    );
  });

  it('know quoted keys, keys with slashes and tildes, blocks and flow style', () => {
    const text = [
      '# a comment',
      '"quoted key": 1',
      "'a/b': { c~d: [10, { e: 2 }] }",
      'list:',
      '  - |',
      '    block',
      '  - >-   # folded | twice',
      '',
      '    text',
      '  -',
      '  - - deep',
      '    - "er"',
      '? long',
      ': value'
    ].join('\n');
    expect(at(text, '/quoted key')).to.equal('2:1');
    expect(at(text, '/a~1b')).to.equal('3:1');
    expect(at(text, '/a~1b/c~0d')).to.equal('3:10');
    expect(at(text, '/a~1b/c~0d/0')).to.equal('3:16');
    expect(at(text, '/a~1b/c~0d/1/e')).to.equal('3:22');
    expect(at(text, '/list/0')).to.equal('5:5');
    expect(at(text, '/list/1')).to.equal('7:5');
    expect(at(text, '/list/3/1')).to.equal('12:7');
    expect(at(text, '/long')).to.equal('13:3');
  });

  it('fall back to the nearest ancestor, and to the first line of an empty text', () => {
    expect(at('a:\n  b: 1\n', '/a/c/d')).to.equal('1:1');
    expect(at('x: 1\na:\n  -\n', '/a/0')).to.equal('2:1');
    expect(at('# only\n', '/a')).to.equal('1:1');
    expect(at('\n\na: 1', '/b')).to.equal('3:1');
  });
});
