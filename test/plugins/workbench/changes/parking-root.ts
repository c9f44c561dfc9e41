import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PACKAGE_ROOT } from '../../../../core/cli/main.js';
import { bylaw } from '../commands/command-root.js';
import { folderOf } from '../../../core/documents/root-folder.js';
import { FACTS, TABLE } from '../../../core/rules/table-root.js';

const door = (path: string) => pathToFileURL(join(PACKAGE_ROOT, 'dist/core', path)).href;

/** A service of rule tables alone; its decisions are recorded in a JSONL file, and one evaluator judges fees. */
const PLUGIN = `
import { readFileSync } from 'node:fs';
import { loadService, UsageError } from '${door('index.js')}';
import { decide, FactDeclarationsKind, RulePolicies, RuleTableKind, RuleTables } from '${door('rules/index.js')}';
import { DecisionSource, Evaluator } from '${door('workbench/index.js')}';

const evaluator = {
  name: 'fees', summary: 'stays with what they cost', input: 'jsonl', data: 'data/fees.jsonl', kinds: ['rule-table'], service: 'parking',
  load: async () => async (set, rows) => {
    const table = set.get(RulePolicies).get('parking').versions[0];
    const verdicts = [];
    for (const { id, hours, expected } of rows) {
      const { decision } = await decide(table, { ...table.baseline, hours });
      verdicts.push({ id, verdict: decision === expected ? 'right' : 'wrong', said: decision });
    }
    return { predictions: [], figures: {}, report: '', errors: [], verdicts };
  }
};
const source = {
  name: 'parking',
  load: async () => async (context, database) => {
    if (database === undefined) throw new UsageError('--database names a file');
    const documents = await loadService(context, 'parking');
    async function* read(since) {
      for (const line of readFileSync(database, 'utf8').split('\\n').filter(Boolean)) {
        const decision = JSON.parse(line);
        if (decision.at >= since) yield decision;
      }
    }
    return { documents, read, close: async () => {} };
  }
};
export default {
  name: 'parking', version: '1', contract: 1, needs: {}, provides: [], start() {},
  kinds: [FactDeclarationsKind, RuleTableKind], assemblies: [RuleTables, RulePolicies],
  adds: [{ point: Evaluator, value: evaluator }, { point: DecisionSource, value: source }]
};
`;

export const PARKING = {
  'plugins/plugins.yaml':
    'kind: plugins\nversion: 1\nservices:\n  parking: { prefix: LOT, plugins: [{ use: bylaw-parking }] }\n',
  'node_modules/bylaw-parking/package.json': '{"name": "bylaw-parking", "type": "module", "exports": "./index.js"}',
  'node_modules/bylaw-parking/index.js': PLUGIN,
  'policies/facts.yaml': FACTS,
  'policies/parking.yaml': TABLE
} as const;

export const FREE = 'free_hours: { type: integer, value: 2,';

/** Two hours more are free, with the examples at their new edges. */
export const LONGER = TABLE.replace(FREE, 'free_hours: { type: integer, value: 4,')
  .replaceAll('hours: 3', 'hours: 5')
  .replaceAll('hours: 2', 'hours: 4');

export const parkingRoot = (files: Readonly<Record<string, string>> = {}) => folderOf({ ...PARKING, ...files });

export function edit(root: string, file: string, find: string, replacement: string): void {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  if (!text.includes(find)) throw new Error(`${file} holds no '${find}'`);
  writeFileSync(
    path,
    text.replace(find, () => replacement)
  );
}

/** A command of `bylaw` on a root of these tests. */
export const run = (root: string, ...argv: string[]) => bylaw([...argv, '--root', root]);
