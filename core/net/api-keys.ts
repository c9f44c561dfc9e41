import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What a service keeps of a secret. */
export const keyDigest = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** The secret that a request presents, as `X-API-Key: <secret>` or `Authorization: Bearer <secret>`. */
export function presentedKey({ 'x-api-key': key, authorization }: IncomingHttpHeaders): string | undefined {
  if (typeof key === 'string' && key !== '') return key;
  return authorization === undefined ? undefined : /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}

/** The key whose secret was presented. Takes the same time whichever it is, and if it is none. */
export function keyPresented<Key extends { readonly digest: Buffer }>(
  presented: string,
  keys: readonly Key[]
): Key | undefined {
  const digest = keyDigest(presented);
  let found: Key | undefined;
  for (const key of keys) if (timingSafeEqual(key.digest, digest)) found = key;
  return found;
}
