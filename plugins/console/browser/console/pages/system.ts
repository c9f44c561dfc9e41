import { type Child, h } from '../../shared/dom.js';
import type { Api } from '../frame/api.js';
import { age, milliseconds, moment, number, words } from '../frame/format.js';
import { badge, every, loaded, type Page, table } from '../frame/page.js';
import { PagedRows } from '../lists/paged.js';
import { RowList } from '../lists/row-list.js';

interface Tools {
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly requires_identity: boolean;
    readonly required_scopes: readonly string[];
    readonly allowed_intents: readonly string[];
    readonly risk: string;
  }[];
  readonly open_circuits: readonly string[];
}

interface Usage {
  readonly tools: readonly {
    readonly tool: string;
    readonly calls: number;
    readonly failed: number;
    readonly p50: number;
    readonly p95: number;
  }[];
}

interface Readiness {
  readonly status: string;
  readonly version: string;
  readonly policy_revision: string;
  readonly components: readonly { readonly name: string; readonly ready: boolean; readonly detail: string }[];
  readonly warnings: readonly string[];
}

interface AuditRow {
  readonly event_id: string;
  readonly key: string | null;
  readonly method: string;
  readonly route: string;
  readonly resource: string | null;
  readonly status: number;
  readonly created_at: string;
}

interface Keys {
  readonly keys: readonly {
    readonly key: string;
    readonly scopes: readonly string[];
    readonly expires_at: string | null;
    readonly last_used_at: string | null;
  }[];
}

const REFRESH_MS = 5_000;

/** Whether the service is well, what its tools may do, and who asked for what. */
export function systemPage(api: Api): Page {
  const health = h('section', { 'aria-label': 'Health' });
  const tools = h('section', { 'aria-label': 'Tools' });
  const keys = h('section', { 'aria-label': 'Keys' });
  const wait = h('div');
  const audit = new PagedRows<AuditRow>(
    api,
    'v1/audit',
    row => row.event_id,
    () => list.set(audit.rows)
  );
  const list = new RowList<AuditRow>({
    label: 'Audit',
    rowHeight: 36,
    idOf: row => row.event_id,
    view: auditRow,
    onOpen: row => list.select(row.event_id),
    onEnd: () => void audit.more().catch(() => undefined)
  });
  const ready = () => loaded(health, () => api.get<Readiness>('readyz'), healthView);
  const stop = every(REFRESH_MS, async () => {
    await ready();
    await audit.refresh();
  });
  return {
    element: h(
      'div',
      // Its parts are hidden while they load, and one scrolls by keys all the same.
      { class: 'page', tabindex: 0, role: 'region', 'aria-label': 'System' },
      h('h1', {}, 'System'),
      health,
      h('h2', {}, 'Tools'),
      tools,
      h('h2', {}, 'Keys'),
      keys,
      h('h2', {}, 'Audit'),
      wait,
      h('div', { class: 'audit' }, list.element)
    ),
    visit() {
      void ready();
      void loaded(tools, () => Promise.all([api.get<Tools>('v1/tools'), api.get<Usage>('v1/tools/usage')]), toolsView);
      void loaded(keys, () => api.get<Keys>('v1/keys'), keysView);
      void loaded(
        wait,
        () => audit.begin({}),
        () => null
      );
    },
    leave: stop
  };
}

const healthView = ({ status, version, policy_revision, components, warnings }: Readiness): Child => [
  h(
    'p',
    { class: 'verdict' },
    badge(status, status === 'ready' ? 'answered' : 'failed'),
    ` version ${version}, files `,
    h('code', {}, policy_revision)
  ),
  h(
    'ul',
    { class: 'components' },
    components.map(({ name, ready, detail }) =>
      h(
        'li',
        {},
        badge(ready ? 'ready' : 'not ready', ready ? 'answered' : 'failed'),
        ` ${words(name)} `,
        h('small', {}, detail)
      )
    )
  ),
  warnings.length === 0
    ? null
    : h(
        'ul',
        { class: 'wrong' },
        warnings.map(warning => h('li', {}, warning))
      )
];

const toolsView = ([{ tools, open_circuits }, usage]: readonly [Tools, Usage]): Child =>
  table(
    ['Tool', 'Risk', 'Identity', 'Scopes', 'For', 'Calls', 'Now'],
    tools.map(({ name, description, requires_identity, required_scopes, allowed_intents, risk }) => [
      [h('code', {}, name), h('p', { class: 'note' }, description)],
      badge(risk),
      requires_identity ? 'required' : 'no',
      required_scopes.join(', '),
      h(
        'span',
        { title: allowed_intents.map(words).join(', ') },
        allowed_intents.length === 1 ? words(allowed_intents[0]!) : `${allowed_intents.length} intents`
      ),
      usageOf(usage.tools.find(({ tool }) => tool === name)),
      open_circuits.includes(name) ? badge('unavailable', 'failed') : badge('available', 'answered')
    ])
  );

/** Of the instance that answers, since it was started. */
const usageOf = (used: Usage['tools'][number] | undefined): Child =>
  used === undefined
    ? '–'
    : [
        number(used.calls),
        used.failed === 0 ? null : [' ', badge(`${used.failed} failed`, 'failed')],
        h('p', { class: 'note' }, `${milliseconds(used.p50)}, p95 ${milliseconds(used.p95)}`)
      ];

const keysView = ({ keys }: Keys): Child =>
  table(
    ['Key', 'May', 'Until', 'Used last'],
    keys.map(({ key, scopes, expires_at, last_used_at }) => [
      h('code', {}, key),
      scopes.join(', '),
      expires_at === null ? 'for good' : moment(expires_at),
      last_used_at === null ? 'not yet' : `${age(last_used_at)} ago`
    ])
  );

const auditRow = ({ key, method, route, resource, status, created_at }: AuditRow): Child => [
  h(
    'span',
    { class: 'line' },
    h('code', {}, `${method} ${route}`),
    h('small', {}, resource ?? ''),
    h('span', { class: 'end' }, `${status} · key ${key ?? '–'} · ${age(created_at)}`)
  )
];
