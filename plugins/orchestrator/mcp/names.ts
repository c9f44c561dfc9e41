import type { Fleet } from '../registry/fleet.js';
import type { ToolServer } from '../registry/tool-server.js';

const SEPARATOR = '__';
/** The protocol's own limit. */
const MAX_NAME = 128;

/** The name under which clients see a tool; undefined for one that would be longer than the protocol allows. */
export function joined(server: string, tool: string): string | undefined {
  const name = server + SEPARATOR + tool;
  return name.length <= MAX_NAME ? name : undefined;
}

/**
 * The server and the tool that a name stands for. A server's name and a tool's may both hold the separator, so every
 * place is tried: the first that names a registered server which lists the rest.
 */
export function split(name: string, fleet: Fleet): { readonly server: ToolServer; readonly tool: string } | undefined {
  for (let at = name.indexOf(SEPARATOR, 1); at > 0; at = name.indexOf(SEPARATOR, at + 1)) {
    const server = fleet.get(name.slice(0, at));
    const tool = name.slice(at + SEPARATOR.length);
    if (server?.tool(tool) !== undefined) return { server, tool };
  }
  return undefined;
}
