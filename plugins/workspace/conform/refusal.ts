import { responseOf, shorten, type Case, type Json, type Obligation, type Trial } from './case.js';
import type { Sending } from './peer.js';
import { isObject } from '../../../core/index.js';

export interface Refusal {
  readonly id: string;
  readonly rule: string;
  readonly level?: Obligation;
  readonly on?: 'stdio' | 'http';
  /** The codes that are right. */
  readonly code: number | readonly number[];
  /** HTTP status, where the protocol fixes it. */
  readonly status?: number;
  /** True when the request's id cannot be read, so that the answer carries none. */
  readonly anonymous?: boolean;
  /** The message, and how it is sent; a string is sent as it is. */
  send(id: string, trial: Trial): unknown;
  readonly sending?: (message: Json) => Sending;
  /** Looks further at the error. */
  error?(error: Json): string | undefined;
}

/** A case that sends what has to be refused. */
export function refusal({
  id: name,
  rule,
  level = 'must',
  on,
  code,
  status,
  anonymous,
  send,
  sending,
  error
}: Refusal): Case {
  const codes = [code].flat();
  return {
    id: name,
    rule,
    level,
    phase: 'refusal',
    ...(on === undefined ? {} : { on }),
    async run(trial) {
      const id = trial.id();
      const message = send(id, trial);
      const reply = await trial.peer.ask(message, sending?.(isObject(message) ? message : {}));
      const response = responseOf(reply, id);
      if (response === undefined) return reply.note ?? 'there was no answer';
      const failure = response['error'];
      if (!isObject(failure)) return `it was answered with a result: ${shorten(response)}`;
      if (!codes.includes(failure['code'] as number))
        return `the error code is ${shorten(failure['code'])}, not ${codes.join(' or ')}`;
      if (anonymous !== true && response['id'] !== id) return `the error carries the id ${shorten(response['id'])}`;
      if (status !== undefined && reply.status !== undefined && reply.status !== status)
        return `the HTTP status is ${reply.status}, not ${status}`;
      return error?.(failure);
    }
  };
}
