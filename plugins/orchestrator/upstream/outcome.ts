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

/** Whether the server failed: neither an error that it answered with nor a caller that went away counts. */
export const isFailure = (outcome: Outcome): boolean =>
  outcome !== 'ok' && outcome !== 'tool_error' && outcome !== 'rpc_error' && outcome !== 'cancelled';

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
