import { type Child, h, show } from '../../shared/dom.js';
import type { Api } from '../frame/api.js';
import { age, milliseconds, moment, tail, words } from '../frame/format.js';
import { badge, every, facts, go, link, loaded, loading, notice, type Page } from '../frame/page.js';
import type { RunRow, Trace } from '../frame/types.js';
import { PagedRows } from '../lists/paged.js';
import { RowList } from '../lists/row-list.js';
import { type Bucket, bucketsOf, countChart, countsOf, latencyChart, outcomeChart } from '../parts/charts.js';
import { traceView } from '../parts/trace-view.js';

const REFRESH_MS = 4_000;
const STATES = ['answered', 'clarifying', 'escalated', 'refused', 'failed'];
const SPANS: Readonly<Record<string, number>> = {
  'last hour': 3_600_000,
  'last day': 86_400_000,
  'last week': 604_800_000
};

interface Feedback {
  readonly helpful: number;
  readonly unhelpful: number;
}

/** What the agent did: every run, with its trace, and what they come to together. */
export function runsPage(api: Api): Page {
  const detail = h('section', { class: 'detail', 'aria-label': 'Run' });
  const charts = h('div', { class: 'charts' });
  const count = h('p', { class: 'note', role: 'status' });
  const empty = h('div', { class: 'empty' });
  let filters: Readonly<Record<string, string>> = {};
  let stretch: Bucket | undefined;
  let reason: string | undefined;
  let chosen: string | undefined;
  let feedback: Feedback | undefined;

  const runs = new PagedRows<RunRow>(
    api,
    'v1/runs',
    row => row.run_id,
    () => draw()
  );
  const list = new RowList<RunRow>({
    label: 'Runs',
    rowHeight: 60,
    idOf: row => row.run_id,
    view: runRow,
    onOpen: row => to({ ...filters }, row.run_id),
    onEnd: () => void runs.more().catch(() => undefined)
  });
  const to = (query: Readonly<Record<string, string>>, id?: string) => {
    const text = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
    go(`runs${id === undefined ? '' : `/${id}`}${text === '' ? '' : `?${text}`}`);
  };
  const draw = () => {
    const rows = runs.rows.filter(({ created_at, escalation_reason }) => {
      const at = Date.parse(created_at);
      return (
        (stretch === undefined || (at >= stretch.from && at < stretch.to)) &&
        (reason === undefined || escalation_reason === reason)
      );
    });
    list.set(rows);
    count.textContent = `${rows.length}${runs.complete ? '' : '+'} runs${reason === undefined ? '' : `, ${words(reason).toLowerCase()}`}${stretch === undefined ? '' : `, ${moment(new Date(stretch.from).toISOString())}`}`;
    show(empty, rows.length > 0 ? null : notice('No runs', 'Nothing was asked that fits these filters.'));
    if (chosen === undefined) drawCharts();
  };
  const drawCharts = () => {
    if (!runs.known) return show(charts, loading());
    const buckets = bucketsOf(runs.rows);
    const withheld = runs.rows.filter(({ verification_passed }) => verification_passed === false).length;
    show(
      charts,
      outcomeChart(buckets, bucket => ((stretch = stretch?.from === bucket.from ? undefined : bucket), draw())),
      latencyChart(buckets),
      countChart(
        'Handed over because',
        countsOf(runs.rows, run => run.escalation_reason),
        name => ((reason = reason === name ? undefined : name), draw())
      ),
      countChart(
        'Asked for',
        countsOf(runs.rows, run => run.intent),
        intent => to({ ...filters, intent })
      ),
      h(
        'figure',
        {},
        h('figcaption', {}, 'Also'),
        facts([
          ['Replies withheld', String(withheld)],
          ['Questions asked', String(runs.rows.filter(({ state }) => state === 'clarifying').length)],
          [
            'Found helpful',
            feedback === undefined ? null : `${feedback.helpful} of ${feedback.helpful + feedback.unhelpful}`
          ]
        ])
      )
    );
  };
  const select = (name: string, label: string, options: readonly string[]) =>
    h(
      'label',
      {},
      label,
      ' ',
      h(
        'select',
        { name, onchange: (event: Event) => to({ ...filters, [name]: (event.target as HTMLSelectElement).value }) },
        h('option', { value: '' }, 'all'),
        ...options.map(each => h('option', { value: each }, words(each)))
      )
    );
  const controls = h(
    'div',
    { class: 'bar filters' },
    select('state', 'State', STATES),
    select('span', 'Time', Object.keys(SPANS)),
    h(
      'button',
      { class: 'quiet', onclick: () => ((stretch = undefined), (reason = undefined), to({}), draw()) },
      'Clear'
    )
  );
  const begin = () => {
    const { span, ...equal } = filters;
    const length = SPANS[span ?? ''];
    const since = length === undefined ? undefined : new Date(Date.now() - length).toISOString();
    void loaded(
      empty,
      () => runs.begin({ ...equal, since }),
      () => empty.firstElementChild
    );
    void api.get<Feedback>('v1/feedback/summary').then(
      found => ((feedback = found), draw()),
      () => undefined
    );
  };
  const stop = every(REFRESH_MS, () => runs.refresh());
  let asked = '?';
  return {
    element: h(
      'div',
      { class: 'split' },
      h(
        'section',
        { class: 'master', 'aria-label': 'List' },
        h('h1', {}, 'Runs'),
        controls,
        count,
        list.element,
        empty
      ),
      detail
    ),
    visit([id], query) {
      filters = Object.fromEntries(query);
      for (const each of controls.querySelectorAll('select')) each.value = filters[each.name] ?? '';
      if (query.toString() !== asked) {
        asked = query.toString();
        begin();
      }
      detail.parentElement!.classList.toggle('opened', id !== undefined);
      list.select(id);
      chosen = id;
      if (id === undefined) {
        show(detail, h('h2', {}, 'Together'), charts);
        drawCharts();
      } else
        void loaded(
          detail,
          () => api.get<Trace>(`v1/runs/${id}/trace`),
          trace =>
            runView(
              trace,
              runs.rows.find(row => row.run_id === id),
              () => to(filters)
            )
        );
    },
    leave: stop
  };
}

const runRow = ({ intent, state, duration_ms, created_at, confidence, conversation_id }: RunRow): Child => [
  h('span', { class: 'line' }, h('strong', {}, words(intent)), h('span', { class: 'end' }, age(created_at))),
  h(
    'span',
    { class: 'line faint' },
    badge(state),
    ` ${milliseconds(duration_ms)} · sure ${confidence.toFixed(2)} · ${tail(conversation_id)}`
  )
];

const runView = (trace: Trace, run: RunRow | undefined, back: () => void): Child => [
  h(
    'header',
    {},
    h('button', { class: 'back always', onclick: back }, '← All runs'),
    h('h2', {}, run === undefined ? 'Run' : words(run.intent)),
    h('p', { class: 'note' }, h('code', {}, trace.run_id))
  ),
  run === undefined
    ? null
    : facts([
        ['State', badge(run.state)],
        ['At', moment(run.created_at)],
        ['Took', milliseconds(run.duration_ms)],
        ['Composed by', run.provider],
        ['Files', h('code', {}, run.policy_revision)],
        ['Ticket', run.ticket_id === null ? null : link(`tickets/${run.ticket_id}?status=`, tail(run.ticket_id))],
        ['Conversation', link(`runs?conversation_id=${run.conversation_id}`, tail(run.conversation_id))]
      ]),
  traceView(trace)
];
