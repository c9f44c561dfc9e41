import type { BodyLimits } from '../kinds/routing-policy.js';
import { Attempt } from './attempt.js';
import type { UpstreamClient } from './client.js';
import { requestHeaders, withTimeout } from './headers.js';
import { messageOf } from './message.js';
import type { Answer, Failure } from './outcome.js';

/** What the orchestrator itself asks of a server. */
export interface Call {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
  readonly limits: BodyLimits;
}

let lastId = 0;

/** An id no other request of this process has. */
export const nextId = (): number => ++lastId;

/** Asks a server once and reads its whole answer, which may have no more than `maxEventBytes`. Never rejects. */
export function call(client: UpstreamClient, { method, params, timeoutMs, limits }: Call): Promise<Answer | Failure> {
  return new Promise(resolve => {
    const id = nextId();
    const attempt = new Attempt(
      id,
      { ...limits, streamAboveBytes: limits.maxEventBytes },
      {
        settled(end) {
          clearTimeout(timer);
          resolve(end);
        },
        begins() {},
        part: () => true
      }
    );
    const timer = setTimeout(
      () => attempt.cancel({ outcome: 'timeout', reason: `no answer in ${timeoutMs} ms` }),
      timeoutMs
    );
    const text = messageOf(method, params === undefined ? undefined : asciiJson(params)).text(id, timeoutMs);
    client.post(text, withTimeout(requestHeaders(method, params, []), timeoutMs), attempt);
  });
}

/** JSON with one character for each byte. */
export const asciiJson = (value: unknown) =>
  JSON.stringify(value).replace(/[^\0-\x7f]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
