import type { RuleTable } from '../rules/rule-table.js';
import type { CellSpace } from './cell-space.js';
import type { Node } from './diagram.js';

/** What is doubtful about a table as a whole. */
export interface TableFindings {
  /** Rules that decide no case that can be. */
  readonly neverWin: readonly string[];
  /** Facts that may be not known while the last rule decides, though a value of theirs would have decided otherwise. */
  readonly gaps: readonly { readonly fact: string; readonly decision: string; readonly otherwise: string }[];
}

export function tableFindings(table: RuleTable, winner: Node, possible: Node, space: CellSpace): TableFindings {
  const { diagrams, axes } = space;
  const { rules } = table;
  const last = rules.length - 1;
  const { decision } = rules[last]!;
  const wins = diagrams.answers(diagrams.combine(winner, possible, (rule, can) => (can === 1 ? rule : rules.length)));
  // 1 + the rule, where it decides a case that can be; else 0.
  const decides = (is: (rule: number) => boolean) =>
    diagrams.combine(winner, possible, (rule, can) => (can === 1 && is(rule) ? rule + 1 : 0));
  const caught = decides(rule => rule === last);
  const otherwise = decides(rule => rules[rule]!.decision !== decision);
  const gaps = axes.flatMap(({ name, classes }, fact) => {
    const unknown = classes.findIndex(({ kind }) => kind === 'unknown');
    if (unknown < 0 || !table.facts.has(name)) return [];
    const unseen = diagrams.held(caught, fact, unknown);
    for (let at = 0; at < classes.length; at++) {
      if (at === unknown) continue;
      const seen = diagrams.where(unseen, diagrams.held(otherwise, fact, at), (_, rule) => rule);
      const rule = [...diagrams.answers(seen)].find(n => n > 0);
      if (rule !== undefined) return [{ fact: name, decision, otherwise: rules[rule - 1]!.decision }];
    }
    return [];
  });
  return { neverWin: rules.filter((_, i) => !wins.has(i)).map(({ id }) => id), gaps };
}
