import type { ToolServer } from './tool-server.js';

/**
 * Finds the servers that list a tool with another schema than most: they are used for that tool only when no other fits.
 * Where as many say one as the other, those that registered first are right.
 */
export function compareTools(servers: Iterable<ToolServer>): ReadonlyMap<ToolServer, ReadonlySet<string>> {
  const byTool = new Map<string, Map<string, ToolServer[]>>();
  for (const server of servers)
    for (const { name, schemaHash } of server.discovered?.tools?.values() ?? []) {
      const versions = byTool.get(name) ?? new Map<string, ToolServer[]>();
      byTool.set(name, versions);
      versions.set(schemaHash, [...(versions.get(schemaHash) ?? []), server]);
    }
  const differing = new Map<ToolServer, Set<string>>();
  for (const [tool, versions] of byTool) {
    if (versions.size < 2) continue;
    const sizes = [...versions.values()].map(those => those.length);
    const common = [...versions.values()].find(those => those.length === Math.max(...sizes));
    for (const those of versions.values())
      if (those !== common)
        for (const server of those) differing.set(server, (differing.get(server) ?? new Set()).add(tool));
  }
  return differing;
}
