import { BlockList, isIP } from 'node:net';

/** `never`: no service calls it, whatever a deployment says. `private`: this machine, or a network of one's own. */
export type AddressClass = 'public' | 'private' | 'never';

/** Hosts by which clouds hand out credentials, whatever address they resolve to. */
const METADATA_NAMES = new Set(['metadata', 'metadata.google.internal', 'metadata.goog', 'instance-data']);

function blocks(...subnets: readonly (readonly [network: string, prefix: number])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, network.includes(':') ? 'ipv6' : 'ipv4');
  return list;
}

/** Unspecified, link-local, multicast, reserved, broadcast, and the addresses by which clouds hand out credentials. */
const NEVER = blocks(
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 128],
  ['fe80::', 10],
  ['ff00::', 8],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128]
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

/** Ranges of IPv6 that carry an IPv4 address, by their first groups and the group at which it begins. */
const CARRIERS: readonly { readonly groups: readonly number[]; readonly at: number }[] = [
  { groups: [0, 0, 0, 0, 0, 0xffff], at: 6 },
  { groups: [0, 0, 0, 0, 0xffff, 0], at: 6 },
  { groups: [0, 0, 0, 0, 0, 0], at: 6 },
  { groups: [0x64, 0xff9b, 0, 0, 0, 0], at: 6 },
  { groups: [0x2002], at: 1 }
];

/** What kind of address this is. Takes what a resolver returns, in any notation of IPv6; what is no address is `never`. */
export function classOfAddress(address: string): AddressClass {
  const bare = address.replace(/%.*$/, '');
  if (isIP(bare) === 4) return NEVER.check(bare) ? 'never' : PRIVATE.check(bare) ? 'private' : 'public';
  if (isIP(bare) !== 6) return 'never';
  const groups = groupsOf(bare);
  // Written out, because the lists do not know the short forms as the same address in every version of Node.
  const written = groups.map(group => group.toString(16)).join(':');
  const carried = CARRIERS.find(({ groups: start }) => start.every((group, i) => groups[i] === group));
  const inner =
    carried === undefined || isLoopback(groups)
      ? 'public'
      : classOfAddress(dotted(groups[carried.at]!, groups[carried.at + 1]!));
  if (inner === 'never' || NEVER.check(written, 'ipv6')) return 'never';
  return inner === 'private' || PRIVATE.check(written, 'ipv6') ? 'private' : 'public';
}

/** Whether a host name of a URL stands for a metadata service. */
export const isMetadataName = (hostname: string): boolean => METADATA_NAMES.has(bareHost(hostname).toLowerCase());

/** A URL's host name without the brackets of IPv6 and the dot of a rooted name. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');

/** An http or https address without a credential in it. */
export const isHttpAddress = (text: string): boolean => /^https?:\/\/[^/@\s]+(\/\S*)?$/.test(text);

const isLoopback = (groups: readonly number[]) => groups.every((group, i) => group === (i === 7 ? 1 : 0));
const dotted = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.');

/** The URL parser brings every notation into one: hexadecimal groups with one gap. */
function groupsOf(address: string): readonly number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const parse = (part: string) => (part === '' ? [] : part.split(':').map(group => Number.parseInt(group, 16)));
  const left = parse(head);
  const right = tail === undefined ? [] : parse(tail);
  return [...left, ...new Array<number>(8 - left.length - right.length).fill(0), ...right];
}
