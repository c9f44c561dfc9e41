import { predicate } from './closures.js';
import { comparisonsIn } from './compile-conditions.js';
import type { RuleTable } from './rule-table.js';

/** How much of a table its examples have seen. */
export interface ExampleCoverage {
  readonly rules: number;
  readonly examples: number;
  readonly comparisons: number;
  /** Comparisons that held in one example of their rule and did not in another. */
  readonly seen_both_ways: number;
}

export function exampleCoverage({ rules }: RuleTable): ExampleCoverage {
  let comparisons = 0;
  let seen = 0;
  for (const { when, fires, nearMisses } of rules) {
    const examples = [...fires, ...nearMisses];
    for (const comparison of comparisonsIn(when)) {
      const holds = predicate(comparison);
      const outcomes = new Set(examples.map(({ facts }) => holds(facts)));
      comparisons++;
      if (outcomes.size === 2) seen++;
    }
  }
  const examples = rules.reduce((sum, { fires, nearMisses }) => sum + fires.length + nearMisses.length, 0);
  return { rules: rules.length, examples, comparisons, seen_both_ways: seen };
}
