import { createRequire } from 'node:module';

// Whatever of ours is loaded when it is wanted is loaded by these: a bundle puts others in their place, for what it holds.

export const loadModule = (from: string, path: string): unknown => createRequire(from)(path);
export const importModule = (url: URL): Promise<unknown> => import(url.href);
