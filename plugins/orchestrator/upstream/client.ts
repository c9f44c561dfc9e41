import { Pool } from 'undici';
import type { Attempt } from './attempt.js';
import { serverLookup } from './lookup.js';

const CONNECTIONS = 64;
/** A header block that is larger ends the connection. */
const MAX_HEADER_BYTES = 16_384;
/** Well below the time after which servers close idle connections themselves: five seconds in Node. */
const IDLE_MS = 4_000;

/** Connections to one server. Redirects are never followed; time limits are the caller's. */
export class UpstreamClient {
  /** Sent with every request, where the server asks for one. */
  bearer: string | undefined;
  readonly #pool: Pool;
  readonly #path: string;

  constructor(url: string, connectTimeoutMs: number) {
    const { origin, pathname, search } = new URL(url);
    this.#path = pathname + search;
    this.#pool = new Pool(origin, {
      connections: CONNECTIONS,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The types of undici know a lookup that answers one address only; it is handed on to `net.connect`.
      connect: { timeout: connectTimeoutMs, lookup: serverLookup as never }
    });
  }

  /** Sends a JSON-RPC request; `text` has one character for each byte. */
  post(text: string, headers: string[], attempt: Attempt): void {
    if (this.bearer !== undefined) headers.push('authorization', `Bearer ${this.bearer}`);
    const options = { path: this.#path, method: 'POST', headers, body: Buffer.from(text, 'latin1') } as const;
    try {
      this.#pool.dispatch(options, attempt);
    } catch (error) {
      attempt.onError(error as Error);
    }
  }

  /** Asks a health endpoint; undefined when it answers a status below 300, else why not. Never rejects. */
  async health(path: string, timeoutMs: number): Promise<string | undefined> {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const headers = this.bearer === undefined ? {} : { authorization: `Bearer ${this.bearer}` };
      const { statusCode, body } = await this.#pool.request({ path, method: 'GET', headers, signal });
      await body.dump();
      return statusCode < 300 ? undefined : `http_${statusCode}`;
    } catch (error) {
      const { code, name } = error as NodeJS.ErrnoException;
      return name === 'TimeoutError' ? `no answer in ${timeoutMs} ms` : `connect_failed (${code ?? name})`;
    }
  }

  /** Connections now, and what waits for one. */
  get use() {
    const { connected, free, running, queued } = this.#pool.stats;
    return { connected, free, running, queued };
  }

  /** Takes no more requests; connections are closed when those in flight have ended. */
  close(): void {
    this.#pool.close().catch(() => {});
  }

  /** Ends everything at once. */
  destroy(): Promise<void> {
    return this.#pool.destroy();
  }
}
