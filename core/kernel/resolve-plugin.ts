import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PACKAGE_ROOT } from '../package-root.js';
import { isObject } from '../json.js';

/** What an `import` asks of a package; Node's own `require.resolve` would ask for `require` and find nothing. */
const CONDITIONS: ReadonlySet<string> = new Set(['node', 'import', 'module-sync', 'default']);

/** Where entries of a list of plugins are looked up. */
export interface PluginPlaces {
  /** The folder that holds `plugins.yaml`. */
  readonly folder: string;
  /** The plugins that are built with this package. */
  readonly built: string;
}

/**
 * The module that an entry of `plugins.yaml` names: `./folder` beside the list, or else among the built plugins; any
 * other name is an npm package, looked up from the list's root and then from this package. Throws a sentence.
 */
export function resolvePlugin(use: string, { folder, built }: PluginPlaces): URL {
  if (use.startsWith('.')) {
    const beside = resolve(folder, use);
    if (existsSync(join(beside, 'package.json'))) return entryOf(beside, '.', use);
    const own = join(beside, 'index.js');
    return pathToFileURL(existsSync(own) ? own : resolve(built, use, 'index.js'));
  }
  const [, name = use, subpath = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(use) ?? [];
  for (const start of [dirname(resolve(folder)), PACKAGE_ROOT])
    for (let at = start; ; at = dirname(at)) {
      const installed = join(at, 'node_modules', name);
      if (existsSync(join(installed, 'package.json'))) return entryOf(installed, `.${subpath}`, use);
      if (dirname(at) === at) break;
    }
  throw new Error(`Cannot find module '${use}'`);
}

function entryOf(folder: string, subpath: string, use: string): URL {
  const { exports, main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    exports?: unknown;
    main?: string;
  };
  const target =
    exports === undefined ? (subpath === '.' ? (main ?? 'index.js') : subpath) : exported(exports, subpath);
  if (target === undefined) throw new Error(`its package.json exports nothing for an import of '${use}'`);
  const path = resolve(folder, target);
  if (!existsSync(path)) throw new Error(`its entry ${target} is not there; build the package`);
  return pathToFileURL(path);
}

/** The target of `exports` for a subpath, by the conditions of an import. */
function exported(exports: unknown, subpath: string): string | undefined {
  const bySubpath = isObject(exports) && Object.keys(exports).some(key => key.startsWith('.'));
  if (!bySubpath) return subpath === '.' ? conditional(exports) : undefined;
  return conditional((exports as Readonly<Record<string, unknown>>)[subpath]);
}

function conditional(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  if (typeof target !== 'object' || target === null) return undefined;
  const options = Array.isArray(target)
    ? target
    : Object.entries(target).flatMap(([condition, value]) => (CONDITIONS.has(condition) ? [value as unknown] : []));
  return options.map(conditional).find(found => found !== undefined);
}
