import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// What stands in a bundle for `core/modules.ts`: modules that are loaded when they are wanted come from the bundle as well.

const held = new Map<string, () => unknown>();

/** The URL of a module from which the bundle was made; `path` is that in the compiled code. A bundle lies in a folder beside. */
export const urlOf = (path: string): string => pathToFileURL(join(__dirname, '..', path)).href;

export const hold = (from: string, path: string, load: () => unknown): void =>
  void held.set(new URL(path, from).href, load);

export const loadModule = (from: string, path: string): unknown => held.get(new URL(path, from).href)!();
export const importModule = async ({ href }: URL): Promise<unknown> => held.get(href)!();
