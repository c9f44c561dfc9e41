import { request } from 'undici';
import type { OAuthClient } from '../policy/credentials.js';

const TIMEOUT_MS = 5_000;
/** A token is renewed so long before it expires. */
const MARGIN_MS = 30_000;
/** How long one is kept of which nothing is said. */
const UNKNOWN_LIFE_MS = 300_000;
const MOST_BYTES = 65_536;

/** Code of the error where no token could be had. */
export const TOKEN_REFUSED = 'TOKEN_REFUSED';

/** An access token by OAuth 2.1 client credentials: asked for when it is first needed, kept until it expires or is refused. */
export class AccessToken {
  #value: string | undefined;
  #freshUntil = 0;
  #asking: Promise<string> | undefined;

  constructor(
    private readonly client: OAuthClient,
    private readonly secret: string
  ) {}

  /** The token where there is a fresh one; otherwise it has to be asked for. */
  get kept(): string | undefined {
    return performance.now() < this.#freshUntil ? this.#value : undefined;
  }

  /** Rejects with an error of the code `TOKEN_REFUSED` that repeats nothing the authorization server said. */
  get(): Promise<string> {
    const { kept } = this;
    if (kept !== undefined) return Promise.resolve(kept);
    return (this.#asking ??= this.#ask().finally(() => (this.#asking = undefined)));
  }

  /** A server has refused it. */
  forget(): void {
    this.#freshUntil = 0;
  }

  async #ask(): Promise<string> {
    const { tokenUrl, clientId, scope, resource } = this.client;
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    if (scope !== undefined) form.set('scope', scope);
    if (resource !== undefined) form.set('resource', resource);
    // The two are encoded before they are joined, as RFC 6749 has it in 2.3.1.
    const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(this.secret)}`;
    try {
      const { statusCode, body } = await request(tokenUrl, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded'
        },
        body: form.toString(),
        signal: AbortSignal.timeout(TIMEOUT_MS)
      });
      const text = await body.text();
      if (statusCode !== 200 || text.length > MOST_BYTES) throw refused();
      const { access_token: token, expires_in: seconds } = JSON.parse(text) as Readonly<Record<string, unknown>>;
      if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) throw refused();
      const lifeMs = typeof seconds === 'number' ? seconds * 1000 - MARGIN_MS : UNKNOWN_LIFE_MS;
      this.#value = token;
      this.#freshUntil = performance.now() + Math.max(lifeMs, 1_000);
      return token;
    } catch {
      throw refused();
    }
  }
}

const refused = () => Object.assign(new Error('no access token could be had'), { code: TOKEN_REFUSED });
