import type { ToolServer } from './tool-server.js';
import type { KnownTools } from './tools.js';

/** The versions of one tool, by the hash of its schemas, each with the servers that list it. */
interface Versions {
  readonly listing: Map<string, Set<ToolServer>>;
  /** The version that most servers list. */
  common: string | undefined;
}

/**
 * Finds the servers that list a tool with another schema than most: they are used for that tool only when no other fits.
 * Where as many say one as the other, those that registered first are right. A change costs what it concerns: the tools
 * of one server, and whoever lists a tool of which another version is the common one now.
 */
export class Agreement {
  readonly #tools = new Map<string, Versions>();

  /** `inOrder` are the servers in the order in which they registered. */
  constructor(private readonly inOrder: () => Iterable<ToolServer>) {}

  /** A server that listed `before` lists `after`. Answers who differs in which tools from now on. */
  update(server: ToolServer, before: KnownTools, after: KnownTools): ReadonlyMap<ToolServer, readonly string[]> {
    const fresh = new Map<ToolServer, string[]>();
    for (const tool of new Set([...before.keys(), ...after.keys()])) {
      const to = after.get(tool)?.schemaHash;
      for (const [hash, servers] of this.#move(tool, server, before.get(tool)?.schemaHash, to)) {
        const { common } = this.#tools.get(tool)!;
        for (const other of servers)
          if (hash === common) other.differing.delete(tool);
          else if (!other.differing.has(tool)) {
            other.differing.add(tool);
            fresh.set(other, [...(fresh.get(other) ?? []), tool]);
          }
      }
      if (to === undefined) server.differing.delete(tool);
    }
    return fresh;
  }

  /** Answers the servers that have to be compared anew, by the version they list. */
  #move(
    tool: string,
    server: ToolServer,
    from: string | undefined,
    to: string | undefined
  ): Iterable<readonly [string, Iterable<ToolServer>]> {
    if (from === to) return [];
    const versions = this.#tools.get(tool) ?? { listing: new Map<string, Set<ToolServer>>(), common: undefined };
    const { listing, common } = versions;
    this.#tools.set(tool, versions);
    const left = from === undefined ? undefined : listing.get(from);
    left?.delete(server);
    if (left?.size === 0) listing.delete(from!);
    if (to !== undefined) listing.set(to, (listing.get(to) ?? new Set()).add(server));
    if (listing.size === 0) this.#tools.delete(tool);
    versions.common = this.#commonOf(listing);
    if (versions.common !== common) return listing;
    return to === undefined ? [] : [[to, [server]]];
  }

  #commonOf(listing: Versions['listing']): string | undefined {
    let most = 0;
    for (const { size } of listing.values()) most = Math.max(most, size);
    const largest = [...listing].filter(([, { size }]) => size === most);
    if (largest.length < 2) return largest[0]?.[0];
    for (const server of this.inOrder()) for (const [hash, servers] of largest) if (servers.has(server)) return hash;
    return undefined;
  }
}
