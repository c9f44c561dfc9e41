import type { Plugin } from '../../core/index.js';
import { Store, StoreUnavailable } from '../../core/store/index.js';
import storage from '../../plugins/storage-knex/index.js';

/** The shipped storage with a switch that takes the database away. */
export function failingStorage() {
  const state = { gone: false };
  const guarded = (store: Store): Store =>
    new Proxy(store, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        const method = value.bind(target) as (...args: unknown[]) => unknown;
        if (!['read', 'commit', 'search', 'check'].includes(String(name))) return method;
        return async (...args: unknown[]) => {
          if (state.gone) throw new StoreUnavailable('it was taken away');
          return await method(...args);
        };
      }
    });
  const plugin: Plugin = {
    ...storage,
    start: (needs, context) =>
      storage.start(
        needs as never,
        {
          ...context,
          provide: (point: typeof Store, store: Store) => context.provide(point, guarded(store))
        } as never
      )
  };
  return { plugin, state };
}
