import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import { ToolFailure } from '../../core/index.js';

function blocks(...subnets: readonly (readonly [net: string, prefix: number])[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of subnets) list.addSubnet(net, prefix, net.includes(':') ? 'ipv6' : 'ipv4');
  return list;
}

/** Never a tool: unspecified, link-local, multicast, broadcast, and the addresses where clouds hand out credentials. */
const NEVER = blocks(
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['192.0.0.192', 32],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 128],
  ['fe80::', 10],
  ['fd00:ec2::254', 128],
  ['ff00::', 8]
);

/** This machine and networks that the internet does not reach, and IPv6 forms that can stand for such an address. */
const PRIVATE = blocks(
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['::1', 128],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fec0::', 10]
);

export type AddressClass = 'public' | 'private' | 'never';

export function classOf(address: string): AddressClass {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return NEVER.check(address, family) ? 'never' : PRIVATE.check(address, family) ? 'private' : 'public';
}

/** Hosts as URLs name them, without the brackets of IPv6. */
const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

/** Whether a URL's host is on the list of private hosts that may be called: by name, or by name and port. */
export function isListed({ hostname, port, protocol }: URL, privateHosts: readonly string[]): boolean {
  const withPort = `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
  return privateHosts.some(entry => [hostname, bare(hostname), withPort].includes(entry.toLowerCase()));
}

function refuse(kind: AddressClass, mayBePrivate: boolean): ToolFailure | undefined {
  if (kind === 'public' || (kind === 'private' && mayBePrivate)) return undefined;
  return new ToolFailure('address_refused', `the host is at an address that tools may not call (${kind})`);
}

/** Throws for a URL that names a refused address outright; names are checked when they are resolved. */
export function checkLiteral({ hostname }: URL, mayBePrivate: boolean): void {
  const address = bare(hostname);
  const refusal = isIP(address) === 0 ? undefined : refuse(classOf(address), mayBePrivate);
  if (refusal !== undefined) throw refusal;
}

type Resolved = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/**
 * Resolves a name for the connection itself, so that what was checked is what is called. One refused address
 * refuses the name: an attacker's name server would otherwise alternate.
 */
export const checkedLookup =
  (mayBePrivate: boolean) =>
  (hostname: string, options: LookupOptions, callback: Resolved): void =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      const refusal = addresses.map(({ address }) => refuse(classOf(address), mayBePrivate)).find(Boolean);
      if (refusal !== undefined) return callback(refusal, []);
      if (options.all === true) return callback(null, addresses);
      callback(null, addresses[0]!.address, addresses[0]!.family);
    });
