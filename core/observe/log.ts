import { inspect } from 'node:util';
import { once, winstonPackage } from '../packages.js';
import { currentContext } from './context.js';

export const LOG_LEVELS = ['debug', 'info', 'warning', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Structured logs. `event` is a stable dotted name, `fields` hold ids, counts and codes: never message text,
 * never a secret. Inside a request `request_id` and `session_id` are added.
 */
export interface Log {
  debug(event: string, fields?: object): void;
  info(event: string, fields?: object): void;
  warning(event: string, fields?: object): void;
  error(event: string, fields?: object): void;
}

export interface LogOptions {
  readonly level: LogLevel;
  readonly format: 'json' | 'text';
  readonly service: string;
}

/** Writes one line per record to stderr, so that stdout stays free for protocols and results. */
export function createLog({ level, format: shape, service }: LogOptions): Log {
  const levels = { error: 0, warning: 1, info: 2, debug: 3 };
  const logger = once(() => {
    const { createLogger, format, transports } = winstonPackage();
    return createLogger({
      levels,
      level,
      format: shape === 'json' ? format.json({ replacer: printable }) : format.printf(textLine),
      transports: [new transports.Console({ stderrLevels: [...LOG_LEVELS] })]
    });
  });
  const threshold = levels[level];
  // Not spread: what a spread object is given more fields has a hidden class of its own, and each costs half a microsecond.
  const record = (at: LogLevel, event: string, fields: object) =>
    Object.assign({}, currentContext(), fields, { level: at, message: event, ts: new Date().toISOString(), service });
  const write = (at: LogLevel) =>
    // winston formats even what it then drops, so disabled levels must not reach it.
    levels[at] > threshold
      ? () => {}
      : (event: string, fields: object = {}) => {
          try {
            logger().log(record(at, event, fields));
          } catch (error) {
            // A field that cannot be read must not end what is being logged.
            logger().log(record(at, event, { unprintable: String(error) }));
          }
        };
  return { debug: write('debug'), info: write('info'), warning: write('warning'), error: write('error') };
}

/** `log` whose records carry `about` too. */
export function logAbout(log: Log, about: object): Log {
  const write = (at: LogLevel) => (event: string, fields?: object) => log[at](event, Object.assign({}, about, fields));
  return { debug: write('debug'), info: write('info'), warning: write('warning'), error: write('error') };
}

/** JSON has no form for these. */
const printable = (_key: string, value: unknown) =>
  typeof value === 'bigint' ? value.toString() : value instanceof Error ? value.message : value;

/** For tests and commands that report in another way. */
export const silentLog: Log = { debug() {}, info() {}, warning() {}, error() {} };

function textLine({ level, message, ts, service: _service, ...fields }: Record<string, unknown>): string {
  const rest = Object.entries(fields).map(([key, value]) => `${key}=${textValue(value)}`);
  return [ts, String(level).toUpperCase(), message, ...rest].join(' ');
}

/** On one line whatever it holds. */
function textValue(value: unknown): string {
  const shown = value instanceof Error ? value.message : value;
  if (typeof shown === 'string' && /^[^\s"']+$/.test(shown)) return shown;
  return inspect(shown, { breakLength: Infinity, depth: 4 }).replace(/\s*\n\s*/g, ' ');
}
