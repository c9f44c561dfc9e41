import { decide } from './decide.js';
import { canWin } from './overlaps.js';
import type { Example, Rule, RuleTable } from './rule-table.js';

/** One example, run. */
export interface ExampleResult {
  readonly rule: string;
  readonly expected: 'fires' | 'near miss';
  readonly line: number;
  readonly pointer: string;
  /** The rule that decided. */
  readonly won: string;
  readonly passed: boolean;
}

/**
 * Runs every example of a table through the production engine. A firing example passes when its rule decides; a
 * near miss passes when its rule does not match at all (the rule that always fires: when another one decides).
 */
export async function runExamples(table: RuleTable): Promise<ExampleResult[]> {
  const results: ExampleResult[] = [];
  for (const rule of table.rules) {
    for (const example of rule.fires) results.push(await run(table, rule, example, 'fires'));
    for (const example of rule.nearMisses) results.push(await run(table, rule, example, 'near miss'));
  }
  return results;
}

async function run(table: RuleTable, rule: Rule, { facts, line, pointer }: Example, expected: 'fires' | 'near miss') {
  const { rule: won, also_matched } = await decide(table, facts);
  const quiet = won !== rule.id && (rule.when === undefined || !also_matched.includes(rule.id));
  return { rule: rule.id, expected, line, pointer, won, passed: expected === 'fires' ? won === rule.id : quiet };
}

/** The examples that fail, as problems for a loader; and where no example could hold, why. */
export async function exampleProblems(table: RuleTable): Promise<{ pointer: string; code: string; message: string }[]> {
  const failed = (await runExamples(table)).filter(({ passed }) => !passed);
  const problems = failed.map(({ rule, expected, pointer, won }) =>
    expected === 'fires'
      ? { pointer, code: 'example_fails', message: `these facts should fire '${rule}', but '${won}' decides` }
      : { pointer, code: 'near_miss_fires', message: `these facts should just miss '${rule}', but it fires` }
  );
  for (const [i, { id, fires }] of table.rules.entries()) {
    const silent = failed.filter(({ rule, expected }) => rule === id && expected === 'fires');
    if (silent.length === 0 || silent.length < fires.length || canWin(table, i)) continue;
    problems.push({
      pointer: silent[0]!.pointer.replace(/\/examples\/.*/, ''),
      code: 'rule_never_wins',
      message: `'${id}' can never decide: wherever it fires, a rule above it fires too; move it up, narrow one above, or remove it`
    });
  }
  return problems;
}
