import { loadModule } from './modules.js';
import { once } from './packages.js';

type Callable = (...args: readonly unknown[]) => unknown;

/** A module of ours that is not loaded yet. */
export interface Later<M> {
  /** A function of it, which loads it with its first call. */
  <K extends keyof M>(name: K): M[K];
  readonly module: () => M;
}

/**
 * Functions of a module of ours that is loaded with the first call of one of them. Every file takes half a millisecond of a
 * start, and whoever starts a tool server waits for it; most services call into few parts of the kernel.
 * @param from `import.meta.url` of the caller, to which `path` is relative
 */
export function later<M extends object>(from: string, path: string): Later<M> {
  const module = once(() => loadModule(from, path) as M);
  const call = (name: keyof M) => ((...args: readonly unknown[]) => (module()[name] as Callable)(...args)) as never;
  return Object.assign(call, { module });
}
