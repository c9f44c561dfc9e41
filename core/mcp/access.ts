import { keyDigest, keyPresented } from '../net/api-keys.js';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]', '::1']);

export const isLoopback = (host: string): boolean =>
  LOOPBACK.has(host.toLowerCase()) || /^127(\.\d{1,3}){3}$/.test(host);

/** Whether an `Authorization` header presents the token; takes the same time whatever it holds. */
export function bearerCheck(token: string | undefined): (authorization: string | undefined) => boolean {
  if (token === undefined) return () => true;
  const expected = [{ digest: keyDigest(token) }];
  return authorization => {
    const presented = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    return keyPresented(presented ?? '', expected) !== undefined && presented !== undefined;
  };
}

export interface SiteAccess {
  /** Address that is listened on. */
  readonly host: string;
  /** Origins of browser pages that may call, as `https://tools.example.com`. */
  readonly allowedOrigins: readonly string[];
}

/**
 * Why a request is taken for one that a browser page was tricked into (DNS rebinding), or undefined. On a loopback
 * address the `Host` has to be a loopback name or the host of an allowed origin: a page that made its own name point
 * here still sends that name. Elsewhere names are the deployment's affair and the token keeps strangers out.
 * A page of this server itself passes where it was reached by a loopback name: no page of another server says the same
 * name and port in `Host` and `Origin`.
 */
export function originCheck({ host, allowedOrigins }: SiteAccess) {
  const local = isLoopback(host);
  const allowed = new Set(allowedOrigins.map(origin => origin.toLowerCase().replace(/\/$/, '')));
  const hosts = new Set([...allowed].map(origin => origin.replace(/^[a-z]+:\/\//, '')));
  return (origin: string | undefined, hostHeader: string | undefined): 'host' | 'origin' | undefined => {
    const named = (hostHeader ?? '').toLowerCase();
    const name = named.replace(/:\d+$/, '');
    if (local && !isLoopback(name) && name !== host && !hosts.has(named)) return 'host';
    if (origin === undefined) return undefined;
    const asked = origin.toLowerCase();
    const own = (isLoopback(name) || (local && name === host)) && asked === `http://${named}`;
    return allowed.has(asked) || own ? undefined : 'origin';
  };
}
