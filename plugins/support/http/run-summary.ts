import { groupBy } from '../../../core/index.js';
import type { HttpRoute } from '../../../core/http/index.js';
import type { Grouping, Row } from '../../../core/store/index.js';
import { ESCALATION_REASONS, REFUSAL_REASONS, STATES } from '../enumerations.js';
import type { Caller } from '../keys.js';
import type { Narrowing } from '../records/narrowed.js';
import { broken } from './failures.js';
import { type Filters, filterSchema, momentOf, narrowingOf, requireScope } from './listing.js';
import { reference } from './schemas/parts.js';
import type { SupportService } from './service.js';

/** Characters of a timestamp that tell intervals apart, their length in milliseconds, and how many are shown where no time is given. */
const INTERVALS = {
  minute: { first: 16, ms: 60_000, usual: 60 },
  hour: { first: 13, ms: 3_600_000, usual: 24 },
  day: { first: 10, ms: 86_400_000, usual: 30 }
} as const;
const MOST_INTERVALS = 200;

/** In milliseconds: a quantile is exact to the step it falls into. */
const DURATIONS = [
  0, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000, 7_000, 10_000,
  15_000, 20_000, 30_000, 60_000, 120_000
];
const CONFIDENCES = Array.from({ length: 10 }, (_, i) => i / 10);

/** What runs are listed and counted by. */
export const runFilters = (intents: readonly string[]): Filters => ({
  equal: {
    conversation_id: { type: 'string', maxLength: 64 },
    state: { enum: STATES },
    intent: { enum: intents },
    escalation_reason: { enum: ESCALATION_REASONS },
    refusal_reason: { enum: REFUSAL_REASONS },
    verification_passed: { type: 'boolean', description: 'False: the composed reply was withheld.' }
  },
  limits: {
    confidence_from: { field: 'confidence', is: '>=' },
    confidence_below: { field: 'confidence', is: '<' }
  },
  timed: ['run_id', 'run']
});

interface SummaryQuery extends Readonly<Record<string, unknown>> {
  readonly interval: keyof typeof INTERVALS;
  readonly conversation_id?: string;
}

/** Runs counted over time: the store counts, and no run is read. */
export function runSummaryRoute({ records, now }: SupportService, intents: readonly string[]): HttpRoute<Caller> {
  const filters = runFilters(intents);
  return {
    method: 'GET',
    path: '/v1/runs/summary',
    operationId: 'summariseRuns',
    summary: 'Outcomes, latency, reasons and feedback over time',
    tag: 'operations',
    query: filterSchema(filters, {
      interval: { enum: Object.keys(INTERVALS), default: 'hour', description: `At most ${MOST_INTERVALS} of them.` }
    }),
    replies: {
      200: { description: 'Counts by interval; one without any is left out.', schema: reference('RunSummary') }
    },
    async handle({ caller, query }) {
      requireScope(caller);
      const { interval, conversation_id } = query as SummaryQuery;
      const { first, ms, usual } = INTERVALS[interval];
      const until = momentOf(query, 'until') ?? now().toISOString();
      const since = momentOf(query, 'since') ?? new Date(Date.parse(until) - usual * ms).toISOString();
      if (Date.parse(until) - Date.parse(since) > ms * MOST_INTERVALS)
        throw broken('interval', `at most ${MOST_INTERVALS} between since and until`);
      const asked = { ...query, since, until };
      const runs = narrowingOf(filters, asked);
      const rated = narrowingOf({ equal: { conversation_id: {} } }, { since, until, conversation_id });
      const at = { field: 'created_at', as: 'at', first } as const;
      const count = (by: readonly Grouping[], from: 'runs' | 'feedback' = 'runs', narrowing: Narrowing = runs) =>
        records.count(from, caller.tenant, narrowing, by);
      const [kinds, durations, confidences, ratings] = await Promise.all([
        count([at, 'state', 'intent', 'escalation_reason', 'refusal_reason', 'verification_passed']),
        count([at, { field: 'duration_ms', as: 'step', bounds: DURATIONS }]),
        count([{ field: 'confidence', as: 'step', bounds: CONFIDENCES }]),
        count([at, 'helpful'], 'feedback', rated)
      ]);
      const over = (rows: readonly Row[], of: (row: Row) => unknown) => counted(rows, of, first);
      return {
        status: 200,
        body: {
          since,
          until,
          interval,
          states: over(kinds, row => row['state']),
          intents: over(kinds, row => row['intent']),
          escalations: over(kinds, row => row['escalation_reason']),
          refusals: over(kinds, row => row['refusal_reason']),
          questions: over(kinds, row => (row['state'] === 'clarifying' ? row['intent'] : null)),
          withheld: over(kinds, row => (row['verification_passed'] === false ? 'withheld' : null)),
          feedback: over(ratings, row => (row['helpful'] === true ? 'helpful' : 'unhelpful')),
          latency: latencies(durations, first),
          confidence: CONFIDENCES.map((from, i) => ({
            from,
            count: sum(confidences.filter(row => Math.max(1, Number(row['step'])) === i + 1))
          }))
        }
      };
    }
  };
}

const sum = (rows: readonly Row[]) => rows.reduce((total, row) => total + Number(row['count']), 0);

/** The beginning of an interval, of what its timestamps begin with. */
const begins = (prefix: unknown, first: number): string => `${String(prefix)}${'T00:00:00.000Z'.slice(first - 10)}`;

/** Counts of each value in each interval, in order. */
function counted(rows: readonly Row[], of: (row: Row) => unknown, first: number) {
  const counts = new Map<string, { at: string; value: string; count: number }>();
  for (const row of rows) {
    const value = of(row);
    if (typeof value !== 'string') continue;
    const at = begins(row['at'], first);
    const known = counts.get(`${at} ${value}`);
    if (known === undefined) counts.set(`${at} ${value}`, { at, value, count: Number(row['count']) });
    else known.count += Number(row['count']);
  }
  return [...counts.values()].sort((a, b) => (`${a.at} ${a.value}` < `${b.at} ${b.value}` ? -1 : 1));
}

/** Half of the runs of an interval were faster than p50, and nineteen of twenty than p95. */
function latencies(rows: readonly Row[], first: number) {
  const all = { at: null, ...quantiles(rows) };
  const each = [...groupBy(rows, row => String(row['at']))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([at, own]) => ({ at: begins(at, first), ...quantiles(own) }));
  return rows.length === 0 ? [] : [all, ...each];
}

const quantiles = (rows: readonly Row[]) => ({ p50: quantile(rows, 0.5), p95: quantile(rows, 0.95) });

/** As if the values of a step lay evenly between its ends. */
function quantile(rows: readonly Row[], share: number): number {
  const sorted = rows.toSorted((a, b) => Number(a['step']) - Number(b['step']));
  let left = share * sum(rows);
  for (const row of sorted) {
    const [step, count] = [Number(row['step']), Number(row['count'])];
    const from = DURATIONS[step - 1] ?? 0;
    const to = DURATIONS[step] ?? from * 2;
    if (left <= count) return Math.round((from + ((to - from) * left) / count) * 10) / 10;
    left -= count;
  }
  return 0;
}
