import { predicate, winnerOf } from './closures.js';
import { decide } from './decide.js';
import { canWin } from './find-case.js';
import type { Example, RuleTable } from './rule-table.js';

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
 * Runs every example of a table. A firing example passes when its rule decides; a near miss passes when its rule does
 * not match at all (the rule that always fires: when another one decides). They run on the closures, which tests hold to
 * the engine's answers: thousands of examples then cost a start nothing. The engine has to agree on the baseline.
 */
export async function runExamples(table: RuleTable): Promise<ExampleResult[]> {
  const winner = winnerOf(table);
  const { rule: decided } = await decide(table, table.baseline);
  if (winner(table.baseline).id !== decided)
    throw new Error(`the rules engine decides the baseline of '${table.id}' by '${decided}', and analysis does not`);
  return table.rules.flatMap(rule => {
    const matches = predicate(rule.when);
    const run = ({ facts, line, pointer }: Example, expected: ExampleResult['expected']): ExampleResult => {
      const won = winner(facts).id;
      const quiet = won !== rule.id && (rule.when === undefined || !matches(facts));
      return { rule: rule.id, expected, line, pointer, won, passed: expected === 'fires' ? won === rule.id : quiet };
    };
    return [
      ...rule.fires.map(example => run(example, 'fires')),
      ...rule.nearMisses.map(example => run(example, 'near miss'))
    ];
  });
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
