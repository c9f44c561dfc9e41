import { type Child, h, show } from '../../shared/dom.js';
import type { Api } from '../frame/api.js';
import { age, milliseconds, moment, number, tail, words } from '../frame/format.js';
import { badge, facts, go, link, loading, notice, type Page } from '../frame/page.js';
import type { Count, RunRow, RunSummary, Trace } from '../frame/types.js';
import { addressOf, BESIDE, listPage } from '../lists/list-page.js';
import { chart, type Period } from '../parts/charts.js';
import { traceView } from '../parts/trace-view.js';

const STATES = ['answered', 'clarifying', 'escalated', 'refused', 'failed'];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SPANS: Readonly<Record<string, number>> = {
  'last hour': HOUR,
  'last day': DAY,
  'last week': 7 * DAY,
  'last month': 30 * DAY
};
const USUAL_SPAN = 'last day';
const INTERVALS = { minute: MINUTE, hour: HOUR, day: DAY } as const;

type Filters = Readonly<Record<string, string>>;

/** What the agent did: every run, with its trace, and what they come to together. */
export function runsPage(api: Api): Page {
  const charts = h('div', { class: 'charts' }, loading());
  const total = h('small', {});
  const narrowed = h('p', { class: 'bar chips' });
  let filters: Filters = {};
  let summary: RunSummary | undefined;

  const to = (more: Filters, without: readonly string[] = []) => {
    const kept = Object.entries(filters).filter(([name]) => !without.includes(name));
    return addressOf('runs', { ...Object.fromEntries(kept), ...more });
  };
  const draw = () => {
    if (summary === undefined) return show(charts, loading());
    total.textContent = ` ${number(summary.states.reduce((sum, { count }) => sum + count, 0))} runs`;
    show(charts, ...chartsOf(summary, to));
  };
  const summarise = async () => {
    const asked = filters;
    const { since, until, interval } = timeOf(filters);
    const found = await api.get<RunSummary>('v1/runs/summary', { ...equalOf(filters), since, until, interval });
    if (asked !== filters || JSON.stringify(found.states) === JSON.stringify(summary?.states)) return;
    summary = found;
    for (const { value } of found.intents) offer(value);
    draw();
  };
  const select = (name: string, label: string, options: readonly string[], first: string) => {
    const onchange = (event: Event) =>
      go(to({ [name]: (event.target as HTMLSelectElement).value }, name === 'span' ? ['since', 'until'] : []));
    const of = options.map(each => h('option', { value: each === first ? '' : each }, words(each)));
    return h('label', {}, label, ' ', h('select', { name, onchange }, ...of));
  };
  const selects = [
    select('span', 'Time', Object.keys(SPANS), USUAL_SPAN),
    select('state', 'State', ['all', ...STATES], 'all'),
    select('intent', 'Wish', ['all'], 'all')
  ];
  const wishes = selects[2]!.querySelector('select')!;
  /** Those that were met so far can be chosen. */
  const offer = (intent: string) => {
    if (intent === '' || [...wishes.options].some(({ value }) => value === intent)) return;
    wishes.append(h('option', { value: intent }, words(intent)));
  };
  return listPage<RunRow, Trace>({
    api,
    place: 'runs',
    title: 'Runs',
    one: 'Run',
    rowHeight: 60,
    idOf: row => row.run_id,
    row: runRow,
    controls: [
      h('div', { class: 'bar filters' }, selects),
      narrowed,
      h('button', { class: 'back beside', onclick: () => go(addressOf('runs', filters, BESIDE)) }, 'Charts →')
    ],
    query: given => ({ ...equalOf(given), ...pick(timeOf(given), ['since', 'until']) }),
    told: ({ rows, complete }) => `${number(rows.length)}${complete ? ' runs' : ' runs read, and more'}`,
    empty: () => notice('No runs', 'Nothing was asked that fits these filters in this time.'),
    async onFilters(given) {
      filters = given;
      offer(given['intent'] ?? '');
      for (const each of selects.map(label => label.querySelector('select')!)) each.value = given[each.name] ?? '';
      const chips = Object.entries(given).filter(
        ([name, value]) => !['span', 'state', 'intent', 'until'].includes(name) && value !== ''
      );
      show(
        narrowed,
        ...chips.map(([name, value]) => {
          const text = name === 'since' ? `From ${moment(value)}` : `${words(name)}: ${words(value)}`;
          return h(
            'a',
            { class: 'chip', href: `#/${to({}, name === 'since' ? ['since', 'until'] : [name])}` },
            text,
            h('span', { 'aria-hidden': true }, ' ✕'),
            h('span', { class: 'unseen' }, ', remove')
          );
        })
      );
      summary = undefined;
      draw();
      await summarise().catch((error: unknown) => show(charts, notice('No charts', (error as Error).message)));
    },
    onRefresh: summarise,
    load: id => api.get<Trace>(`v1/runs/${id}/trace`),
    view: (trace, run) => runView(trace, run, () => go(to({}))),
    idle: () => [
      h(
        'header',
        {},
        h('button', { class: 'back', onclick: () => go(to({})) }, '← Runs'),
        h('h2', {}, 'Together', total)
      ),
      charts
    ]
  });
}

