import { type Child, h } from '../../shared/dom.js';
import { milliseconds, shown, words } from '../frame/format.js';
import { badge, facts } from '../frame/page.js';
import type { Decision, Json, Step, Trace } from '../frame/types.js';
import { decisionView, factTable } from './decision-view.js';

const NONE: ReadonlySet<string> = new Set();

/** All steps of a run: the path of its states with the time in each, then what happened. */
export function traceView({ steps }: Trace): HTMLElement {
  return h('div', { class: 'trace' }, path(steps), h('ol', { class: 'steps' }, steps.map(step)));
}

export const decisionsIn = ({ steps }: Trace): readonly Decision[] =>
  steps.flatMap(({ type, ['record']: record }) => (type === 'policy_decision' ? [record as Decision] : []));

function path(steps: readonly Step[]): HTMLElement {
  const moves = steps.filter(({ type }) => type === 'transition');
  const places = [
    { state: 'RECEIVED', from: 0 },
    ...moves.map(move => ({ state: shown(move['to']), from: move.at_ms }))
  ];
  return h(
    'ol',
    { class: 'path', 'aria-label': 'States' },
    places.map(({ state, from }, i) => {
      const until = places[i + 1]?.from;
      const time = until === undefined ? null : h('small', {}, milliseconds(until - from));
      return h('li', {}, badge(state.toLowerCase(), state.toLowerCase()), time);
    })
  );
}

function step(each: Step): HTMLElement {
  const { title, more } = described(each);
  return h(
    'li',
    { class: `step ${each.type}`, id: `step-${each.step}` },
    h('span', { class: 'number' }, each.step),
    h('div', {}, h('p', { class: 'what' }, title, h('small', {}, ` ${milliseconds(each.at_ms)}`)), more)
  );
}

interface Described {
  readonly title: Child;
  readonly more?: Child;
}

function described(each: Step): Described {
  const of = (name: string) => each[name] as Json;
  switch (each.type) {
    case 'guard': {
      const rules = list(of('rules'));
      return {
        title: `Guard: risk ${Number(of('risk')).toFixed(2)}${of('blocked') === true ? ', refused' : ''}`,
        more: small(rules.join(', '))
      };
    }
    case 'references':
      return {
        title: 'References',
        more: facts([
          ['Orders', named(of('orders'), 'order_id')],
          ['Lines', named(of('lines'), 'line_id')],
          ['Candidates', list(of('candidates')).join(', ')],
          ['Acts', named(of('acts'), 'act')],
          ['Why', lines(list(of('reasons')))]
        ])
      };
    case 'classification':
      return {
        title: [
          'Understood as ',
          h('strong', {}, words(shown(of('intent')))),
          ` (${Number(of('confidence')).toFixed(2)})`
        ],
        more: facts([
          ['Candidates', list(of('candidates')).map(words).join(', ')],
          ['Phrases', lines(places(of('rules')).map(place => h('code', {}, place)))]
        ])
      };
    case 'transition':
      return {
        title: `${words(shown(of('from')).toLowerCase())} → ${words(shown(of('to')).toLowerCase())}`,
        more: small(of('reason') === undefined ? '' : words(shown(of('reason'))))
      };
    case 'tool_call': {
      const neutralised = list(of('neutralised'));
      const warning =
        neutralised.length === 0 ? '' : ` Instructions in its text were neutralised: ${neutralised.join(', ')}.`;
      return {
        title: ['Tool ', h('code', {}, shown(of('tool'))), ': ', badge(shown(of('outcome')))],
        more: small(`${shown(of('records'))} records in ${milliseconds(Number(of('duration_ms')))}.${warning}`)
      };
    }
    case 'policy_decision': {
      const record = each['record'] as Decision;
      return {
        title: ['Decided', of('order_id') === null ? '' : ` for ${shown(of('order_id'))}`],
        more: [
          decisionView(record),
          h(
            'details',
            {},
            h('summary', {}, `All ${Object.keys(record.facts).length} facts`),
            factTable(record.facts, NONE)
          )
        ]
      };
    }
    case 'composition':
      return {
        title: `Composed by ${shown(of('provider'))} ${shown(of('model'))}`,
        more: small(of('fallback') === true ? 'The template took over.' : '')
      };
    case 'verification':
      return {
        title: [
          'Verified: ',
          badge(of('passed') === true ? 'proved' : 'withheld', of('passed') === true ? 'answered' : 'failed')
        ],
        more: small(
          `${shown(of('factual'))} of ${shown(of('sentences'))} sentences state something. ${list(of('unsupported')).map(words).join(', ')}`
        )
      };
    default:
      return { title: words(each.type), more: facts(others(each)) };
  }
}

const lines = (all: readonly Child[]): Child =>
  all.length === 0
    ? null
    : h(
        'ul',
        {},
        all.map(each => h('li', {}, each))
      );
const small = (text: string): Child => (text.trim() === '' ? null : h('p', { class: 'note' }, text));
const list = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? (value as readonly Json[]).map(shown) : [];
type Entry = Readonly<Record<string, Json>>;
const entries = (value: Json | undefined): readonly Entry[] =>
  Array.isArray(value) ? (value as readonly Entry[]) : [];
const named = (value: Json | undefined, name: string): string =>
  entries(value)
    .map(each => `${shown(each[name])} (${shown(each['how'])})`)
    .join(', ');
const places = (value: Json | undefined): readonly string[] =>
  entries(value).map(({ file, line }) => `${shown(file)}:${shown(line)}`);
const others = (each: Step): readonly (readonly [string, string])[] =>
  Object.entries(each)
    .filter(([name, value]) => !['step', 'at_ms', 'type'].includes(name) && value !== null)
    .map(([name, value]) => [words(name), shown(value)]);
