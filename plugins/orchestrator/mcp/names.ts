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

/** The listed tool that a name stands for. A server's name never holds the separator, a tool's may. */
export function split(name: string, fleet: Fleet): { readonly server: ToolServer; readonly tool: string } | undefined {
  const at = name.indexOf(SEPARATOR);
  const server = fleet.get(name.slice(0, at));
  const tool = name.slice(at + SEPARATOR.length);
  return server?.tool(tool) === undefined ? undefined : { server, tool };
}
