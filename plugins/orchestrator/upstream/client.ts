import { Pool } from 'undici';
import { isDeepStrictEqual } from 'node:util';
import type { AccessToken } from './access-token.js';
import type { Attempt } from './attempt.js';
import { serverLookup } from './lookup.js';

const CONNECTIONS = 64;
/** A header block that is larger ends the connection. */
const MAX_HEADER_BYTES = 16_384;
/** Well below the time after which servers close idle connections themselves: five seconds in Node. */
const IDLE_MS = 4_000;

/** A certificate of our own, and whom to trust: PEM. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
  readonly ca?: string;
}

/** Connections to one server. Redirects are never followed; time limits are the caller's. */
export class UpstreamClient {
  /** Sent with every request, names and values in turn, where the server asks for them. */
  headers: readonly string[] = [];
  token: AccessToken | undefined;
  #pool: Pool;
  #tls: Tls | undefined;
  readonly #origin: string;
  readonly #path: string;

  constructor(
    url: string,
    private readonly connectTimeoutMs: number
  ) {
    const { origin, pathname, search } = new URL(url);
    this.#path = pathname + search;
    this.#origin = origin;
    this.#pool = this.#connect();
  }

  /** Connections from now on show this certificate; those there are end when they become idle. */
  useTls(tls: Tls | undefined): void {
    if (isDeepStrictEqual(tls, this.#tls)) return;
    this.#tls = tls;
    this.close();
    this.#pool = this.#connect();
  }

  #connect(): Pool {
    return new Pool(this.#origin, {
      connections: CONNECTIONS,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The types of undici know a lookup that answers one address only; it is handed on to `net.connect`.
      connect: { ...this.#tls, timeout: this.connectTimeoutMs, lookup: serverLookup as never }
    });
  }

  /** Sends a JSON-RPC request; `text` has one character for each byte. */
  post(text: string, headers: string[], attempt: Attempt): void {
    if (this.headers.length > 0) headers.push(...this.headers);
    if (this.token === undefined) return this.#dispatch(text, headers, attempt);
    const { kept } = this.token;
    if (kept !== undefined) return this.#dispatch(text, [...headers, 'authorization', `Bearer ${kept}`], attempt);
    this.token.get().then(
      token => this.#dispatch(text, [...headers, 'authorization', `Bearer ${token}`], attempt),
      (error: unknown) => attempt.onError(error as Error)
    );
  }

  #dispatch(text: string, headers: string[], attempt: Attempt): void {
    const options = { path: this.#path, method: 'POST', headers, body: Buffer.from(text, 'latin1') } as const;
    try {
      this.#pool.dispatch(options, attempt);
    } catch (error) {
      attempt.onError(error as Error);
    }
  }

  /** A server has refused the token: true where another one can be had. */
  renewToken(): boolean {
    this.token?.forget();
    return this.token !== undefined;
  }

  /** Asks a health endpoint; undefined when it answers a status below 300, else why not. Never rejects. */
  async health(path: string, timeoutMs: number): Promise<string | undefined> {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const token = await this.token?.get();
      const headers = [...this.headers, ...(token === undefined ? [] : ['authorization', `Bearer ${token}`])];
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
