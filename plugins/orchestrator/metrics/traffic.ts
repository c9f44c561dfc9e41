import type { RecordableHistogram } from 'node:perf_hooks';
import { OUTCOMES, type Outcome } from '../upstream/outcome.js';
import { newHistogram, recordMs, SlidingLatency } from './sliding-latency.js';

/** Methods that are counted by name; callers could make up others without end. */
const METHODS: ReadonlySet<string> = new Set([
  'server/discover',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'subscriptions/listen'
]);
/** The method's name, or one for all that are not known. */
export const countedMethod = (method: string): string => (METHODS.has(method) ? method : 'other');
const MOST_TOOLS = 500;

export type OutcomeCounts = Readonly<Record<Outcome, number>>;

/** How the calls of one tool ended. A slow call that succeeded is counted twice: as `ok` and as slow. */
export interface ToolTraffic {
  readonly outcomes: Record<Outcome, number>;
  slow: number;
  /** Of the calls that were answered, in microseconds, since the start. */
  readonly latency: RecordableHistogram;
}

/** One attempt that has ended. `ms` is how long it took. */
export interface RecordedAttempt {
  readonly method: string;
  readonly tool: string | undefined;
  readonly outcome: Outcome;
  readonly ms: number;
  readonly slow: boolean;
}

const none = (): Record<Outcome, number> =>
  Object.fromEntries(OUTCOMES.map(outcome => [outcome, 0])) as Record<Outcome, number>;

/** What was sent to one server, and how it ended. */
export class Traffic {
  /** Attempts that are under way. */
  pending = 0;
  /** Attempts that were made here because another server had failed. */
  retries = 0;
  /** Those of them that were answered. */
  failovers = 0;
  readonly latency = new SlidingLatency();
  readonly #methods = new Map<string, Record<Outcome, number>>();
  readonly #tools = new Map<string, ToolTraffic>();

  /** `now` is a monotonic clock in milliseconds. */
  record({ method, tool, outcome, ms, slow }: RecordedAttempt, now: number): void {
    const name = countedMethod(method);
    let counts = this.#methods.get(name);
    if (counts === undefined) this.#methods.set(name, (counts = none()));
    counts[outcome]++;
    if (outcome !== 'cancelled' && outcome !== 'connect_failed') this.latency.record(ms, now);
    if (tool !== undefined) this.#recordTool({ tool, outcome, ms, slow });
  }

  get methods(): ReadonlyMap<string, OutcomeCounts> {
    return this.#methods;
  }

  get tools(): ReadonlyMap<string, Readonly<ToolTraffic>> {
    return this.#tools;
  }

  #recordTool({ tool, outcome, ms, slow }: Omit<RecordedAttempt, 'method' | 'tool'> & { readonly tool: string }): void {
    let traffic = this.#tools.get(tool);
    if (traffic === undefined) {
      if (this.#tools.size >= MOST_TOOLS) return;
      this.#tools.set(tool, (traffic = { outcomes: none(), slow: 0, latency: newHistogram() }));
    }
    traffic.outcomes[outcome]++;
    if (outcome === 'ok' || outcome === 'tool_error') recordMs(traffic.latency, ms);
    if (slow && outcome === 'ok') traffic.slow++;
  }
}
