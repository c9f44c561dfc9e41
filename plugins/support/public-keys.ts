import { keyDigest } from '../../core/net/index.js';
import { DEFAULT_SCOPES } from './enumerations.js';
import type { Caller } from './keys.js';

/** A key that stands in the page of a shop: all it can do is to open sessions on pages of its origins. */
export interface PublicKey extends Caller {
  /** The key itself, which is no secret. */
  readonly text: string;
  readonly digest: Buffer;
  readonly origins: readonly string[];
}

const ORIGIN = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?$/;
/** Stands for the pages that the service itself serves. */
export const OWN_ORIGIN = 'self';

/** An origin as browsers send it: scheme, host and, where it is not the usual one, port. */
export const isOrigin = (text: string): boolean => ORIGIN.test(text);

/** Reads `tenant:key:origin|origin`. A problem says which entry, not what stands there. */
export function parsePublicKeys(entries: readonly string[], problem: (message: string) => void): readonly PublicKey[] {
  return entries.flatMap((entry, i) => {
    const [tenant = '', text = '', ...rest] = entry.split(':');
    const origins = rest.join(':').split('|');
    if (/^[A-Za-z0-9_-]{1,64}$/.test(tenant) && /^[A-Za-z0-9_-]{4,128}$/.test(text) && origins.every(isPlace)) {
      const digest = keyDigest(text);
      const keyId = digest.toString('hex').slice(0, 8);
      return [{ tenant, text, digest, keyId, origins, scopes: new Set<string>(DEFAULT_SCOPES), public: { origins } }];
    }
    problem(
      `entry ${i + 1} is not of the form tenant:key:origin|origin, with origins like https://shop.example or self`
    );
    return [];
  });
}

const isPlace = (origin: string) => origin === OWN_ORIGIN || isOrigin(origin);

/** Whether a page of this origin is served by the host that was asked. */
export const isOwn = (origin: string, host: string | undefined): boolean =>
  host !== undefined && /^https?:\/\//.test(origin) && origin.slice(origin.indexOf('//') + 2) === host;
