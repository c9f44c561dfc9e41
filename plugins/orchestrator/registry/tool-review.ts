import type { Log } from '../../../core/index.js';
import type { ToolReviewPolicy } from '../policy/routing-policy.js';
import type { ToolServer } from './tool-server.js';

/** Digests of what servers said of their tools when that was first seen, or last accepted. */
export type Pins = Readonly<Record<string, string>>;

/**
 * Compares what a server says of its tools with what it said before, and looks at what the guard found in it. Says what is new to the
 * log, and keeps from callers what the policy says. Answers the pins with those of tools that were never seen before.
 */
export function reviewTools(server: ToolServer, pins: Pins, policy: ToolReviewPolicy, log: Log): Pins {
  const fresh: Record<string, string> = {};
  const noted = new Map(server.flagged);
  server.flagged.clear();
  for (const tool of server.discovered?.tools?.values() ?? []) {
    const { name, digest, suspicion } = tool;
    const pinned = pins[name];
    if (pinned === undefined) fresh[name] = digest;
    const changed = pinned !== undefined && pinned !== digest;
    const suspicious = suspicion.level === 'high' || suspicion.level === 'medium';
    if (!changed && !suspicious) continue;
    const blocked =
      changed && policy.changed === 'block'
        ? 'what it says of the tool has changed since it was first seen'
        : suspicious && policy.suspicious === 'block'
          ? 'what it says of the tool reads like an attack on models'
          : undefined;
    server.flagged.set(name, { changed, suspicious, digest, blocked });
    const before = noted.get(name);
    if (before?.digest === digest && before.blocked === blocked) continue;
    if (changed)
      log.warning('registry.tool_changed', { server: server.name, tool: name, blocked: blocked !== undefined });
    if (suspicious)
      log.warning('registry.tool_suspicious', {
        server: server.name,
        tool: name,
        level: suspicion.level,
        rules: suspicion.rules,
        blocked: blocked !== undefined
      });
  }
  return Object.keys(fresh).length === 0 ? pins : { ...pins, ...fresh };
}
