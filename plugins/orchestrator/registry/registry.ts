import type { Registered } from './registration.js';

export interface RegistryChange {
  readonly name: string;
  /** Undefined when the server was deregistered. */
  readonly registered: Registered | undefined;
}

/** Makes the new registration of a name from what is there; undefined takes it away. What it throws ends the change. */
export type Change = (before: Registered | undefined) => Registered | undefined;

/**
 * Where registrations are kept. It knows nothing of health, pools or requests: every instance of the orchestrator
 * finds those out for itself. A registry that several instances share also reports what the others changed.
 */
export interface Registry {
  /** Changes what is registered under a name, alone among all instances. Answers what was there before, and what is now. */
  change(name: string, change: Change): Promise<{ readonly before?: Registered; readonly after?: Registered }>;
  /** What is registered now; called once at the start, before any change is reported. */
  list(): Promise<readonly Registered[]>;
  /** Reports changes that other instances made, until the returned function is called. */
  watch(onChange: (change: RegistryChange) => void): () => void;
  /** Why this instance may not know what others have registered; absent while it does. */
  readonly trouble?: string | undefined;
  close(): Promise<void>;
}

/** A registry of one instance, gone when it stops. */
export function memoryRegistry(): Registry {
  const servers = new Map<string, Registered>();
  return {
    async change(name, change) {
      const before = servers.get(name);
      const after = change(before);
      if (after === undefined) servers.delete(name);
      else servers.set(name, after);
      return changed(before, after);
    },
    list: async () => [...servers.values()],
    watch: () => () => {},
    async close() {}
  };
}

/** What a change came to, without members that are not there. */
export const changed = (before: Registered | undefined, after: Registered | undefined) => ({
  ...(before === undefined ? {} : { before }),
  ...(after === undefined ? {} : { after })
});
