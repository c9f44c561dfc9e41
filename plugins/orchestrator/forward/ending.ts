import { ApiError } from '../../../core/index.js';
import type { Failure, Outcome } from '../upstream/outcome.js';
import type { Stop } from './retry.js';

/** One attempt, as answers list it. */
export interface AttemptRecord {
  readonly server: string;
  readonly outcome: Outcome;
  readonly duration_ms: number;
}

const rounded = (ms: number) => Math.round(ms * 1000) / 1000;

/** What follows a result: the attempts and the time, to the closing brace. One character for each byte. */
export function ending(attempts: readonly AttemptRecord[], ms: number, explain: object | undefined): string {
  const explained = explain === undefined ? '' : `,"explain":${bytesOf(explain)}`;
  return `,"attempts":${listOf(attempts)},"duration_ms":${rounded(ms)}${explained}}`;
}

/** Written by hand, since names and outcomes need no escaping. */
function listOf(attempts: readonly AttemptRecord[]): string {
  let list = '';
  for (const { server, outcome, duration_ms } of attempts)
    list += `${list === '' ? '[' : ','}{"server":"${server}","outcome":"${outcome}","duration_ms":${duration_ms}}`;
  return `${list}]`;
}

const bytesOf = (value: object) => Buffer.from(JSON.stringify(value)).toString('latin1');

/** What the caller is told when no server has answered. */
export function failureAnswer(
  { outcome, reason }: Failure,
  stopped: Stop,
  attempts: readonly AttemptRecord[],
  explain: object | undefined
): ApiError {
  const detail = { attempts, stopped, reason, ...(explain === undefined ? {} : { explain }) };
  return outcome === 'timeout'
    ? new ApiError(504, 'upstream_timeout', 'No server answered in time.', detail)
    : new ApiError(502, 'upstream_error', SENTENCES[outcome], detail);
}

const SENTENCES: Readonly<Record<Exclude<Failure['outcome'], 'timeout'>, string>> = {
  connect_failed: 'The server could not be reached.',
  connection_lost: 'The connection to the server broke before it had answered.',
  unavailable: 'The server says that it cannot serve at the moment.',
  bad_response: 'What the server answered is not a JSON-RPC response.',
  cancelled: 'The caller has gone.'
};
