import { BlockList, isIP } from 'node:net';
import { bareHost } from '../../../core/net/index.js';

/** Whether a deployment lets servers be registered on a host, as a URL's `hostname` says it. */
export type AllowedHosts = (host: string) => boolean;

const NAME = /^(?:\*\.)?[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/;

/** Compiles the patterns of `allowed_hosts`; `problem` is told which of them cannot be read. */
export function compileHosts(
  patterns: readonly string[],
  problem: (index: number, message: string) => void
): AllowedHosts {
  if (patterns.includes('*')) return () => true;
  const names = new Set<string>();
  const suffixes: string[] = [];
  const networks = new BlockList();
  patterns.forEach((pattern, i) => {
    const [address = '', prefix] = bareHost(pattern).split('/');
    const family = isIP(address);
    if (family !== 0) {
      const widest = family === 4 ? 32 : 128;
      const bits = prefix === undefined ? widest : Number(prefix);
      if (Number.isInteger(bits) && bits >= 0 && bits <= widest)
        networks.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6');
      else problem(i, `a network's prefix is from 0 to ${widest}`);
    } else if (!NAME.test(pattern.toLowerCase()))
      problem(i, "a host is a name, '*.' and a name, an address, a network like 10.0.0.0/8, or '*'");
    else if (pattern.startsWith('*.')) suffixes.push(pattern.slice(1).toLowerCase());
    else names.add(pattern.toLowerCase());
  });
  return host => {
    const bare = bareHost(host);
    const family = isIP(bare);
    if (family !== 0) return networks.check(bare, family === 4 ? 'ipv4' : 'ipv6');
    return names.has(bare) || suffixes.some(suffix => bare.endsWith(suffix));
  };
}
