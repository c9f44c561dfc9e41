import { type Child, h } from '../../shared/dom.js';
import { shown, words } from '../frame/format.js';
import { badge, facts, link } from '../frame/page.js';
import type { Condition, Seen } from '../frame/policy-types.js';
import type { Decision, Facts } from '../frame/types.js';

/** What was decided, by which rule of which line, and what that gives. */
export function decisionView(decision: Decision): HTMLElement {
  const { table, rule, ref, file, line, reason, params, also_matched } = decision;
  const given = Object.entries(params).map(([name, value]): [string, Child] => [words(name), shown(value)]);
  return h(
    'div',
    { class: 'decision' },
    h('p', { class: 'verdict' }, badge(decision.decision), ' ', words(reason)),
    h('p', {}, link(`policies/${table}/${rule}`, `${ref} ${words(rule)}`), ' ', h('code', {}, `${file}:${line}`)),
    facts([...given, ['Matched too', also_matched.map(words).join(', ')]])
  );
}

/** The facts of a decision; those that the rule's conditions looked at come first. */
export function factTable(all: Facts, looked: ReadonlySet<string>): HTMLElement {
  const entries = Object.entries(all).sort(([a], [b]) => Number(looked.has(b)) - Number(looked.has(a)));
  return h(
    'dl',
    { class: 'facts dense' },
    entries.map(([name, value]) =>
      h('div', { class: looked.has(name) ? 'looked' : '' }, h('dt', {}, words(name)), h('dd', {}, shown(value)))
    )
  );
}

export const factsSeen = (seen: Seen | undefined): ReadonlySet<string> =>
  new Set(
    seen === undefined ? [] : seen.kind === 'comparison' ? [seen.fact] : seen.of.flatMap(each => [...factsSeen(each)])
  );

/** What each condition of a rule saw. */
export function seenView(seen: Seen): HTMLElement {
  const mark = h(
    'span',
    { class: seen.held ? 'held' : 'missed' },
    seen.held ? '✓' : '✗',
    h('span', { class: 'unseen' }, seen.held ? ' holds' : ' does not hold')
  );
  if (seen.kind === 'comparison') {
    const { fact, operator, value, saw } = seen;
    return h(
      'li',
      {},
      mark,
      ` ${words(fact)} `,
      h('em', {}, operatorWords(operator)),
      ` ${shown(value)}`,
      h('small', {}, ` saw ${shown(saw)}`)
    );
  }
  const title = seen.name === undefined ? (seen.kind === 'all' ? 'all of' : 'any of') : words(seen.name);
  return h('li', {}, mark, ` ${title}`, h('ul', { class: 'seen' }, seen.of.map(seenView)));
}

/** A condition in a line. */
export const conditionWords = (condition: Condition): string =>
  condition.kind === 'comparison'
    ? `${words(condition.fact)} ${operatorWords(condition.operator)} ${shown(condition.value)}`
    : condition.of.map(conditionWords).join(condition.kind === 'all' ? ' and ' : ' or ');

const operatorWords = (operator: string) => operator.replace(/([A-Z])/g, ' $1').toLowerCase();
