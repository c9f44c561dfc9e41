import { createRequire } from 'node:module';

// Each of these takes 15 to 40 ms to load, and most commands need few of them or none: they are loaded when first used.
const load = createRequire(import.meta.url);

export const ajvPackage = () => load('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
export const liquidPackage = () => load('liquidjs') as typeof import('liquidjs');
export const rulesEnginePackage = () => load('json-rules-engine') as typeof import('json-rules-engine');
export const yamlPackage = () => load('js-yaml') as typeof import('js-yaml');
export const winstonPackage = () => load('winston') as typeof import('winston');

/** Makes a value when it is first asked for, and keeps it. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
