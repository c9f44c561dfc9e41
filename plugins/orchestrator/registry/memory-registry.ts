import type { Registered } from './registration.js';
import type { Registry } from './registry.js';

/** A registry of one instance, gone when it stops. */
export function memoryRegistry(now: () => Date): Registry {
  const servers = new Map<string, Registered>();
  return {
    async put(registration) {
      const before = servers.get(registration.name);
      const registered = { ...registration, registered_at: before?.registered_at ?? now().toISOString() };
      servers.set(registration.name, registered);
      return { registered, created: before === undefined };
    },
    remove: async name => servers.delete(name),
    list: async () => [...servers.values()],
    watch: () => () => {},
    async close() {}
  };
}
