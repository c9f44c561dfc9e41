import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { bareHost, classOfAddress, isMetadataName } from '../../../core/net/index.js';
import type { AllowedHosts } from './hosts.js';

/** Why a URL cannot be registered: a rule for programs, a sentence for people. Neither repeats the URL. */
export interface UrlRefusal {
  readonly rule: 'url' | 'scheme' | 'credentials' | 'host_not_allowed' | 'address_refused';
  readonly message: string;
}

const REFUSED: UrlRefusal = {
  rule: 'address_refused',
  message: 'The host is, or resolves to, a link-local, metadata, unspecified, multicast or broadcast address.'
};

/** What can be told without the network. */
export function refusalOfUrl(text: string, allowed: AllowedHosts): UrlRefusal | undefined {
  if (!URL.canParse(text)) return { rule: 'url', message: 'The URL cannot be read.' };
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { rule: 'scheme', message: 'A tool server is reached by http or https.' };
  if (url.username !== '' || url.password !== '')
    return { rule: 'credentials', message: 'A URL is shown to callers, so it must not hold credentials.' };
  // The parser has turned decimal, octal and hexadecimal forms, and trailing dots, into plain addresses.
  const host = bareHost(url.hostname);
  if (host === '' || isMetadataName(host) || (isIP(host) !== 0 && classOfAddress(host) === 'never')) return REFUSED;
  if (!allowed(host))
    return { rule: 'host_not_allowed', message: 'The routing policy does not list this host under allowed_hosts.' };
  return undefined;
}

/**
 * What the resolver says about the host. A name that does not resolve yet is no reason to refuse: the probes will tell.
 * Every connection asks again and is refused in the same way, so a name that changes afterwards gains nothing.
 */
export async function refusalOfAddresses(text: string): Promise<UrlRefusal | undefined> {
  const host = bareHost(new URL(text).hostname);
  if (isIP(host) !== 0) return undefined;
  const addresses = await lookup(host, { all: true }).catch(() => []);
  return addresses.some(({ address }) => classOfAddress(address) === 'never') ? REFUSED : undefined;
}
