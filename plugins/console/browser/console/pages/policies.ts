import { type Child, h, show } from '../../shared/dom.js';
import type { Api } from '../frame/api.js';
import { age, shown, words } from '../frame/format.js';
import { badge, every, facts, go, loaded, notice, type Page } from '../frame/page.js';
import type { Example, Policies, PolicyRule, PolicyTable } from '../frame/types.js';
import { sandbox } from '../parts/sandbox.js';

const REFRESH_MS = 10_000;
type Counts = ReadonlyMap<string, number>;

interface Summary {
  readonly rules: readonly { readonly table: string; readonly rule: string; readonly count: number }[];
}

/** What is decided by which rule: tables, rules with their examples, settings, how often each decided. */
export function policiesPage(api: Api): Page {
  const list = h('nav', { class: 'tables', 'aria-label': 'Tables' });
  const state = h('div', { role: 'status' });
  const detail = h('section', { class: 'detail', 'aria-label': 'Table' });
  let policies: Policies | undefined;
  let counts: Counts = new Map();
  let at: readonly string[] = [];

  const load = async () => {
    const [found, summary] = await Promise.all([
      api.get<Policies>('v1/policies'),
      api.get<Summary>('v1/decisions/summary')
    ]);
    counts = new Map(summary.rules.map(({ table, rule, count }) => [`${table} ${rule}`, count]));
    const changed = found.revision !== policies?.revision || found.refused.length !== policies.refused.length;
    policies = found;
    if (changed) draw();
  };
  const draw = () => {
    if (policies === undefined) return;
    const [name = policies.tables[0]?.name, rule] = at;
    const { revision, refused, last_reload, tables } = policies;
    show(
      state,
      h('p', { class: 'note' }, 'In force: ', h('code', {}, revision)),
      last_reload === null ? null : reloadView(last_reload),
      refused.length === 0
        ? null
        : h(
            'div',
            { class: 'wrong' },
            h('p', {}, 'Changed files were refused; the old ones stay in force.'),
            h(
              'ul',
              {},
              refused.map(({ message, file, line }) =>
                h('li', {}, h('code', {}, `${file ?? ''}:${line ?? ''}`), ` ${message}`)
              )
            )
          )
    );
    show(
      list,
      ...tables.map(table =>
        h(
          'a',
          { href: `#/policies/${table.name}`, 'aria-current': table.name === name ? 'page' : null },
          table.title,
          table.mode === 'shadow' ? badge('shadow') : null,
          h('small', {}, ` ${table.rules.length} rules`)
        )
      )
    );
    const table = tables.find(each => each.name === name);
    if (table === undefined) return show(detail, notice('There is no such table', String(name)));
    show(detail, tableView(api, table, counts));
    detail.scrollTop = 0;
    if (rule !== undefined) {
      const element = document.getElementById(`rule-${rule}`);
      element?.setAttribute('open', '');
      element?.scrollIntoView({ block: 'center' });
    }
  };
  const stop = every(REFRESH_MS, load);
  return {
    element: h(
      'div',
      { class: 'split narrow' },
      h('section', { class: 'master', 'aria-label': 'List' }, h('h1', {}, 'Policies'), state, list),
      detail
    ),
    visit(path) {
      at = path;
      detail.parentElement!.classList.toggle('opened', path.length > 0);
      if (policies === undefined) void loaded(detail, load, () => [...detail.children]);
      else draw();
    },
    leave: stop
  };
}

/** What the last reload changed, by name. */
const reloadView = ({ at, from, files, rules }: NonNullable<Policies['last_reload']>) =>
  h(
    'details',
    { class: 'note' },
    h('summary', {}, `Reloaded ${age(at)} ago`),
    h('p', {}, 'From ', h('code', {}, from)),
    (['added', 'removed', 'changed'] as const).map(kind => {
      const names = [...rules[kind], ...files[kind]];
      return names.length === 0 ? null : h('p', {}, `${words(kind)}: ${names.join(', ')}`);
    })
  );

function tableView(api: Api, table: PolicyTable, counts: Counts): Child {
  const { title, file, settings, rules, name, effective_from, effective_until } = table;
  return [
    h(
      'header',
      {},
      h('button', { class: 'back', onclick: () => go('policies') }, '← Policies'),
      h('h2', {}, title),
      h('p', { class: 'note' }, h('code', {}, file))
    ),
    facts([
      ['From', effective_from],
      ['Until', effective_until]
    ]),
    h('h3', {}, 'Settings'),
    Object.keys(settings).length === 0
      ? h('p', { class: 'note' }, 'None.')
      : facts(Object.entries(settings).map(([key, value]) => [words(key), shown(value)])),
    h('h3', {}, 'Rules, in the order in which they are tried'),
    h(
      'div',
      { class: 'rules' },
      rules.map(rule => ruleView(rule, file, counts.get(`${name} ${rule.id}`) ?? 0))
    ),
    sandbox(api, table, table.baseline)
  ];
}

const ruleView = (
  { id, ref, line, why, decision, reason, fires, near_misses }: PolicyRule,
  file: string,
  count: number
) =>
  h(
    'details',
    { class: 'rule', id: `rule-${id}` },
    h(
      'summary',
      {},
      h('span', { class: 'number' }, ref),
      h('span', { class: 'grow' }, words(id)),
      badge(decision),
      h('small', { title: 'Decisions in the last 30 days' }, `${count} ×`)
    ),
    h('p', {}, why),
    facts([
      ['Reason', words(reason)],
      ['Where', h('code', {}, `${file}:${line}`)]
    ]),
    examples('Fires for', fires),
    examples('Just missed by', near_misses)
  );

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
