import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isObject } from '../../core/index.js';
import { type BrowserSession, type Caller, forbidden } from './keys.js';

/** What a token says: whose conversation, on pages of which origin, until when. It is signed, not encrypted. */
interface Claims {
  readonly tenant: string;
  /** The key that opened the session; with it the session ends. */
  readonly key: string;
  readonly scopes: readonly string[];
  readonly conversation: string;
  readonly origin: string;
  /** Seconds since 1970. */
  readonly since: number;
  readonly until: number;
}

export interface SessionOptions {
  /** Signs the tokens; one that nobody knows where it is absent, so that sessions end with the process. */
  readonly secret: string | undefined;
  /** How long one token lives, and how long a session can be renewed. */
  readonly minutes: number;
  readonly hours: number;
  readonly now: () => Date;
  /** Whether the key that opened a session is still accepted. */
  readonly accepts: (keyId: string) => boolean;
}

const PREFIX = 'session.';
/** What tools may need in a conversation; a browser never reads what operators read, and never moves money. */
const CHAT_SCOPES: ReadonlySet<string> = new Set(['knowledge:read', 'account:read', 'order:read', 'ticket:write']);

/** Tokens that let a browser go on with one conversation, and nothing else. */
export class Sessions {
  readonly #options: SessionOptions;
  readonly #secret: string;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#secret = options.secret ?? randomBytes(32).toString('hex');
  }

  /** A token for a conversation of the caller's, or the next one of the session that the caller comes with. */
  issue({ tenant, keyId: key, scopes }: Caller, session: Omit<BrowserSession, 'since'> & { since?: number }) {
    const { minutes, hours, now } = this.#options;
    const at = Math.floor(now().getTime() / 1000);
    const { since = at, origin, conversationId: conversation } = session;
    const until = Math.min(at + minutes * 60, since + hours * 3600);
    const kept = [...scopes].filter(scope => CHAT_SCOPES.has(scope));
    const claims: Claims = { tenant, key, scopes: kept, conversation, origin, since, until };
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    return {
      token: `${PREFIX}${payload}.${this.#sign(payload)}`,
      conversation_id: conversation,
      origin,
      expires_at: new Date(until * 1000).toISOString()
    };
  }

  /** The caller that a token stands for; undefined where the credential is no token. Throws 403 for one that does not hold. */
  callerOf(presented: string, { origin }: IncomingHttpHeaders): Caller | undefined {
    if (!presented.startsWith(PREFIX)) return undefined;
    const [payload = '', signature = ''] = presented.slice(PREFIX.length).split('.');
    const right = Buffer.from(this.#sign(payload));
    const given = Buffer.from(signature);
    if (given.length !== right.length || !timingSafeEqual(given, right)) throw forbidden();
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    if (!isClaims(claims) || claims.origin !== origin || !this.#options.accepts(claims.key)) throw forbidden();
    if (claims.until * 1000 <= this.#options.now().getTime()) throw forbidden();
    return {
      tenant: claims.tenant,
      keyId: claims.key,
      scopes: new Set(claims.scopes),
      session: { conversationId: claims.conversation, origin: claims.origin, since: claims.since }
    };
  }

  #sign(payload: string): string {
    return createHmac('sha256', this.#secret).update(payload).digest('base64url');
  }
}

/** What we signed has this shape; a secret that signs something else too must not open a conversation. */
const isClaims = (value: unknown): value is Claims =>
  isObject(value) && typeof value['conversation'] === 'string' && typeof value['until'] === 'number';
