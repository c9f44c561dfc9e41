import type { IncomingHttpHeaders } from 'node:http';
import { keyPresented, presentedKey } from '../../core/net/index.js';
import type { KeyRing } from './access/key-ring.js';
import { ANONYMOUS, type Caller, forbidden } from './keys.js';
import type { PublicKey } from './public-keys.js';
import type { Sessions } from './sessions.js';

export interface Credentials {
  readonly keys: KeyRing;
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
    const secret = keys.find(presented ?? '');
    const open = keyPresented(presented ?? '', publicKeys);
    if (presented === undefined || (secret === undefined && open === undefined)) throw forbidden();
    return secret ?? { ...open!, public: { origins: open!.origins, peer } };
  };
}
