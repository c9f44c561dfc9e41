import { currentContext } from './context.js';
import { LOG_LEVELS, type Log, type LogLevel } from './log.js';
import type { Attributes } from './metrics.js';

export interface LogRecord {
  readonly level: LogLevel;
  readonly event: string;
  /** Those of the surrounding request included. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** W3C trace context of the work that it is about, where that is traced. */
  readonly traceparent?: string;
}

export interface Measurement {
  readonly name: string;
  readonly unit: string;
  readonly kind: 'counter' | 'distribution';
  readonly value: number;
  readonly attributes: Attributes;
}

/** Figures that their owner keeps: totals since the start, or what there is at the moment. */
export interface Observable {
  readonly name: string;
  readonly unit: string;
  readonly kind: 'counter' | 'gauge';
  /** One value for each set of attributes. Returns at once and never throws. */
  read(): Iterable<{ readonly value: number; readonly attributes: Attributes }>;
}

/** Sees what is measured. Its methods return at once and never throw. */
export interface MetricsObserver {
  measured(measurement: Measurement): void;
  /** Called once for each, also for those that were exposed before it came. */
  exposed(observable: Observable): void;
}

/** Sees log records as they are written. Returns at once and never throws. */
export type LogObserver = (record: LogRecord) => void;

/** `log`, which shows each record from `level` on to the observers too; they may be added later. */
export function observedLog(log: Log, level: LogLevel, observers: readonly LogObserver[]): Log {
  const threshold = LOG_LEVELS.indexOf(level);
  const write = (at: LogLevel) => {
    if (LOG_LEVELS.indexOf(at) < threshold) return log[at];
    return (event: string, fields: object = {}) => {
      log[at](event, fields);
      if (observers.length === 0) return;
      const record = { level: at, event, fields: { ...currentContext(), ...fields } };
      for (const observe of observers) observe(record);
    };
  };
  return { debug: write('debug'), info: write('info'), warning: write('warning'), error: write('error') };
}
