import { isIP } from 'node:net';
import { bareHost, classOfAddress, guardedLookup, isMetadataName } from '../../core/net/index.js';
import { ToolFailure } from '../../core/tools/index.js';

/** Whether a URL's host is on the list of private hosts that may be called: by name, or by name and port. */
export function isListed({ hostname, port, protocol }: URL, privateHosts: readonly string[]): boolean {
  const withPort = `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
  return privateHosts.some(entry => [hostname, bareHost(hostname), withPort].includes(entry.toLowerCase()));
}

const refused = (kind: string) =>
  new ToolFailure('address_refused', `the host is at an address that tools may not call (${kind})`);

function refusal(address: string, mayBePrivate: boolean): ToolFailure | undefined {
  const kind = classOfAddress(address);
  return kind === 'public' || (kind === 'private' && mayBePrivate) ? undefined : refused(kind);
}

/** Throws for a URL that names a refused address outright; other names are checked when they are resolved. */
export function checkLiteral({ hostname }: URL, mayBePrivate: boolean): void {
  if (isMetadataName(hostname)) throw refused('never');
  const host = bareHost(hostname);
  const failure = isIP(host) === 0 ? undefined : refusal(host, mayBePrivate);
  if (failure !== undefined) throw failure;
}

export const checkedLookup = (mayBePrivate: boolean) => guardedLookup(address => refusal(address, mayBePrivate));
