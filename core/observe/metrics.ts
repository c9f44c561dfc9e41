import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import type { Measurement, MetricsObserver, Observable } from './observers.js';

/** Names to short closed values: a state, a tool, a port. Never an id, never text from outside. */
export type Attributes = Readonly<Record<string, string | number>>;

export interface Counter {
  add(count: number, attributes?: Attributes): void;
}

export interface Distribution {
  /** In the unit the instrument was made with; fractions below a thousandth are rounded, what is no number is left out. */
  record(value: number, attributes?: Attributes): void;
}

export interface MetricSeries {
  readonly name: string;
  readonly unit: string;
  readonly attributes: Attributes;
  /** Total of a counter, or number of values of a distribution. */
  readonly count: number;
  readonly distribution?: {
    readonly sum: number;
    readonly p50: number;
    readonly p95: number;
    readonly p99: number;
    readonly max: number;
  };
}

/** In-process instruments. Recording costs well under a microsecond; exporters read `snapshot`, or observe. */
export class Metrics {
  readonly #observers: MetricsObserver[] = [];
  readonly #observables: Observable[] = [];
  readonly #counters = new Map<string, { name: string; attributes: Attributes; count: number }>();
  readonly #distributions = new Map<
    string,
    { name: string; unit: string; attributes: Attributes; histogram: RecordableHistogram; sum: number }
  >();

  counter(name: string): Counter {
    return {
      add: (count, attributes = {}) => {
        const key = seriesKey(name, attributes);
        const series = this.#counters.get(key);
        if (series === undefined) this.#counters.set(key, { name, attributes, count });
        else series.count += count;
        this.show({ name, unit: '1', kind: 'counter', value: count, attributes });
      }
    };
  }

  distribution(name: string, unit: string): Distribution {
    return {
      record: (value, attributes = {}) => {
        if (!Number.isFinite(value)) return;
        const key = seriesKey(name, attributes);
        let series = this.#distributions.get(key);
        if (series === undefined)
          this.#distributions.set(key, (series = { name, unit, attributes, histogram: createHistogram(), sum: 0 }));
        // The histogram holds whole numbers from 1; thousandths keep short durations apart.
        series.histogram.record(Math.min(Math.max(1, Math.round(value * 1000)), Number.MAX_SAFE_INTEGER));
        series.sum += value;
        this.show({ name, unit, kind: 'distribution', value, attributes });
      }
    };
  }

  /** Shows observers a measurement whose maker keeps the figures itself: no snapshot has it. */
  show(measurement: Measurement): void {
    for (const observer of this.#observers) observer.measured(measurement);
  }

  /** Lets observers read what somebody else keeps, whenever they export. No snapshot has it. */
  expose(observable: Observable): void {
    this.#observables.push(observable);
    for (const observer of this.#observers) observer.exposed(observable);
  }

  observe(observer: MetricsObserver): void {
    this.#observers.push(observer);
    for (const observable of this.#observables) observer.exposed(observable);
  }

  /** Whether anybody looks, for those whose measurements nobody else would need. */
  get observed(): boolean {
    return this.#observers.length > 0;
  }

  snapshot(): readonly MetricSeries[] {
    const counters = [...this.#counters.values()].map(({ name, attributes, count }) => ({
      name,
      unit: '1',
      attributes,
      count
    }));
    const distributions = [...this.#distributions.values()].map(({ name, unit, attributes, histogram, sum }) => ({
      name,
      unit,
      attributes,
      count: Number(histogram.count),
      distribution: {
        sum,
        p50: histogram.percentile(50) / 1000,
        p95: histogram.percentile(95) / 1000,
        p99: histogram.percentile(99) / 1000,
        max: histogram.max / 1000
      }
    }));
    return [...counters, ...distributions];
  }
}

/** The same for equal attributes, whatever their order. */
const seriesKey = (name: string, attributes: Attributes) => {
  let key = name;
  for (const attribute of Object.keys(attributes).sort()) key += `\0${attribute}\0${attributes[attribute]}`;
  return key;
};
