import { expect } from 'chai';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadDocuments } from '../../../../core/documents/load.js';
import { OutlineLanguageKind, type OutlineLanguage } from '../../../../plugins/workspace/outline/language.js';
import { GRAMMARS } from '../../../../plugins/workspace/outline/grammars.js';
import { outlineFile } from '../../../../plugins/workspace/tools/outline-file.js';
import { SHIPPED_ROOT } from '../../../harness/root.js';
import { contextFor, type Fixture, makeFixture, run } from '../workspace-fixture.js';

const { set } = await loadDocuments({
  root: SHIPPED_ROOT,
  kinds: [OutlineLanguageKind],
  otherKinds: Object.assign(new Set<string>(), { has: () => true }),
  assemblies: [],
  items: () => []
});
const languages: readonly OutlineLanguage[] = set!.of(OutlineLanguageKind).map(({ value }) => value);

const render = (definitions: readonly any[], indent = ''): string =>
  definitions
    .map(({ kind, name, start_line: start, end_line: end, definitions: inner }) => {
      const range = start === end ? `${start}` : `${start}-${end}`;
      return `${indent}${kind} ${name} ${range}\n${render(inner ?? [], `${indent}  `)}`;
    })
    .join('');

describe('the languages of outline_file', function () {
  let fixture: Fixture;
  before(() => (fixture = makeFixture()));
  after(() => fixture.remove());

  for (const { name, files, example } of languages) {
    for (const file of new Map([...files].map(([file, reader]) => [JSON.stringify(reader), file])).values())
      it(`${name}: ${file} has the outline of its example`, async () => {
        const path = file.startsWith('.') ? `example${file}` : file;
        fixture.write(path, example.text);
        const { structured } = await run(outlineFile, { path, depth: 10 }, await contextFor(fixture.root));
        expect(render(structured['definitions'] as any[])).to.equal(example.outline);
        expect(structured['syntax_errors']).to.equal(false);
      });
  }

  it('use every grammar that is installed', () => {
    const folder = join(SHIPPED_ROOT, 'node_modules/@vscode/tree-sitter-wasm/wasm');
    const installed = readdirSync(folder).flatMap(name => /^tree-sitter-(.+)\.wasm$/.exec(name)?.[1] ?? []);
    expect([...GRAMMARS].toSorted()).to.deep.equal(installed.toSorted());
    const used = languages.flatMap(({ files }) => [...files.values()].map(one => 'grammar' in one && one.grammar));
    expect(GRAMMARS.filter(grammar => !used.includes(grammar))).to.deep.equal([]);
  });
});
