import { currentContext } from './context.js';
import { LOG_LEVELS, type Log, type LogLevel } from './log.js';
import type { Attributes } from './metrics.js';

export interface LogRecord {
  readonly level: LogLevel;
  readonly event: string;
  /** Those of the surrounding request included. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface Measurement {
  readonly name: string;
  readonly unit: string;
  readonly kind: 'counter' | 'distribution';
  readonly value: number;
  readonly attributes: Attributes;
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
