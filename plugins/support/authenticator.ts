import type { IncomingHttpHeaders } from 'node:http';
import { keyPresented, presentedKey } from '../../core/net/index.js';
import { ANONYMOUS, type Caller, forbidden, type Key } from './keys.js';
import type { PublicKey } from './public-keys.js';
import type { Sessions } from './sessions.js';

export interface Credentials {
  readonly keys: readonly Key[];
  readonly publicKeys: readonly PublicKey[];
  readonly sessions: Sessions;
  readonly required: boolean;
}

/** Finds the caller of a request. A missing and a wrong credential are refused alike, after the same work. */
export function authenticator({ keys, publicKeys, sessions, required }: Credentials) {
  return (headers: IncomingHttpHeaders, peer?: string): Caller => {
    const presented = presentedKey(headers);
    if (presented === undefined && !required) return ANONYMOUS;
    const session = sessions.callerOf(presented ?? '', headers);
    if (session !== undefined) return session;
    const caller = keyPresented<Key | PublicKey>(presented ?? '', [...keys, ...publicKeys]);
    if (caller === undefined || presented === undefined) throw forbidden();
    return caller.public === undefined ? caller : { ...caller, public: { ...caller.public, peer } };
  };
}
