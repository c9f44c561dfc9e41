import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

/** Percentiles in milliseconds; null when nothing was recorded in the window. Off by at most one per cent. */
export interface Percentiles {
  readonly p50: number | null;
  readonly p90: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
}

const SLICES = 6;
const SLICE_MS = 10_000;
/** How far back the percentiles reach, in milliseconds. */
export const WINDOW_MS = SLICES * SLICE_MS;
/** Microseconds; two figures keep a histogram at some kilobytes. */
const RANGE = { lowest: 1, highest: 3_600_000_000, figures: 2 } as const;

/** Durations of the last minute. Recording costs well under a microsecond; old slices go as a whole. */
export class SlidingLatency {
  readonly #slices: (RecordableHistogram | undefined)[] = new Array(SLICES).fill(undefined);
  #current: RecordableHistogram | undefined;
  #slice = -1;
  /** Of all time, for exporters that take sums. */
  count = 0;
  sumMs = 0;

  /** `now` is any monotonic clock in milliseconds, the same for every call. */
  record(ms: number, now: number): void {
    this.count++;
    this.sumMs += ms;
    this.#turn(now);
    this.#current ??= this.#slices[this.#slice % SLICES] = createHistogram(RANGE);
    this.#current.record(Math.min(Math.max(1, Math.round(ms * 1000)), RANGE.highest));
  }

  percentiles(now: number): Percentiles {
    this.#turn(now);
    const used = this.#slices.filter(slice => slice !== undefined);
    if (used.length === 0) return { p50: null, p90: null, p95: null, p99: null };
    const all = createHistogram(RANGE);
    for (const slice of used) all.add(slice);
    const at = (share: number) => all.percentile(share) / 1000;
    return { p50: at(50), p90: at(90), p95: at(95), p99: at(99) };
  }

  #turn(now: number): void {
    const slice = Math.floor(now / SLICE_MS);
    if (slice === this.#slice) return;
    const passed = Math.min(slice - this.#slice, SLICES);
    for (let i = 0; i < passed; i++) this.#slices[(slice - i) % SLICES] = undefined;
    this.#slice = slice;
    this.#current = undefined;
  }
}
