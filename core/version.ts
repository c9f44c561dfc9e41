import { readFileSync } from 'node:fs';

/** The version of the package, for probes, API descriptions and `--version`. */
export const VERSION = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { readonly version: string }
).version;
