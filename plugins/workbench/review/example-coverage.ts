import { comparisonsIn, decideClosely, type RuleTable } from '../../../core/rules/index.js';

/** How much of a table its examples have seen. */
export interface ExampleCoverage {
  readonly rules: number;
  readonly examples: number;
  readonly comparisons: number;
  /** Comparisons that held in one example of their rule and did not in another. */
  readonly seen_both_ways: number;
}

/** Runs a table's examples on the engine that decides, and counts. */
export async function exampleCoverage(table: RuleTable): Promise<ExampleCoverage> {
  const counts = { rules: table.rules.length, examples: 0, comparisons: 0, seen_both_ways: 0 };
  for (const rule of table.rules) {
    const seen = comparisonsIn(rule.when).map(() => new Set<boolean>());
    for (const { facts } of [...rule.fires, ...rule.nearMisses]) {
      const { held } = await decideClosely(table, facts);
      held()
        .get(rule)!
        .forEach((outcome, i) => seen[i]?.add(outcome));
      counts.examples++;
    }
    counts.comparisons += seen.length;
    counts.seen_both_ways += seen.filter(({ size }) => size === 2).length;
  }
  return counts;
}
