/** How the window comes to a token. */
export interface SessionSource {
  /** Where the support agent answers; ends with a slash. */
  readonly service: string;
  /** An address of the shop's own server that opens sessions. */
  readonly endpoint?: string | undefined;
  /** A public key, where the shop has no server. */
  readonly key?: string | undefined;
  /** A token that came with the address of the page. */
  readonly token?: string | undefined;
}

export interface Session {
  readonly token: string;
  readonly conversation_id: string;
  readonly expires_at: string;
}

const STORED = 'bylaw-chat-session';
const LEAST_LEFT_MS = 10_000;

/** The token of this tab: opened when first needed, renewed while it lives, forgotten with the tab. */
export class SessionKeeper {
  #session: Session | undefined;

  constructor(private readonly source: SessionSource) {
    const stored = sessionStorage.getItem(STORED);
    this.#session =
      source.token === undefined ? (stored === null ? undefined : parsed(stored)) : fromToken(source.token);
    if (this.#session !== undefined && leftMs(this.#session) < LEAST_LEFT_MS) this.forget();
  }

  /** Whether a conversation goes on. */
  get isOpen(): boolean {
    return this.#session !== undefined && leftMs(this.#session) >= LEAST_LEFT_MS;
  }

  /** A token that holds. Rejects with the `Response` that refused one, or with a TypeError where nobody answers. */
  async current(): Promise<Session> {
    if (this.#session !== undefined && this.isOpen) return this.#session;
    const { service, endpoint, key } = this.source;
    const headers: Record<string, string> = { 'Content-Type': 'application/json' };
    if (endpoint === undefined && key !== undefined) headers['X-API-Key'] = key;
    return await this.#open(endpoint ?? `${service}v1/sessions`, headers);
  }

  /** Trades the token for the next one when less than half of its time is left. Nothing happens where that fails. */
  async renew(halfLifeMs: number): Promise<void> {
    const { isOpen } = this;
    if (this.#session === undefined || !isOpen || leftMs(this.#session) > halfLifeMs) return;
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${this.#session.token}` };
    await this.#open(`${this.source.service}v1/sessions`, headers).catch(() => undefined);
  }

  forget(): void {
    this.#session = undefined;
    sessionStorage.removeItem(STORED);
  }

  async #open(address: string, headers: Readonly<Record<string, string>>): Promise<Session> {
    const response = await fetch(address, { method: 'POST', headers, body: '{}' });
    if (!response.ok) throw response;
    this.#session = (await response.json()) as Session;
    sessionStorage.setItem(STORED, JSON.stringify(this.#session));
    return this.#session;
  }
}

const leftMs = ({ expires_at }: Session) => Date.parse(expires_at) - Date.now();

function parsed(text: string): Session | undefined {
  try {
    return JSON.parse(text) as Session;
  } catch {
    return undefined;
  }
}

/** What a token says about itself; the service checks whether it is true. */
function fromToken(token: string): Session | undefined {
  try {
    const text = atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'));
    const { conversation, until } = JSON.parse(text) as { readonly conversation: string; readonly until: number };
    return { token, conversation_id: conversation, expires_at: new Date(until * 1000).toISOString() };
  } catch {
    return undefined;
  }
}
