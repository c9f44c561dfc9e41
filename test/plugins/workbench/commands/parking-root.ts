import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../../core/cli/main.js';
import { folderOf } from '../../../core/documents/root-folder.js';
import { FACTS, TABLE } from '../../../core/rules/table-root.js';

const PLUGIN = `
import { add } from 'bylaw';
import { FactDeclarationsKind, RuleTableKind, RuleTables } from 'bylaw/rules';
import { decisionSection, Reviewer, TestSection, TextPatterns } from 'bylaw/workbench';
const titles = {
  name: 'titles', service: 'parking',
  load: async () => (set, warn) => {
    for (const { source, value } of set.of(RuleTableKind))
      if (value.title === 'Parking') warn(source, '/title', 'dull_title', 'a <title> says more, "for example"');
  }
};
const signs = {
  name: 'signs', service: 'parking',
  load: async () => set => {
    const [{ source, value }] = set.of(RuleTableKind);
    const { file } = source;
    const at = pointer => ({ file, ...source.place(pointer) });
    const patterns = value.rules.map(({ says }, i) => ({ file, line: at('/rules/' + i + '/says').line, pattern: says }));
    const examples = value.rules.map(({ why }, i) => ({ ...at('/rules/' + i + '/examples/fires/0'), read: [why] }));
    const find = text => patterns.filter(({ pattern }) => pattern.split(' ')[0] === text.split(' ')[0]);
    return { patterns, examples, find };
  }
};
export default {
  name: 'parking', version: '1', contract: 1, needs: {}, provides: [], start() {},
  kinds: [FactDeclarationsKind, RuleTableKind], assemblies: [RuleTables],
  adds: [add(TestSection, decisionSection('parking')), add(Reviewer, titles), add(TextPatterns, signs)]
};
`;

/** A root with one rule table, whose service is a package that imports the kernel by its name. */
export function parkingRoot(files: Readonly<Record<string, string>> = {}): string {
  const root = folderOf({
    'plugins/plugins.yaml':
      'kind: plugins\nversion: 1\nservices:\n  parking: { prefix: PARKING, plugins: [{ use: bylaw-parking }] }\n',
    'node_modules/bylaw-parking/package.json': '{"type": "module", "exports": { "import": "./index.js" }}',
    'node_modules/bylaw-parking/index.js': PLUGIN,
    'policies/facts.yaml': FACTS,
    'policies/parking.yaml': TABLE,
    ...files
  });
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  symlinkSync(PACKAGE_ROOT, join(root, 'node_modules/bylaw'));
  return root;
}

/** A file of tests that all pass, and cover what the examples of the table leave open. */
export const TESTS = `kind: tests
version: 1
decisions:
  - name: A resident pays for three hours
    table: parking
    facts: { hours: 3, permit: resident }
    expect: { rule: pay, decision: pay, params: { due: '20.00' } }
  - name: A towed car is asked about, even for an hour
    table: parking
    facts: { hours: 1, towed: true }
    expect: { rule: towed, also_matched: [short, pay] }
`;
