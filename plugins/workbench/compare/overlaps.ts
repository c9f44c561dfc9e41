import { type Facts, findCase, pastRulesAbove, type Rule, type RuleTable } from '../../../core/rules/index.js';

/** Two rules that can both fire and would decide differently, so that only their order settles it. */
export interface Overlap {
  /** Stands higher and decides. */
  readonly above: Rule;
  readonly below: Rule;
  /** Facts of one such case that differ from the baseline. */
  readonly facts: Facts;
}

/**
 * Overlaps in which neither rule is a special case of the other: an exception above a general rule is how tables
 * are written, and says nothing.
 */
export function overlapsOf(table: RuleTable): readonly Overlap[] {
  return table.rules.flatMap((above, i) =>
    table.rules.slice(i + 1).flatMap(below => {
      if (above.when === undefined || below.when === undefined || above.decision === below.decision) return [];
      const both = findCase(table, [
        { condition: above.when, holds: true },
        { condition: below.when, holds: true },
        ...pastRulesAbove(table, i)
      ]);
      if (both === undefined || both === 'unknown') return [];
      const onlyAbove = findCase(table, [
        { condition: above.when, holds: true },
        { condition: below.when, holds: false }
      ]);
      const onlyBelow = findCase(table, [
        { condition: above.when, holds: false },
        { condition: below.when, holds: true }
      ]);
      return onlyAbove === undefined || onlyBelow === undefined
        ? []
        : [{ above, below, facts: differing(both, table.baseline) }];
    })
  );
}

const differing = (facts: Facts, baseline: Facts): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([name, value]) => baseline[name] !== value));
