import { BlockList, isIP } from 'node:net';

/** Hosts by which clouds hand out credentials, whatever address they resolve to. */
const METADATA_NAMES = new Set(['metadata', 'metadata.google.internal', 'metadata.goog', 'instance-data']);

const refused = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 4],
  ['255.255.255.255', 32],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32]
] as const)
  refused.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 128],
  ['fe80::', 10],
  ['ff00::', 8],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128]
] as const)
  refused.addSubnet(network, prefix, 'ipv6');

/** Ranges of IPv6 that carry an IPv4 address, by their first groups and the group at which it begins. */
const CARRIERS: readonly { readonly groups: readonly number[]; readonly at: number }[] = [
  { groups: [0, 0, 0, 0, 0, 0xffff], at: 6 },
  { groups: [0, 0, 0, 0, 0xffff, 0], at: 6 },
  { groups: [0, 0, 0, 0, 0, 0], at: 6 },
  { groups: [0x64, 0xff9b, 0, 0, 0, 0], at: 6 },
  { groups: [0x2002], at: 1 }
];

/**
 * Whether no server may ever be at an address: unspecified, link-local, multicast, broadcast, or one of the addresses
 * by which clouds hand out credentials. Takes what a resolver returns, in any notation of IPv6.
 */
export function isRefusedAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '');
  if (isIP(bare) === 4) return refused.check(bare, 'ipv4');
  if (isIP(bare) !== 6) return true;
  const groups = groupsOf(bare);
  // Written out, because the list does not know the short forms as the same address in every version of Node.
  if (refused.check(groups.map(group => group.toString(16)).join(':'), 'ipv6')) return true;
  return CARRIERS.some(
    ({ groups: start, at }) =>
      start.every((group, i) => groups[i] === group) &&
      !isLoopbackGroups(groups) &&
      refused.check(dotted(groups[at]!, groups[at + 1]!), 'ipv4')
  );
}

/** Whether a host name of a URL stands for a metadata service. */
export const isMetadataName = (host: string): boolean => METADATA_NAMES.has(host.replace(/\.+$/, '').toLowerCase());

const isLoopbackGroups = (groups: readonly number[]) => groups.every((group, i) => group === (i === 7 ? 1 : 0));
const dotted = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.');

/** The URL parser brings every notation into one: hexadecimal groups with one gap. */
function groupsOf(address: string): readonly number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const parse = (part: string) => (part === '' ? [] : part.split(':').map(group => Number.parseInt(group, 16)));
  const left = parse(head);
  const right = tail === undefined ? [] : parse(tail);
  return [...left, ...new Array<number>(8 - left.length - right.length).fill(0), ...right];
}
