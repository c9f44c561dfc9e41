import { type Child, h } from '../../shared/dom.js';
import type { Api } from '../frame/api.js';
import { age, number, shown, words } from '../frame/format.js';
import { badge, facts, go, disclosure, link, loaded, notice, table } from '../frame/page.js';
import type { DecisionRow, Example, PolicyRule, PolicyTable, RuleCount } from '../frame/policy-types.js';
import type { Listed } from '../frame/types.js';
import { conditionWords } from './decision-view.js';
import { sandbox } from './sandbox.js';

const MOST_DECISIONS = 25;
type Counts = ReadonlyMap<string, RuleCount>;

/** A rule table: settings, rules in their order with how often each decided, where its shadow disagrees, facts to move. */
export function tableView(api: Api, policy: PolicyTable, counts: Counts): Child {
  const { title, file, settings, cases, rules, name, effective_from, effective_until } = policy;
  const diverging = rules.reduce((sum, { id }) => sum + (counts.get(`${name} ${id}`)?.diverging ?? 0), 0);
  const decided = rules.reduce((sum, { id }) => sum + (counts.get(`${name} ${id}`)?.count ?? 0), 0);
  return [
    h(
      'header',
      {},
      h('button', { class: 'back', onclick: () => go('policies') }, '← Policies'),
      h('h2', {}, title),
      h(
        'p',
        { class: 'note' },
        h('code', {}, file),
        `, ${number(decided)} ${decided === 1 ? 'decision' : 'decisions'} in 30 days`
      )
    ),
    facts([
      ['From', effective_from],
      ['Until', effective_until]
    ]),
    diverging === 0
      ? null
      : disclosure(`Its shadow decided otherwise in ${number(diverging)} of ${number(decided)}`, () =>
          lastDecisions(api, { table_name: name, diverges: 'true' })
        ),
    h('h3', {}, 'Settings'),
    Object.keys(settings).length === 0
      ? h('p', { class: 'note' }, 'None.')
      : facts(
          Object.entries(settings).map(([key, value]) => [
            words(key),
            [
              shown(value),
              (cases[key] ?? []).map(each =>
                h('p', { class: 'note' }, `${shown(each.value)} where ${conditionWords(each.when).toLowerCase()}`)
              )
            ]
          ])
        ),
    h('h3', {}, 'Rules, in the order in which they are tried'),
    h(
      'div',
      { class: 'rules' },
      rules.map(rule => ruleView(api, policy, rule, counts.get(`${name} ${rule.id}`)))
    ),
    sandbox(api, policy, policy.baseline)
  ];
}

function ruleView(
  api: Api,
  { name, file }: PolicyTable,
  rule: PolicyRule,
  counted: RuleCount | undefined
): HTMLElement {
  const { id, ref, line, why, decision, reason, fires, near_misses } = rule;
  const { count = 0, diverging = 0 } = counted ?? {};
  return h(
    'details',
    { class: 'rule', id: `rule-${id}` },
    h(
      'summary',
      {},
      h('span', { class: 'number' }, ref),
      h('span', { class: 'grow' }, words(id)),
      diverging === 0 ? null : badge(`shadow disagrees ${number(diverging)} ×`, 'escalated'),
      badge(decision),
      h('small', { title: 'Decisions in the last 30 days' }, `${number(count)} ×`)
    ),
    h('p', {}, why),
    facts([
      ['Reason', words(reason)],
      ['Where', h('code', {}, `${file}:${line}`)]
    ]),
    examples('Fires for', fires),
    examples('Just missed by', near_misses),
    count === 0 ? null : disclosure('Its last decisions', () => lastDecisions(api, { table_name: name, rule: id }))
  );
}

/** Each with the run in which it fell. */
function lastDecisions(api: Api, narrowed: Readonly<Record<string, string>>): HTMLElement {
  const into = h('div');
  const read = () => api.get<Listed<DecisionRow>>('v1/decisions', { ...narrowed, limit: MOST_DECISIONS });
  void loaded(into, read, ({ items }) =>
    items.length === 0
      ? notice('None', 'They are not kept any more.')
      : table(
          ['Ago', 'Decided', 'By', 'Shadow', 'Run'],
          items.map(({ created_at, decision, rule, shadow, run_id }) => [
            age(created_at),
            badge(decision),
            words(rule),
            shadow === null
              ? '–'
              : shadow.decision === null
                ? 'could not'
                : [badge(shadow.decision), ` ${words(shadow.rule ?? '')}`],
            link(`runs/${run_id}`, 'Trace')
          ])
        )
  );
  return into;
}

const examples = (title: string, all: readonly Example[]) =>
  h(
    'section',
    {},
    h('h4', {}, title),
    h(
      'ul',
      { class: 'examples' },
      all.map(({ facts: differing, line }) =>
        h(
          'li',
          {},
          Object.entries(differing)
            .map(([name, value]) => `${words(name)}: ${shown(value)}`)
            .join(', ') || 'An ordinary case',
          h('small', {}, ` line ${line}`)
        )
      )
    )
  );