const pick = (from: Filters, names: readonly string[]): Filters =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));

/** What is asked for beside the time. */
const equalOf = (filters: Filters): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !['span', 'since', 'until'].includes(name)));

/** The time that the filters name, and the interval of its bars. The beginning lies on a full interval, so that lists stay the same for a while. */
function timeOf({ span = '', since, until }: Filters): {
  since: string;
  until?: string;
  interval: keyof typeof INTERVALS;
} {
  const length =
    since !== undefined && until !== undefined
      ? Date.parse(until) - Date.parse(since)
      : (SPANS[span === '' ? USUAL_SPAN : span] ?? DAY);
  const interval = length <= 2 * HOUR ? 'minute' : length <= 3 * DAY ? 'hour' : 'day';
  if (since !== undefined && until !== undefined) return { since, until, interval };
  const size = INTERVALS[interval];
  return { since: new Date((Math.floor((Date.now() - length) / size) + 1) * size).toISOString(), interval };
}

/** Each bar leads to its runs, and each kind too. */
function chartsOf(summary: RunSummary, to: (more: Filters, without?: readonly string[]) => string): readonly Child[] {
  const { since, until, interval, latency } = summary;
  const period: Period = { since: Date.parse(since), until: Date.parse(until), interval: INTERVALS[interval] };
  const of = (
    title: string,
    counts: readonly Count[],
    its: { all?: Filters; by?: string; kinds?: readonly string[] }
  ) =>
    chart({
      title,
      counts,
      period,
      ...(its.kinds !== undefined && { kinds: its.kinds }),
      address: target =>
        'kind' in target
          ? its.by === undefined
            ? undefined
            : to({ ...its.all, [its.by]: target.kind })
          : to({ ...its.all, ...target }, ['span'])
    });
  const [all] = latency;
  const steps = latency.slice(1).flatMap(({ at, p50, p95 }) => [
    { at: at!, value: 'p50', count: p50 },
    { at: at!, value: 'p95', count: Math.max(0, p95 - p50) }
  ]);
  return [
    of('Outcomes', summary.states, { by: 'state', kinds: STATES }),
    chart({
      title: 'Latency',
      counts: steps,
      period,
      kinds: ['p50', 'p95'],
      address: target => ('kind' in target ? undefined : to(target, ['span'])),
      said: kind => milliseconds(all?.[kind as 'p50'] ?? 0),
      unit: milliseconds
    }),
    of('Handed over because', summary.escalations, { all: { state: 'escalated' }, by: 'escalation_reason' }),
    of('Asked back about', summary.questions, { all: { state: 'clarifying' }, by: 'intent' }),
    of('Refused because', summary.refusals, { all: { state: 'refused' }, by: 'refusal_reason' }),
    of('Replies withheld', summary.withheld, { all: { verification_passed: 'false' }, kinds: ['withheld'] }),
    of('Feedback', summary.feedback, { kinds: ['helpful', 'unhelpful'] }),
    of('Wishes', summary.intents, { by: 'intent' })
  ];
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
        ['Conversation', link(`runs?span=last+month&conversation_id=${run.conversation_id}`, tail(run.conversation_id))]
      ]),
  traceView(trace)
];
