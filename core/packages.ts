import { createRequire } from 'node:module';
import { join } from 'node:path';
import { StartupError } from './errors.js';
import { PACKAGE_ROOT } from './package-root.js';

// Each of these takes 15 to 40 ms to load, and most commands need few of them or none: they are loaded when first used.
const load = createRequire(import.meta.url);

export const ajvPackage = () => load('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
export const liquidPackage = () => load('liquidjs') as typeof import('liquidjs');
export const rulesEnginePackage = () => load('json-rules-engine') as typeof import('json-rules-engine');
export const yamlPackage = () => load('js-yaml') as typeof import('js-yaml');
export const winstonPackage = () => load('winston') as typeof import('winston');

/**
 * Imports a module that stands on packages which not everybody installs. Throws a `StartupError` (`package_missing`) with
 * the line that installs them where one is not there.
 * @param what for whom they are needed, as a reader of the message knows it
 */
export async function withPackages<T>(what: string, packages: readonly string[], load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const missing = packages.some(name => message.includes(`'${name}'`));
    if (!missing || (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND')) throw error;
    throw new StartupError([
      {
        code: 'package_missing',
        message: `${what} needs packages that are not installed: npm install ${packages.map(versioned).join(' ')}`
      }
    ]);
  }
}

interface Versions {
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

function versioned(name: string): string {
  const { peerDependencies, optionalDependencies } = load(join(PACKAGE_ROOT, 'package.json')) as Versions;
  const version = peerDependencies?.[name] ?? optionalDependencies?.[name];
  return version === undefined ? name : `${name}@${version}`;
}

/** Makes a value when it is first asked for, and keeps it. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
