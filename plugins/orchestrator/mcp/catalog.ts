import type { CacheHint, ToolDescription } from '../../../core/mcp/index.js';
import { within } from '../../../core/resilience/index.js';
import type { Prober } from '../probing/prober.js';
import type { RoutingTable } from '../policy/table.js';
import type { Fleet } from '../registry/fleet.js';
import type { ToolServer } from '../registry/tool-server.js';
import { joined, split } from './names.js';

/** A server that does not answer in this time is shown with the tools it had. */
const REFRESH_MS = 2_000;

interface CatalogParts {
  readonly fleet: Fleet;
  readonly prober: Prober;
  readonly table: () => RoutingTable;
}

/** The tools of all servers that can be used, as one list in a stable order. */
export class Catalog {
  readonly #fleet: Fleet;
  readonly #prober: Prober;
  #epoch = -1;
  #tools: readonly ToolDescription[] = [];

  readonly #table: () => RoutingTable;
  #listed: RoutingTable | undefined;

  constructor({ fleet, prober, table }: CatalogParts) {
    this.#fleet = fleet;
    this.#prober = prober;
    this.#table = table;
  }

  /** Lists anew what a server said may have changed by now; of all tools, those that the caller may call. */
  async list(mayCall?: (name: string) => boolean): Promise<readonly ToolDescription[]> {
    const stale = [...this.#usable()].filter(({ discovered }) => discovered === undefined || isStale(discovered));
    if (stale.length > 0) await within(REFRESH_MS, Promise.all(stale.map(server => this.#prober.probe(server))));
    const table = this.#table();
    if (this.#epoch !== this.#fleet.epoch || this.#listed !== table) {
      this.#tools = merged(this.#usable());
      this.#listed = table;
      this.#epoch = this.#fleet.epoch;
    }
    return mayCall === undefined ? this.#tools : this.#tools.filter(({ name }) => mayCall(name));
  }

  find(name: string): ToolDescription | undefined {
    const found = split(name, this.#fleet);
    return found?.server.allowed === true ? describe(found.server, found.tool, name) : undefined;
  }

  /** No longer than the server that changes most often says, and shared only where all of them may be. */
  cache(): CacheHint {
    const found = [...this.#usable()].flatMap(({ discovered }) => discovered ?? []);
    const now = performance.now();
    return {
      ttlMs: Math.max(0, Math.floor(Math.min(...found.map(({ freshUntil }) => freshUntil - now), MOST_TTL_MS))),
      cacheScope: found.every(({ shared }) => shared) ? 'public' : 'private'
    };
  }

  *#usable(): Iterable<ToolServer> {
    const { listDegraded } = this.#table().policy;
    for (const server of this.#fleet.values()) {
      const { allowed, draining, status } = server;
      if (allowed && !draining && (status === 'healthy' || (status === 'degraded' && listDegraded))) yield server;
    }
  }
}

/** Servers come and go, whatever they say of their own tools. */
const MOST_TTL_MS = 30_000;

const isStale = ({ freshUntil }: { readonly freshUntil: number }) => performance.now() >= freshUntil;

function merged(servers: Iterable<ToolServer>): readonly ToolDescription[] {
  const byName = [...servers].sort((a, b) => (a.name < b.name ? -1 : 1));
  return byName.flatMap(server =>
    [...(server.discovered?.tools?.keys() ?? [])].flatMap(tool => {
      const name = server.blocks(tool) === undefined ? joined(server.name, tool) : undefined;
      return name === undefined ? [] : [describe(server, tool, name)];
    })
  );
}

/** A tool as its server lists it, under the name by which it is called here. */
function describe(server: ToolServer, tool: string, name: string): ToolDescription {
  const { description } = server.tool(tool)!;
  return { ...(description as unknown as ToolDescription), name };
}
