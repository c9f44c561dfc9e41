import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../../../core/http/index.js';
import { isLoopback } from '../../../core/mcp/index.js';
import { keyDigest, keyPresented, presentedKey } from '../../../core/net/index.js';

/** Who calls: the name of a key, `local` for the machine itself, `anonymous` where nobody needs a key. */
export interface Caller {
  readonly name: string;
  /** May change and remove what others have registered: the scope `registry:admin`. */
  readonly admin: boolean;
}

interface Key extends Caller {
  readonly digest: Buffer;
}

export interface AccessOptions {
  readonly keys: readonly Key[];
  readonly allowAnonymous: boolean;
  /** Where no keys are set: the one that callers from elsewhere present. */
  readonly generated: string | undefined;
}

const ADMIN = ':registry:admin';

/** Reads `name:secret` and `name:secret:registry:admin`. A problem never repeats the entry. */
export function parseKeys(entries: readonly string[], problem: (message: string) => void): readonly Key[] {
  const keys: Key[] = [];
  entries.forEach((entry, i) => {
    const at = entry.indexOf(':');
    const name = entry.slice(0, at);
    const admin = entry.endsWith(ADMIN);
    const secret = entry.slice(at + 1, admin ? -ADMIN.length : undefined);
    const which = `entry ${i + 1}`;
    if (at < 1 || !/^[A-Za-z0-9_-]{1,64}$/.test(name) || secret === '')
      return problem(`${which} is not of the form name:secret`);
    if (/:registry:[^:]*$/.test(secret))
      return problem(`${which} ends with a scope that does not exist; there is registry:admin`);
    const digest = keyDigest(secret);
    if (keys.some(key => key.digest.equals(digest))) return problem(`${which} repeats a secret that another entry has`);
    keys.push({ name, digest, admin });
  });
  return keys;
}

/** A request that carries one of these has come through a proxy, so its connection says nothing about its caller. */
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-server',
  'x-real-ip',
  'x-client-ip',
  'x-original-forwarded-for',
  'cf-connecting-ip',
  'true-client-ip'
];

/** Whoever may start programs on this machine could as well change the settings. */
const LOCAL: Caller = { name: 'local', admin: true };
const ANONYMOUS: Caller = { name: 'anonymous', admin: false };

/** Finds the caller of a request. A missing and a wrong key are refused alike, after the same work. */
export function authenticator({ keys, allowAnonymous, generated }: AccessOptions) {
  const known =
    generated === undefined ? keys : [...keys, { name: 'generated', digest: keyDigest(generated), admin: true }];
  return (headers: IncomingHttpHeaders, peer: string | undefined): Caller => {
    const presented = presentedKey(headers);
    if (presented !== undefined) {
      const caller = keyPresented(presented, known);
      if (caller !== undefined) return caller;
    } else if (generated !== undefined && isLocal(headers, peer)) return LOCAL;
    if (allowAnonymous) return ANONYMOUS;
    throw new ApiError(403, 'forbidden', 'This request is not allowed. Present a valid key.');
  };
}

/**
 * A program on this machine, and no page in its browser: a page whose name was pointed here still says its own name in
 * `Host` and `Origin`.
 */
function isLocal(headers: IncomingHttpHeaders, peer: string | undefined): boolean {
  if (peer === undefined || !isLoopback(peer.startsWith('::ffff:') ? peer.slice(7) : peer)) return false;
  for (const name of FORWARDED) if (headers[name] !== undefined) return false;
  const host = (headers.host ?? '').replace(/:\d+$/, '');
  // The address that is listened on by default leads to this machine as well.
  if (!isLoopback(host) && host !== '0.0.0.0') return false;
  const { origin } = headers;
  return origin === undefined || (URL.canParse(origin) && isLoopback(new URL(origin).hostname));
}
