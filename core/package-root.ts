import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The top of the package, where `package.json`, `policies/` and the rest live. */
export const PACKAGE_ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
