import {
  type Comparison,
  comparisonsIn,
  type Condition,
  type Facts,
  type Group,
  type Rule,
  type RuleTable,
  TESTS
} from '../../../core/rules/index.js';
import { boxesOf } from './boxes.js';
import { type CellSpace, cellSpace, conditionNode, ordinaryCell, winnerNode } from './cell-space.js';
import { TooManyNodes, type DiagramNode } from './diagram.js';
import { exampleFacts } from './example-facts.js';
import { possibleNode } from './possible-cells.js';
import { tableFindings } from './table-findings.js';

/** Two rules that can both fire and would decide differently, so that only their order settles it. */
export interface Overlap {
  /** Stands higher and decides. */
  readonly above: Rule;
  readonly below: Rule;
  /** Facts of one such case that differ from the baseline. */
  readonly facts: Facts;
}

export interface TableReview {
  /** Rules that decide no case that can be. */
  readonly neverWin: readonly string[];
  readonly overlaps: readonly Overlap[];
  /** Comparisons that hold, or fail, for every value that their fact can have. */
  readonly idle: readonly { readonly comparison: Comparison; readonly holds: boolean }[];
  /** Named conditions that no case fulfils. */
  readonly contradictions: readonly string[];
}

/**
 * Looks at every case that can be by the dependencies between facts. Overlaps in which neither rule is a special case of
 * the other are given, for the pairs that are asked about: an exception above a general rule is how tables are written.
 * Undefined where there are too many cases to look at.
 */
export function reviewTable(
  table: RuleTable,
  concerns: (above: Rule, below: Rule) => boolean
): TableReview | undefined {
  try {
    return reviewed(table, concerns);
  } catch (error) {
    if (error instanceof TooManyNodes) return undefined;
    throw error;
  }
}

function reviewed(table: RuleTable, concerns: (above: Rule, below: Rule) => boolean): TableReview {
  const space = cellSpace([table]);
  const { diagrams } = space;
  const { rules, dependencies, baseline, facts } = table;
  const possible = possibleNode(dependencies, space);
  const { neverWin } = tableFindings(table, { winner: winnerNode(table, space), possible }, space, new Set());
  const fires = new Map<Rule, DiagramNode>();
  const nodeOf = (rule: Rule): DiagramNode => {
    let node = fires.get(rule);
    if (node === undefined) fires.set(rule, (node = conditionNode(rule.when!, space, facts)));
    return node;
  };
  const some = (node: DiagramNode) => diagrams.answers(node).has(1);
  const without = (node: DiagramNode, other: DiagramNode) => diagrams.combine(node, other, (a, b) => (b === 1 ? 0 : a));
  const overlaps: Overlap[] = [];
  const conditional = rules.slice(0, -1);
  let open = possible;
  conditional.forEach((above, i) => {
    const pairs = conditional.slice(i + 1).filter(below => above.decision !== below.decision && concerns(above, below));
    for (const below of pairs) {
      const both = diagrams.where(diagrams.where(open, nodeOf(above)), nodeOf(below));
      if (!some(both)) continue;
      const can = (rule: Rule) => diagrams.where(possible, nodeOf(rule));
      if (!some(without(can(above), nodeOf(below))) || !some(without(can(below), nodeOf(above)))) continue;
      const search = { ordinary: ordinaryCell(space, baseline), widen: [], most: 1 };
      const { cell } = boxesOf(both, 1, space, search).boxes[0]!;
      const example = exampleFacts(cell, space, dependencies, baseline);
      overlaps.push({ above, below, facts: differing(example, baseline) });
    }
    open = without(open, nodeOf(above));
  });
  return {
    neverWin,
    overlaps,
    idle: idleComparisons(table, space),
    contradictions: contradictionsIn(table, space, possible)
  };
}

/** A setting says itself what it is for, and what only tells known from unknown says something. */
function idleComparisons({ rules }: RuleTable, { axes, numberOf }: CellSpace): TableReview['idle'] {
  return rules.flatMap(rule =>
    comparisonsIn(rule.when).flatMap(comparison => {
      const { fact, type, operator, value, line } = comparison;
      if (operator === 'isKnown' || line === 0) return [];
      const held = axes[numberOf.get(fact)!]!.classes.filter(({ kind }) => kind !== 'unknown').map(({ sample }) =>
        TESTS[type][operator]!(sample, value)
      );
      return new Set(held).size > 1 ? [] : [{ comparison, holds: held[0] === true }];
    })
  );
}

function contradictionsIn(
  { rules, facts }: RuleTable,
  space: CellSpace,
  possible: DiagramNode
): TableReview['contradictions'] {
  const { diagrams } = space;
  const never = (condition: Condition) =>
    !diagrams.answers(diagrams.where(possible, conditionNode(condition, space, facts))).has(1);
  const named = (condition: Condition | undefined): readonly (Group & { readonly name: string })[] =>
    condition === undefined || condition.kind === 'comparison'
      ? []
      : [
          ...(condition.name === undefined ? [] : [{ ...condition, name: condition.name }]),
          ...condition.of.flatMap(named)
        ];
  const conditions = new Map(rules.flatMap(({ when }) => named(when)).map(each => [each.name, each]));
  const none = new Set([...conditions].flatMap(([name, condition]) => (never(condition) ? [name] : [])));
  // One that holds in no case because of another that it is made of is no mistake of its own.
  return [...none].filter(
    name =>
      !conditions
        .get(name)!
        .of.flatMap(named)
        .some(inner => none.has(inner.name))
  );
}

/** Whether a standard rule that decides like the last one stands above a rule that does not. */
export function overtakes(table: RuleTable): (above: Rule, below: Rule) => boolean {
  const usual = table.rules.at(-1)!.decision;
  return (above, below) => above.decision === usual && below.decision !== usual && above.tier === 'standard';
}

const differing = (facts: Facts, baseline: Facts): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([name, value]) => baseline[name] !== value));
