import { h, show } from '../../shared/dom.js';
import type { Api } from '../frame/api.js';
import { age, words } from '../frame/format.js';
import { badge, every, go, loaded, notice, type Page } from '../frame/page.js';
import type { Policies, ReviewBlock, RuleCount } from '../frame/policy-types.js';
import { reviewView } from '../parts/review-view.js';
import { tableView } from '../parts/table-view.js';

const REFRESH_MS = 10_000;

/** In the place of a table's name. */
const REVIEW = '~review';

/** What is decided by which rule: tables, rules with their examples, settings, how often each decided. */
export function policiesPage(api: Api): Page {
  const list = h('nav', { class: 'tables', 'aria-label': 'Tables' });
  const state = h('div', { role: 'status' });
  const detail = h('section', { class: 'detail', tabindex: 0, 'aria-label': 'Table' });
  let policies: Policies | undefined;
  let counts: ReadonlyMap<string, RuleCount> = new Map();
  let at: readonly string[] = [];

  const load = async () => {
    const [found, summary] = await Promise.all([
      api.get<Policies>('v1/policies'),
      api.get<{ readonly rules: readonly RuleCount[] }>('v1/decisions/summary')
    ]);
    counts = new Map(summary.rules.map(each => [`${each.table} ${each.rule}`, each]));
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
      last_reload === null ? null : reloadView(last_reload, name === REVIEW),
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
    if (name === REVIEW) return review();
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
  const review = () => {
    const into = h('div');
    show(
      detail,
      h(
        'header',
        {},
        h('button', { class: 'back', onclick: () => go('policies') }, '← Policies'),
        h('h2', {}, 'What the last reload means'),
        h(
          'p',
          { class: 'note' },
          h('code', {}, policies!.last_reload?.from ?? ''),
          ' → ',
          h('code', {}, policies!.revision)
        )
      ),
      into
    );
    const read = () => api.get<{ readonly blocks: readonly ReviewBlock[] }>('v1/policies/review');
    void loaded(into, read, ({ blocks }) => reviewView(blocks));
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

/** What the last reload changed, by name, and the way to what it means. */
const reloadView = ({ at, from, files, rules }: NonNullable<Policies['last_reload']>, isOpen: boolean) => [
  h(
    'details',
    { class: 'note' },
    h('summary', {}, `Reloaded ${age(at)} ago`),
    h('p', {}, 'From ', h('code', {}, from)),
    (['added', 'removed', 'changed'] as const).map(kind => {
      const names = [...rules[kind], ...files[kind]];
      return names.length === 0 ? null : h('p', {}, `${words(kind)}: ${names.join(', ')}`);
    })
  ),
  h('a', { href: `#/policies/${REVIEW}`, 'aria-current': isOpen ? 'page' : null }, 'What it means for customers')
];
