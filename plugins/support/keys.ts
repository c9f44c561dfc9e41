import { readFileSync } from 'node:fs';
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
  /** Accepted from this moment on, and no more from that one, in milliseconds since 1970. */
  readonly from?: number;
  readonly expires?: number;
}

/** One line or list item that describes a key. */
export interface KeyEntry {
  readonly text: string;
  /** Where it stands, for problems: `entry 2`, `keys.txt:7`. */
  readonly at: string;
  /** Kept in a file, where only digests belong. */
  readonly digestOnly: boolean;
}

const DIGEST = 'sha256=';
const FORM = 'tenant:secret or tenant:sha256=DIGEST, then :scope|scope, from=DATE and expires=DATE where wanted';
const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/;

/**
 * Reads `tenant:secret`, `tenant:secret:scope|scope` and the same with `sha256=` and the digest of the secret, each with
 * ` from=` and ` expires=` (a date or a moment in UTC) behind it. A problem never repeats the entry.
 */
export function parseKeys(entries: readonly KeyEntry[], problem: (message: string) => void): readonly Key[] {
  const keys: Key[] = [];
  for (const { text, at, digestOnly } of entries) {
    const [credential = '', ...times] = text.trim().split(/\s+/);
    // Scope names contain a colon, so the list is everything after the second one.
    const [tenant = '', secret = '', ...rest] = credential.split(':');
    const list = rest.length === 0 ? undefined : rest.join(':');
    const digest = digestOf(secret);
    const scopes = list === undefined ? [...DEFAULT_SCOPES] : list.split('|').filter(scope => scope !== '');
    const between = timesOf(times);
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(tenant) || digest === undefined || between === undefined)
      problem(`${at} is not of the form ${FORM}`);
    else if (digestOnly && !secret.startsWith(DIGEST))
      problem(`${at} holds a secret; a file holds its digest, as 'bylaw support key' prints it`);
    else if (scopes.some(scope => !(SCOPES as readonly string[]).includes(scope)))
      problem(`${at} names a scope that does not exist; there are ${SCOPES.join(' ')}`);
    else if (keys.some(key => key.digest.equals(digest))) problem(`${at} repeats a secret that another entry has`);
    else {
      const keyId = digest.toString('hex').slice(0, 8);
      keys.push({ tenant, scopes: new Set<string>(scopes), keyId, digest, ...between });
    }
  }
  return keys;
}

function digestOf(secret: string): Buffer | undefined {
  if (!secret.startsWith(DIGEST)) return secret === '' ? undefined : keyDigest(secret);
  const hex = secret.slice(DIGEST.length);
  return /^[0-9a-f]{64}$/i.test(hex) ? Buffer.from(hex, 'hex') : undefined;
}

function timesOf(words: readonly string[]): { from?: number; expires?: number } | undefined {
  const times: { from?: number; expires?: number } = {};
  for (const word of words) {
    const [, name, text = ''] = /^(from|expires)=(.+)$/.exec(word) ?? [];
    const moment = DATE.test(text) ? Date.parse(text) : Number.NaN;
    if (name === undefined || Number.isNaN(moment)) return undefined;
    times[name as 'from' | 'expires'] = moment;
  }
  return times;
}

/** What the variable lists, and what the file holds where one is named: an entry a line, `#` begins a remark. */
export function keyEntries(listed: readonly string[], file: string | undefined, problem: (message: string) => void) {
  const entries: KeyEntry[] = listed.map((text, i) => ({ text, at: `entry ${i + 1}`, digestOnly: false }));
  if (file === undefined) return entries;
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    lines.forEach((line, i) => {
      const text = line.trim();
      if (text !== '' && !text.startsWith('#'))
        entries.push({ text, at: `line ${i + 1} of the file`, digestOnly: true });
    });
  } catch (error) {
    problem(`names a file that cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unreadable'})`);
  }
  return entries;
}

export const ANONYMOUS: Caller = { tenant: 'default', scopes: new Set(DEFAULT_SCOPES), keyId: 'anonymous' };

export const forbidden = () =>
  new ApiError(403, 'forbidden', 'This request is not allowed. Present a valid key with the scope the endpoint needs.');
