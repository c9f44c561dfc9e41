import type { Registration, ServerState } from '../policy/tool-servers.js';

/** A registration as it is kept. */
export interface Registered extends Registration {
  /** ISO 8601, UTC; that of the first registration under this name. */
  readonly registered_at: string;
  readonly state: ServerState;
  /** The name of the caller's key that registered it, or the file that lists it. */
  readonly owner: string;
  /** Digests of what it said of its tools when that was first seen, or last accepted. */
  readonly pins?: Readonly<Record<string, string>>;
}

/** Path of a health endpoint of the server's own, or undefined where the protocol's own probe is used. */
export function healthPathOf({ metadata }: Registration): string | undefined {
  const path = metadata['health_path'];
  return typeof path === 'string' ? path : undefined;
}
