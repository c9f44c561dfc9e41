import type { BodyLimits } from '../policy/routing-policy.js';
import { asciiJson } from './ascii-json.js';
import { Attempt } from './attempt.js';
import type { UpstreamClient } from './client.js';
import type { Dialect } from './dialect.js';
import { messageOf } from './message.js';
import { isRefusedToken, type Answer, type Failure } from './outcome.js';

/** Somebody to ask, and how. */
export interface Asked {
  readonly client: UpstreamClient;
  readonly dialect: Dialect;
}

export interface CallLimits {
  readonly timeoutMs: number;
  readonly limits: BodyLimits;
}

/** What the orchestrator itself asks of a server. */
export interface Call extends CallLimits {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

let lastId = 0;

/** An id no other request of this process has. */
export const nextId = (): number => ++lastId;

/** Asks a server once and reads its whole answer, which may have no more than `maxEventBytes`. Never rejects. */
export async function call(asked: Asked, asks: Call): Promise<Answer | Failure> {
  const end = await callOnce(asked, asks);
  return isRefusedToken(end) && asked.client.renewToken() ? callOnce(asked, asks) : end;
}

function callOnce({ client, dialect }: Asked, { method, params, ...limited }: Call): Promise<Answer | Failure> {
  const id = nextId();
  const message = messageOf(method, params === undefined ? undefined : asciiJson(params));
  const { text, headers } = dialect.frame({ method, params, message, mirrored: [] }, { id, leftMs: limited.timeoutMs });
  return settle(limited, id, attempt => client.post(text, headers, attempt));
}

/** Resolves with what becomes of the attempt that `send` sends. */
export function settle(
  { timeoutMs, limits }: CallLimits,
  id: number,
  send: (attempt: Attempt) => void
): Promise<Answer | Failure> {
  return new Promise(resolve => {
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
    send(attempt);
  });
}
