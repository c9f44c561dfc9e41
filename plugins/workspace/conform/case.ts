import type { Peer, Reply } from './peer.js';
import { isObject } from '../../../core/index.js';

/** A tool that can be called without doing harm, with arguments that fit its schema. */
export interface TryTool {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Its schema takes no other arguments than it lists. */
  readonly closed: boolean;
  readonly outputSchema: Readonly<Record<string, unknown>> | undefined;
}

/** What a case works with. */
export interface Trial {
  readonly peer: Peer;
  readonly tool: TryTool | undefined;
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** An id that was not used before. */
  id(): string;
  /** A process of its own, on stdio. */
  fresh(): Peer;
}

/** `must` fails the run, `should` is a finding, which fails it when that is asked for. */
export type Obligation = 'must' | 'should';

/** How a case is called, and the rule it holds a server to. */
export interface CaseName {
  readonly id: string;
  /** Where the protocol says so. */
  readonly rule: string;
  readonly level: Obligation;
}

export interface Case extends CaseName {
  /** Only on this transport. */
  readonly on?: 'stdio' | 'http';
  /**
   * `refusal` runs before anything good was asked and again after, `result` and `session` after. `watch` looks at
   * everything that was exchanged.
   */
  readonly phase: 'refusal' | 'result' | 'session';
  /** What is wrong, in a sentence; undefined when all is well. Throws `Skip` where it does not apply. */
  run(trial: Trial): Promise<string | undefined>;
}

/** The case does not apply to this server. */
export class Skip extends Error {}

export type Json = Readonly<Record<string, unknown>>;

/** The response with this id, or the one without an id that stands for an unreadable one. */
export function responseOf({ messages }: Reply, id?: string | number): Json | undefined {
  const responses = messages.filter(isObject).filter(m => 'result' in m || 'error' in m);
  return responses.findLast(m => m['id'] === id) ?? responses.findLast(m => m['id'] === undefined || m['id'] === null);
}

export function resultOf(reply: Reply, id: string | number): Json | string {
  const response = responseOf(reply, id);
  if (response === undefined) return reply.note ?? 'there was no answer';
  if (!isObject(response['result'])) return `the answer is not a result: ${shorten(response)}`;
  return response['result'];
}

export const shorten = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
};
