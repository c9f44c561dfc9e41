import { ApiError } from '../../core/http/index.js';
import { keyDigest } from '../../core/net/index.js';
import { DEFAULT_SCOPES, SCOPES } from './enumerations.js';

/** A conversation in a browser, as its token states it. */
export interface BrowserSession {
  readonly conversationId: string;
  readonly origin: string;
  /** Seconds since 1970. */
  readonly since: number;
}

/** Which integration calls, and what it may do. */
export interface Caller {
  readonly tenant: string;
  readonly scopes: ReadonlySet<string>;
  /** First eight hex digits of the key's SHA-256; `anonymous` where no key is required. */
  readonly keyId: string;
  /** Set where a browser calls, which may go on with this conversation alone. */
  readonly session?: BrowserSession;
  /** Set where a public key calls: it may open sessions on pages of these origins. */
  readonly public?: { readonly origins: readonly string[]; readonly peer?: string | undefined };
}

export interface Key extends Caller {
  readonly digest: Buffer;
}

/** Reads `tenant:secret` and `tenant:secret:scope|scope`. A problem never repeats the entry. */
export function parseKeys(entries: readonly string[], problem: (message: string) => void): readonly Key[] {
  const keys: Key[] = [];
  entries.forEach((entry, i) => {
    // Scope names contain a colon, so the list is everything after the second one.
    const [tenant = '', secret = '', ...rest] = entry.split(':');
    const list = rest.length === 0 ? undefined : rest.join(':');
    const which = `entry ${i + 1}`;
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(tenant) || secret === '')
      return problem(`${which} is not of the form tenant:secret or tenant:secret:scope|scope`);
    const scopes = list === undefined ? [...DEFAULT_SCOPES] : list.split('|').filter(scope => scope !== '');
    const unknown = scopes.filter(scope => !(SCOPES as readonly string[]).includes(scope));
    if (unknown.length > 0) return problem(`${which} names a scope that does not exist; there are ${SCOPES.join(' ')}`);
    const digest = keyDigest(secret);
    if (keys.some(key => key.digest.equals(digest))) return problem(`${which} repeats a secret that another entry has`);
    keys.push({ tenant, scopes: new Set<string>(scopes), keyId: digest.toString('hex').slice(0, 8), digest });
  });
  return keys;
}

export const ANONYMOUS: Caller = { tenant: 'default', scopes: new Set(DEFAULT_SCOPES), keyId: 'anonymous' };

export const forbidden = () =>
  new ApiError(403, 'forbidden', 'This request is not allowed. Present a valid key with the scope the endpoint needs.');
