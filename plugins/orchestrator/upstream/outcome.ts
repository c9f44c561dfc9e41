/** What became of one attempt. The first three are answers of the server, the others are not. */
export const OUTCOMES = [
  'ok',
  'tool_error',
  'rpc_error',
  'connect_failed',
  'connection_lost',
  'unavailable',
  'bad_response',
  'timeout',
  'cancelled'
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Outcomes that are no fault: an answer, or a caller that left. */
const FINE: ReadonlySet<Outcome> = new Set(['ok', 'tool_error', 'rpc_error', 'cancelled']);

/** Whether a request ended without an answer that somebody waited for. */
export const isUnanswered = (outcome: Outcome): boolean => !FINE.has(outcome);

/** The part of a server's answer that is passed on, as it came. One character for each byte. */
export interface Answer {
  readonly outcome: 'ok' | 'tool_error' | 'rpc_error';
  readonly member: 'result' | 'error';
  readonly text: string;
  /** The same, parsed. */
  readonly value: unknown;
}

export interface Failure {
  readonly outcome: Exclude<Outcome, Answer['outcome']>;
  /** Safe to show: a code or a status, never anything a server wrote. */
  readonly reason: string;
}

/**
 * Whether an attempt speaks against its server. An error that it answered with does not, nor a caller that went away,
 * nor what callers can bring about: a time limit of theirs that was too short for any server, or a request that was
 * refused with a status below 500.
 */
export function isServersFailure(end: Answer | Failure, slow: boolean): boolean {
  if ('member' in end || end.outcome === 'cancelled') return false;
  return end.outcome === 'timeout' ? slow : !end.reason.startsWith('http_4');
}

/** The code of a JSON-RPC error. */
export function codeOf({ member, value }: Answer): number | undefined {
  const code = member === 'error' ? (value as { readonly code?: unknown } | null)?.code : undefined;
  return typeof code === 'number' ? code : undefined;
}

/** Whether a server did not look at a request because of the credential. */
export const isRefusedToken = (end: Answer | Failure): boolean =>
  'reason' in end && end.outcome === 'bad_response' && end.reason === 'http_401';
