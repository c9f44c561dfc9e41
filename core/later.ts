import { createRequire } from 'node:module';
import { once } from './packages.js';

type Callable = (...args: readonly unknown[]) => unknown;

/**
 * Functions of a module of ours that is loaded with the first call of one of them. Every file takes half a millisecond of a
 * start, and whoever starts a tool server waits for it; most services call into few parts of the kernel.
 * @param from `import.meta.url` of the caller, to which `path` is relative
 */
export function later<M extends object>(from: string, path: string): <K extends keyof M>(name: K) => M[K] {
  const load = once(() => createRequire(from)(path) as M);
  return name => ((...args: readonly unknown[]) => (load()[name] as Callable)(...args)) as M[typeof name];
}
