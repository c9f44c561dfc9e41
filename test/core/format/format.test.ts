import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { join } from 'node:path';
import { readAll } from '../../../core/documents/read.js';
import { formatted } from '../../../core/format/format.js';
import { kindsOf } from '../../../core/kernel/kinds-of.js';
import { shippedServices } from '../../harness/service.js';
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
      'leaves flow collections over several lines alone',
      'rules:\n  [\n    { id: 1,  says: 2 }\n  ]\n',
      'rules:\n  [\n    { id: 1, says: 2 }\n  ]\n'
    ]
  ];
  for (const [what, before, after] of cases)
    it(what, () => {
      expect(format(before)).to.equal(after);
      expect(format(after), 'a second time').to.equal(after);
    });

  it('leaves every shipped file its meaning and its comments, and has nothing to do a second time', async () => {
    const kinds = kindsOf(await shippedServices());
    const comments = (text: string) => (text.match(/^ *#.*$/gm) ?? []).map(line => line.trim()).sort();
    for (const { source, content } of readAll('.', [])) {
      const kind = kinds.find(({ id }) => id === content['kind'])!;
      const before = readFileSync(source.file, 'utf8');
      const own = { schema: kind.schema, oneLine: kind.oneLine ?? [] };
      const after = formatted(before, own);
      expect(load(after), source.file).to.deep.equal(load(before));
      expect(comments(after), source.file).to.deep.equal(comments(before));
      expect(formatted(after, own), source.file).to.equal(after);
    }
  }).timeout(60_000);

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
    expect(existsSync(file)).to.equal(true);
  });
});
