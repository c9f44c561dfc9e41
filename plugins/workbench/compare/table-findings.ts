import type { RuleTable } from '../../../core/rules/index.js';
import type { CellSpace } from './cell-space.js';
import { answerOf, type DiagramNode } from './diagram.js';

/** What is doubtful about a table as a whole. */
export interface TableFindings {
  /** Rules that decide no case that can be. */
  readonly neverWin: readonly string[];
  /** Facts that may be not known while the last rule decides, though a value of theirs would have decided otherwise. */
  readonly gaps: readonly { readonly fact: string; readonly decision: string; readonly otherwise: string }[];
}

/** `among` narrows the gaps to some facts. */
export function tableFindings(
  table: RuleTable,
  { winner, possible }: { readonly winner: DiagramNode; readonly possible: DiagramNode },
  space: CellSpace,
  among: ReadonlySet<string> = new Set(table.facts.keys())
): TableFindings {
  const { diagrams, axes } = space;
  const { rules } = table;
  const { decision } = rules.at(-1)!;
  // The number of the rule where it decides a case that can be, else 0.
  const deciding = diagrams.where(winner, possible, rule => rule);
  const caught = diagrams.where(deciding, deciding, rule => (rule === rules.length ? rule : 0));
  const otherwise = diagrams.where(deciding, deciding, rule => (rules[rule - 1]!.decision === decision ? 0 : rule));
  const wins = diagrams.answers(deciding);
  const gaps = axes.flatMap(({ name, classes }, fact) => {
    const unknown = classes.findIndex(({ kind }) => kind === 'unknown');
    if (unknown < 0 || !among.has(name) || !table.facts.has(name)) return [];
    for (let at = 0; at < classes.length; at++) {
      const rule = at === unknown ? 0 : besides(caught, otherwise, { fact, left: unknown, right: at }, space);
      if (rule > 0) return [{ fact: name, decision, otherwise: rules[rule - 1]!.decision }];
    }
    return [];
  });
  return { neverWin: rules.filter((_, i) => !wins.has(i + 1)).map(({ id }) => id), gaps };
}

/**
 * The answer of `right` in some cell where neither function is 0, the two cells alike but for one fact; 0 where there is
 * none. It looks and builds nothing, because it is asked for every class of every fact.
 */
function besides(
  left: DiagramNode,
  right: DiagramNode,
  apart: { readonly fact: number; readonly left: number; readonly right: number },
  { diagrams }: CellSpace
): number {
  const work = diagrams.pairs.begin();
  const at = (node: DiagramNode, fact: number, one: number) =>
    diagrams.fact(node) === fact ? diagrams.below(node)[one]! : node;
  const visit = (a: DiagramNode, b: DiagramNode): number => {
    if (a < 0 && b < 0) return answerOf(a) === 0 ? 0 : answerOf(b);
    if ((a < 0 && answerOf(a) === 0) || (b < 0 && answerOf(b) === 0)) return 0;
    if (diagrams.pairs.find(work, a, b) !== undefined) return 0;
    diagrams.pairs.keep(work, a, b, 0);
    const fact = Math.min(diagrams.fact(a), diagrams.fact(b));
    if (fact === apart.fact) return visit(at(a, fact, apart.left), at(b, fact, apart.right));
    for (let one = 0; one < diagrams.sizes[fact]!; one++) {
      const found = visit(at(a, fact, one), at(b, fact, one));
      if (found > 0) return found;
    }
    return 0;
  };
  return visit(left, right);
}
