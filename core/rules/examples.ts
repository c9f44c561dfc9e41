import type { SetReport } from '../documents/assembly.js';
import { predicate, winnerOf } from './closures.js';
import { decide } from './decide.js';
import { canWin } from './find-case.js';
import type { Rule, RuleExample, RuleTable } from './rule-table.js';
import type { Facts } from '../facts/typed-values.js';

/** One example, run. */
export interface ExampleResult {
  readonly rule: string;
  readonly expected: 'fires' | 'near miss';
  readonly line: number;
  readonly pointer: string;
  /** The rule that decided. */
  readonly won: string;
  readonly passed: boolean;
  /** What it comes to otherwise than it expects, as `then` names it. */
  readonly differs: readonly { readonly name: string; readonly expected: unknown; readonly is: unknown }[];
}

/** The rule that decides a case, and whether another one fires on it too. */
interface Verdict {
  readonly won: string;
  fires(rule: string): boolean;
}

/** The engine that decides in production: a few hundred microseconds a case. */
async function byEngine(table: RuleTable, facts: Facts): Promise<Verdict> {
  const { rule, also_matched } = await decide(table, facts);
  return { won: rule, fires: id => id === rule || also_matched.includes(id) };
}

/** The closures, which tests hold to the engine: thousands of examples cost a start nothing. */
function byClosures(table: RuleTable): (facts: Facts) => Verdict {
  const winner = winnerOf(table);
  const tests = new Map(table.rules.map(({ id, when }) => [id, predicate(when)]));
  return facts => ({ won: winner(facts).id, fires: id => tests.get(id)!(facts) });
}

/**
 * Runs every example of a table. A firing example passes when its rule decides; a near miss passes when its rule does
 * not match at all (the rule that always fires: when another one decides).
 * @param thorough on the engine instead of the closures
 */
export async function runExamples(table: RuleTable, thorough: boolean): Promise<readonly ExampleResult[]> {
  const quick = byClosures(table);
  const results: ExampleResult[] = [];
  const byId = new Map(table.rules.map(rule => [rule.id, rule]));
  const run = async (
    id: string,
    expected: ExampleResult['expected'],
    { facts, expect, line, pointer }: RuleExample
  ) => {
    const { won, fires } = thorough ? await byEngine(table, facts) : quick(facts);
    const always = id === table.rules.at(-1)!.id;
    const passed = expected === 'fires' ? won === id : won !== id && (always || !fires(id));
    const differs = won === id && expect !== undefined ? differences(byId.get(id)!, facts, expect) : [];
    results.push({ rule: id, expected, line, pointer, won, passed: passed && differs.length === 0, differs });
  };
  for (const { id, fires, nearMisses } of table.rules) {
    for (const example of fires) await run(id, 'fires', example);
    for (const example of nearMisses) await run(id, 'near miss', example);
  }
  return results;
}

/** What the rule gives in a case that differs from what is expected there. */
function differences({ decision, reason, params }: Rule, facts: Facts, expect: Facts): ExampleResult['differs'] {
  const given = Object.entries(params).map(([name, param]) => [
    name,
    typeof param === 'object' ? (facts[param.fact] ?? null) : param
  ]);
  const comes: Facts = { decision, reason, ...Object.fromEntries(given) };
  return Object.entries(expect).flatMap(([name, expected]) =>
    comes[name] === expected ? [] : [{ name, expected, is: comes[name] }]
  );
}

/** Reports the examples that fail, and where no example could hold, why. */
export async function checkRuleExamples(
  tables: ReadonlyMap<string, RuleTable>,
  report: SetReport,
  thorough: boolean
): Promise<void> {
  for (const table of tables.values()) {
    if (table.derived === true) continue;
    const failed = (await runExamples(table, thorough)).filter(({ passed }) => !passed);
    for (const { rule, expected, pointer, line, won, differs } of failed)
      if (differs.length > 0)
        // One of the two was changed, more likely the rule.
        for (const { name, expected: wanted, is } of differs)
          report(
            table.source,
            `${pointer.replace(/\/examples\/.*/, '')}/then/${name}`,
            'example_fails',
            `'${rule}' comes to ${name} ${JSON.stringify(is) ?? 'nothing'}, where its example in line ${line} expects ${JSON.stringify(wanted)}`
          );
      else if (expected === 'fires')
        report(table.source, pointer, 'example_fails', `these facts should fire '${rule}', but '${won}' decides`);
      else report(table.source, pointer, 'near_miss_fires', `these facts should just miss '${rule}', but it fires`);
    for (const [i, { id, fires }] of table.rules.entries()) {
      const silent = failed.filter(({ rule, expected }) => rule === id && expected === 'fires');
      if (silent.length === 0 || silent.length < fires.length || canWin(table, i)) continue;
      const message = `'${id}' can never decide: wherever it fires, a rule above it fires too; move it up, narrow one above, or remove it`;
      report(table.source, silent[0]!.pointer.replace(/\/examples\/.*/, ''), 'rule_never_wins', message);
    }
  }
}
