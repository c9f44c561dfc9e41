import { register } from 'node:module';

// The conformance suite imports `globSync` from `fs` by name, which Node has from 22 on. The scenarios never call it.
const hook = `
const STAND_IN = 'node-fs:with-glob-sync';
export async function resolve(name, context, next) {
  const wanted = name === 'fs' && (context.parentURL ?? '').includes('/@modelcontextprotocol/conformance/');
  return wanted ? { url: STAND_IN, shortCircuit: true } : next(name, context);
}
export async function load(url, context, next) {
  if (url !== STAND_IN) return next(url, context);
  const source = "export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = () => [];";
  return { format: 'module', shortCircuit: true, source };
}`;

register(`data:text/javascript,${encodeURIComponent(hook)}`);
