import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'chai';
import { load } from 'js-yaml';
import { readFileSync } from 'node:fs';
import type { WorkspaceTool } from '../../../../plugins/workspace/contract/tool.js';
import { findFiles } from '../../../../plugins/workspace/tools/find-files.js';
import { listDirectory } from '../../../../plugins/workspace/tools/list-directory.js';
import { outlineFile } from '../../../../plugins/workspace/tools/outline-file.js';
import { readFile } from '../../../../plugins/workspace/tools/read-file.js';
import { searchText } from '../../../../plugins/workspace/tools/search-text.js';
import { workspaceOverview } from '../../../../plugins/workspace/tools/workspace-overview.js';
import { contextFor, type Fixture, makeFixture, run } from '../workspace-fixture.js';

interface Definition {
  readonly name: string;
  readonly arguments: { readonly properties: Readonly<Record<string, { readonly description?: string }>> };
  readonly result: object;
}

const calls: readonly (readonly [WorkspaceTool, readonly Readonly<Record<string, unknown>>[]])[] = [
  [workspaceOverview, [{}, { path: 'src' }]],
  [listDirectory, [{}, { path: 'src', depth: 1, sort: 'type', include_hidden: true, max_entries: 1 }]],
  [
    findFiles,
    [
      { pattern: '*' },
      { pattern: '*', sort: 'size', exclude: ['a', 'b'], max_results: 1 },
      { pattern: '*/', exclude: 'x' }
    ]
  ],
  [
    searchText,
    [
      { pattern: 'x', before: 1, after: 1 },
      { pattern: '[x]', output: 'files', glob: '*.ts' },
      { pattern: 'x', regex: false, case: 'sensitive', word: true, output: 'count', glob: ['*', 'y'] }
    ]
  ],
  [outlineFile, [{ path: 'src/b.ts' }, { path: 'src/b.ts', depth: 1, kinds: ['class'] }, { path: 'package.json' }]],
  [
    readFile,
    [
      { path: 'src/a.ts' },
      { path: 'src/a.ts', tail: 1, encoding: 'utf-8' },
      { path: 'src/long.txt' },
      { path: 'src/a.ts', start_line: 99 }
    ]
  ]
];

describe('definitions of the file tools', () => {
  let fixture: Fixture;
  before(() => {
    fixture = makeFixture();
    fixture.write('src/a.ts', 'one\nx\nthree\n');
    fixture.write('src/long.txt', 'x '.repeat(100_000));
    fixture.write('src/b.ts', 'class A {\n  m() {}\n}\n');
    fixture.write('README.md', '# x\n');
    fixture.write('package.json', '{}');
    fixture.write('dist/x', '');
    fixture.write('.gitignore', 'dist\n');
  });
  after(() => fixture.remove());

  for (const [tool, several] of calls) {
    it(`${tool.name} takes what its file says and answers what it says, no more`, async () => {
      const file = new URL(`../../../../../tools.d/workspace/${tool.name}.yaml`, import.meta.url);
      const definition = load(readFileSync(file, 'utf8')) as Definition;
      expect(definition.name).to.equal(tool.name);
      for (const [name, { description }] of Object.entries(definition.arguments.properties))
        expect(description, name).to.be.a('string');
      const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
      addFormats.default(ajv);
      const takes = ajv.compile(definition.arguments);
      const answers = ajv.compile(definition.result);
      const context = await contextFor(fixture.root);
      for (const args of several) {
        takes(args);
        expect(takes.errors, JSON.stringify(args)).to.equal(null);
        answers((await run(tool, args, context)).structured);
        expect(answers.errors, JSON.stringify(args)).to.equal(null);
      }
      expect(takes({ nonsense: 1 })).to.equal(false);
    });
  }
});
