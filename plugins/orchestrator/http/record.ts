import { percentilesOf } from '../metrics/sliding-latency.js';
import type { ToolTraffic } from '../metrics/traffic.js';
import type { ToolServer } from '../registry/tool-server.js';

/** A server as callers see it. */
export function serverRecord(server: ToolServer) {
  const { name, url, capabilities, metadata, registered_at } = server.registered;
  const { p50, p95, p99 } = server.traffic.latency.percentiles(performance.now());
  return {
    name,
    url,
    capabilities,
    metadata,
    status: server.status,
    registered_at,
    last_checked_at: server.lastCheckedAt,
    last_error: server.lastError,
    consecutive_failures: server.health.consecutiveFailures,
    latency_ms: { p50, p95, p99 }
  };
}

/** The record, and what routing knows besides: its weight, what it was found to offer, how each tool does. */
export function detailedRecord(server: ToolServer) {
  return {
    ...serverRecord(server),
    state: server.registered.state,
    weight: server.weight,
    owner: server.registered.owner,
    discovered_capabilities: server.discovered === undefined ? null : [...server.discovered.capabilities],
    tools:
      server.discovered?.tools === undefined
        ? null
        : [...server.discovered.tools.values()].map(({ name, schemaHash, repeatable, digest, suspicion }) => ({
            name,
            schema: schemaHash,
            differs: server.differs(name),
            repeatable,
            digest,
            suspicion,
            changed: server.flagged.get(name)?.changed === true,
            blocked: server.blocks(name) ?? null,
            ...calls(server.traffic.tools.get(name))
          }))
  };
}

/** How the calls of a tool went; latency is since the start. */
function calls(traffic: Readonly<ToolTraffic> | undefined) {
  if (traffic === undefined) return {};
  const { outcomes, slow, latency } = traffic;
  const { p50, p95, p99 } = percentilesOf(latency);
  return { outcomes, slow, latency_ms: { p50, p95, p99 } };
}
