import { isDeepStrictEqual } from 'node:util';
import { factsIn, type Rule, type RuleTable } from '../../../core/rules/index.js';
import { outcomeOf } from './outcomes.js';

/** Rules that were added, removed, changed or moved past one another, as they are on the sides that have them. */
export function changedRules(before: RuleTable, after: RuleTable): readonly Rule[] {
  const old = new Map(before.rules.map(rule => [rule.id, rule]));
  const now = new Map(after.rules.map(rule => [rule.id, rule]));
  const changed = [...before.rules.filter(({ id }) => !now.has(id)), ...after.rules.filter(({ id }) => !old.has(id))];
  for (const rule of after.rules) {
    const was = old.get(rule.id);
    if (was !== undefined && !isDeepStrictEqual(meaning(was), meaning(rule))) changed.push(was, rule);
  }
  return [...changed, ...moved(before, after)];
}

/** The facts that changed rules name. */
export const changedFacts = (before: RuleTable, after: RuleTable): ReadonlySet<string> =>
  new Set(changedRules(before, after).flatMap(({ when }) => [...factsIn(when)]));

/** Lines move with every edit above them; settings count by their value. */
const meaning = (rule: Rule): unknown =>
  JSON.parse(JSON.stringify({ when: rule.when, ...outcomeOf(rule) }, (key, value) => (key === 'line' ? 0 : value)));

/** Rules that both tables have, from the first to the last that stand in another order. */
function moved(before: RuleTable, after: RuleTable): readonly Rule[] {
  const was = before.rules.filter(({ id }) => after.rules.some(rule => rule.id === id));
  const is = after.rules.filter(({ id }) => before.rules.some(rule => rule.id === id));
  const differ = (rule: Rule, i: number) => rule.id !== was[i]!.id;
  const first = is.findIndex(differ);
  return first < 0 ? [] : is.slice(first, is.findLastIndex(differ) + 1);
}
