import { expect } from 'chai';
import fc from 'fast-check';
import { load } from 'js-yaml';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../../core/cli/main.js';
import { formatted } from '../../../../plugins/workbench/format/format.js';
import { bylaw } from '../commands/command-root.js';
import { parkingRoot } from '../commands/parking-root.js';

const schema = {
  type: 'object',
  $defs: {
    test: {
      type: 'object',
      properties: { fact: {}, operator: {}, value: {}, all: { items: { $ref: '#/$defs/test' } } }
    }
  },
  properties: {
    kind: {},
    version: {},
    name: {},
    when: { $ref: '#/$defs/test' },
    rules: {
      type: 'array',
      items: { type: 'object', properties: { id: {}, when: { $ref: '#/$defs/test' }, says: {} } }
    },
    words: { type: 'object', additionalProperties: { type: 'object', properties: { first: {}, second: {} } } }
  }
};
const style = { schema, oneLine: [['fact', 'operator', 'value']] as const };
const format = (text: string) => formatted(text, style);
const comments = (text: string) => (text.match(/(?<=^| )#.*$/gm) ?? []).sort();
const words = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `word${100 + from + i}`).join(', ');

/** Flow collections of up to three levels, with line breaks and comments between their parts. */
const collection = fc.letrec<{ value: string; list: string; mapping: string; any: string }>(tie => {
  const word = fc.stringMatching(/^[a-z]{1,20}$/).map(text => `w${text}`);
  const gap = fc.constantFrom(
    '',
    '',
    '',
    '',
    '\n        ',
    ' # c\n        ',
    '\n        # d\n        ',
    '\n\n        '
  );
  const all = (part: fc.Arbitrary<string>) =>
    fc.array(fc.tuple(gap, part), { maxLength: 30 }).map(parts => parts.map(([lead, text]) => lead + text).join(', '));
  return {
    value: fc.oneof({ maxDepth: 2 }, { arbitrary: word, weight: 6 }, tie('list'), tie('mapping')),
    list: fc.tuple(all(tie('value')), gap).map(([parts, end]) => `[${parts}${end}]`),
    mapping: fc
      .uniqueArray(fc.tuple(gap, word, tie('value')), { selector: ([, key]) => key, minLength: 1, maxLength: 12 })
      .map(parts => `{ ${parts.map(([lead, key, value]) => `${lead}${key}: ${value}`).join(', ')} }`),
    any: fc.oneof(tie('list'), tie('mapping'))
  };
}).any;

describe('formatting', () => {
  const cases: readonly [what: string, before: string, after: string][] = [
    [
      'puts keys in the order of the schema, and their comments with them',
      '# head\n\n# the version\nversion: 1\n\n# which kind\n# it is\nkind: x # here\nother: 1\nname: n\n',
      '# head\n\n# the version\nversion: 1\n\n# which kind\n# it is\nkind: x # here\nother: 1\nname: n\n'
    ],
    [
      'moves entries without a comment above them to the top',
      '# head\nversion: 1\nother: 1\nname: n\n# about kind\nkind: x # here\n',
      '# head\nversion: 1\nother: 1\nname: n\n# about kind\nkind: x # here\n'
    ],
    ['sorts a file', '# head\nname: n\nversion: 1 # one\nkind: x\n', '# head\nkind: x\nversion: 1 # one\nname: n\n'],
    [
      'sorts the items of a list, with what is written below a key',
      'rules:\n  - says: |\n      a\n\n      b\n\n    # why\n    when: { fact: a }\n    id: one\n  - id: two\n',
      'rules:\n  - id: one\n\n    # why\n    when: { fact: a }\n    says: |\n      a\n\n      b\n  - id: two\n'
    ],
    [
      'follows references and mappings of any name',
      'when:\n  all:\n    - { value: 1, fact: a }\nwords:\n  b: { second: 2, first: 1 }\n  a: {}\n',
      'when:\n  all:\n    - { fact: a, value: 1 }\nwords:\n  b: { first: 1, second: 2 }\n  a: {}\n'
    ],
    [
      'writes comparisons on one line, wherever they stand',
      'when:\n  operator: equal\n  fact: a\n  value: [ 1,2 ]\nrules:\n  - when:\n      all:\n        - value: "x, y"\n          fact: b\n          operator: in\n',
      "when: { fact: a, operator: equal, value: [1, 2] }\nrules:\n  - when:\n      all:\n        - { fact: b, operator: in, value: 'x, y' }\n"
    ],
    [
      'leaves a comparison that holds a comment',
      'when:\n  fact: a # the fact\n  operator: equal\n',
      'when:\n  fact: a # the fact\n  operator: equal\n'
    ],
    [
      'prefers single quotes, where they say the same',
      `name: "a b"\nkind: "it's"\nother: "a\\tb"\n"key": 1\n`,
      `kind: "it's"\nname: 'a b'\nother: "a\\tb"\n'key': 1\n`
    ],
    [
      'tidies white space outside of texts',
      '\ufeffkind: x  \r\n\r\n\r\n\r\nname: |\r\n  a  \r\n\r\n\r\n  b\r\n\r\n',
      'kind: x\n\nname: |\n  a  \n\n\n  b\n'
    ],
    [
      'writes collections on one line where they fit, beside their key or under it',
      `rules:\n  [\n    { id: 1,  says: 2 }\n  ]\nother:\n  [a,\n   b]\nname: [${words(13)}]\nwhen:\n  fact: ${'f'.repeat(60)}\n  operator: in\n  value: [${'v'.repeat(20)}]\n`,
      `name:\n  [${words(13)}]\nwhen:\n  { fact: ${'f'.repeat(60)}, operator: in, value: [${'v'.repeat(20)}] }\nrules: [{ id: 1, says: 2 }]\nother: [a, b]\n`
    ],
    [
      'fills long lists under their keys and in lists, with their comments',
      `name: [${words(20)}] # all\nrules:\n  - [${words(20)}]\nother: [ # head\n  ${words(3)}, # three\n\n  # more\n  ${words(11)}\n  # end\n  ]\n`,
      `name:\n  [\n    ${words(13)},\n    ${words(7, 13)}\n  ] # all\nrules:\n  - [\n      ${words(12)},\n      ${words(8, 12)}\n    ]\nother:\n  [\n    # head\n    ${words(3)}, # three\n\n    # more\n    ${words(11)}\n    # end\n  ]\n`
    ],
    [
      'writes long mappings, and long lists that hold some, as blocks',
      `words: { a: { second: 2, first: 1 }, b: [${words(20)}], # many\n  # last\n  c: } # all\nrules: [{ says: '${'x'.repeat(60)}', id: one }, { id: two, says: '${'x'.repeat(50)}' }]\n`,
      `rules:\n  - { id: one, says: '${'x'.repeat(60)}' }\n  - { id: two, says: '${'x'.repeat(50)}' }\nwords: # all\n  a: { first: 1, second: 2 }\n  b: # many\n    [\n      ${words(12)},\n      ${words(8, 12)}\n    ]\n  # last\n  c:\n`
    ],
    [
      'puts the keys of what becomes a block in order, whatever stands between them',
      `rules:\n  - { says: '${'x'.repeat(90)}', # said\n\n    id: one } # rule\n`,
      `rules:\n  - # rule\n    id: one\n    says: '${'x'.repeat(90)}' # said\n`
    ],
    [
      'breaks no text, and leaves a collection that holds one over several lines',
      `name: '${'long '.repeat(40)}'\nwhen: ['${'long '.repeat(40)}']\nrules: [a,\n  'b\n  c']\n`,
      `name: '${'long '.repeat(40)}'\nwhen:\n  [\n    '${'long '.repeat(40)}'\n  ]\nrules: [a,\n  'b\n  c']\n`
    ]
  ];
  for (const [what, before, after] of cases)
    it(what, () => {
      expect(format(before)).to.equal(after);
      expect(format(after), 'a second time').to.equal(after);
    });

  it('changes neither what is said nor the comments, and has nothing to do a second time', () => {
    fc.assert(
      fc.property(collection, text => {
        const before = `words:\n  a: ${text}\nrules:\n  - ${text}\n`;
        const after = format(before);
        expect(load(after)).to.deep.equal(load(before));
        expect(comments(after)).to.deep.equal(comments(before));
        expect(format(after)).to.equal(after);
        for (const line of after.split('\n')) expect(line.replace(/ +#.*/, '').length).to.be.at.most(120);
      }),
      { numRuns: 100 }
    );
  });

  it('changes few lines where a word of a long list is edited', () => {
    const list = (all: readonly string[]) => format(`name: [${all.join(', ')}]\n`);
    const all = words(60).split(', ');
    const before = list(all).split('\n');
    for (const [i, word] of all.entries())
      for (const edit of ['', `x, ${word}`, `${word}${'y'.repeat(40)}`]) {
        const edited = before.join('\n').replace(new RegExp(`${word}(,|\\n)`), edit === '' ? '' : `${edit}$1`);
        const after = format(edited).split('\n');
        const changed = after.filter(line => !before.includes(line)).length;
        expect(changed, `${i} ${edit}`).to.be.at.most(3);
      }
    const oneEach = format(`name:\n  [\n    ${all.join(',\n    ')}\n  ]\n`);
    expect(oneEach.split('\n'), 'one word a line').to.deep.equal(before);
  });

  it('is a command that changes files, or with --check only says which', async () => {
    const root = parkingRoot({
      'policies/facts.yaml': 'version: 1\nkind: facts\nid: "f"\nfacts: { a: { meaning: m, type: integer } }\n'
    });
    const fmt = (...argv: string[]) => bylaw(['policy', 'fmt', ...argv, '--root', root]);
    const file = join(root, 'policies/facts.yaml');
    expect(await fmt('facts', '--check')).to.deep.equal({
      status: 1,
      err: '',
      out: 'policies/facts.yaml\n1 of 1 files to be formatted'
    });
    expect(readFileSync(file, 'utf8')).to.match(/^version/);
    expect((await fmt('facts')).status).to.equal(0);
    expect(readFileSync(file, 'utf8')).to.equal(
      "kind: facts\nversion: 1\nid: 'f'\nfacts: { a: { type: integer, meaning: m } }\n"
    );
    expect(await fmt('facts', '--check')).to.deep.include({ status: 0, out: '0 of 1 files to be formatted' });
  });

  it('writes JSON files with the keys in the order of the schema', async () => {
    const root = parkingRoot({
      'policies/more.json': '{"facts":{"b":{"meaning":"m","type":"integer"}},"version":1,"kind":"facts","id":"more"}'
    });
    expect((await bylaw(['policy', 'fmt', 'more.json', '--root', root])).out).to.contain('1 of 1 files formatted');
    expect(readFileSync(join(root, 'policies/more.json'), 'utf8')).to.equal(
      `${JSON.stringify({ kind: 'facts', version: 1, id: 'more', facts: { b: { type: 'integer', meaning: 'm' } } }, undefined, 2)}\n`
    );
  });

  it('takes files and folders by their paths or parts of them, and refuses what names none', async () => {
    const loose = 'version: 1\nkind: facts\nid: f\nfacts: { a: { type: integer, meaning: m } }\n';
    const root = parkingRoot({ 'policies/facts.yaml': loose });
    const status = async (...argv: string[]) => {
      const { out, err } = await bylaw(['policy', 'fmt', '--check', ...argv, '--root', root]);
      return (out || err).split('\n').at(-1);
    };
    const [policies, facts] = [join(root, 'policies'), join(root, 'policies/facts.yaml')];
    expect(await status(root)).to.equal('1 of 2 files to be formatted');
    expect(await status(policies)).to.equal('1 of 2 files to be formatted');
    expect(await status(facts)).to.equal('1 of 1 files to be formatted');
    expect(await status('policies/fac')).to.equal('1 of 1 files to be formatted');
    expect(await status('facts', 'fcts')).to.include("'fcts' names no declarative file");
    expect(await status(join(root, 'plugins'))).to.include('names no declarative file');
  });

  it('formats standard input, and prints nothing where it cannot', () => {
    const cli = join(PACKAGE_ROOT, 'dist/core/cli.js');
    const fmt = (input: string | Uint8Array) =>
      spawnSync(process.execPath, [cli, 'policy', 'fmt', '-'], { input, encoding: 'utf8' });
    const sound = fmt('\ufeffversion: 1\r\nkind: facts\r\nid: "ü"\r\nfacts: {}\r\n');
    expect([sound.status, sound.stdout, sound.stderr]).to.deep.equal([
      0,
      "kind: facts\nversion: 1\nid: 'ü'\nfacts: {}\n",
      ''
    ]);
    expect(fmt('{"version":1,"kind":"facts"}').stdout).to.equal('{\n  "kind": "facts",\n  "version": 1\n}\n');
    const broken = fmt(new Uint8Array([0x6b, 0xff]));
    expect([broken.status, broken.stdout]).to.deep.equal([1, '']);
    expect(broken.stderr).to.match(/^standard input:1:1: file_unreadable .*UTF-8/);
  });
});
