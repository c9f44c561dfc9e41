import type { SessionKeeper } from './session.js';
import type { IdentityProof, Reply, Verification } from './types.js';

/** Waits between attempts, in milliseconds; after the last one the customer is asked. */
const WAITS = [500, 1_500, 4_000, 8_000, 15_000];
const PATIENCE_MS = 45_000;
const OVERLOADED: readonly number[] = [408, 429, 500, 502, 503, 504];

/** The agent refuses what was sent, and would again. */
export class Refused extends Error {}

/** What the window asks of the agent. */
export class AgentService {
  constructor(
    private readonly address: string,
    private readonly sessions: SessionKeeper
  ) {}

  /** Sends a message until it is answered; with the same key it is heard once. Rejects where every attempt failed. */
  async send(message: string, key: string, onWait: () => void): Promise<Reply> {
    const response = await this.#patiently('messages', { message }, { 'Idempotency-Key': key }, onWait);
    return (await response.json()) as Reply;
  }

  async verify(proof: IdentityProof): Promise<Verification> {
    const response = await this.#patiently('verify', proof);
    return (await response.json()) as Verification;
  }

  async rate(helpful: boolean): Promise<void> {
    await this.#patiently('feedback', { helpful });
  }

  async #patiently(
    operation: string,
    body: object,
    headers: Readonly<Record<string, string>> = {},
    onWait: () => void = () => {}
  ): Promise<Response> {
    for (let attempt = 0; ; attempt++) {
      const response = await this.#once(operation, body, headers).catch((error: unknown) => error);
      if (response instanceof Response) {
        if (response.ok) return response;
        // The token has ended, or its key was taken back: the next attempt opens another session.
        if (response.status === 403 && attempt === 0) this.sessions.forget();
        else if (!OVERLOADED.includes(response.status)) throw new Refused(String(response.status));
      }
      const wait = WAITS[attempt];
      if (wait === undefined) throw response;
      onWait();
      await comeBack(wait);
    }
  }

  async #once(operation: string, body: object, headers: Readonly<Record<string, string>>): Promise<Response> {
    const { token, conversation_id } = await this.sessions.current().catch((reason: unknown) => {
      if (reason instanceof Response && reason.status === 403) throw new Response(null, { status: 401 });
      throw reason;
    });
    return await fetch(`${this.address}v1/conversations/${conversation_id}/${operation}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS)
    });
  }
}

/** Waits so long, or until the browser says that it is connected again. */
const comeBack = (ms: number): Promise<void> =>
  new Promise(resolve => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    addEventListener('online', go);
  });
