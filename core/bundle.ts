import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, Script } from 'node:vm';
import type { main } from './cli/main.js';

/** The compiled code. */
const BUILT = fileURLToPath(new URL('..', import.meta.url));
/** The compiler writes it with every change; a package does without. */
const COMPILED = join(BUILT, 'tsconfig.tsbuildinfo');
const PLUGINS = join(BUILT, '../plugins/plugins.yaml');

/** The first two words of a command line that may have a bundle. */
const COMMAND = /^[a-z]+ [a-z]+$/;

/** Of which modules and for which plugins a bundle was made. */
interface Made {
  readonly compiled?: number;
  readonly plugins: string;
}

/** What is known of a bundle without loading it; `commands` are those that it is for. */
interface Stamp extends Made {
  readonly commands: readonly string[];
}

/** What holds of a bundle that is made now. */
export function madeNow(): Made {
  const compiled = statSync(COMPILED, { throwIfNoEntry: false })?.mtimeMs;
  const plugins = existsSync(PLUGINS) ? readFileSync(PLUGINS, 'utf8') : '';
  return { ...(compiled !== undefined && { compiled }), plugins };
}

/** Where the build puts the bundle of a service: its code, what V8 made of that, its stamp. */
export function bundleFiles(service: string) {
  const file = (ending: string) => join(BUILT, 'bundle', service + ending);
  return { code: file('.cjs'), cache: file('.cache'), stamp: file('.json') };
}

/** Loads a bundle. Another version of Node than that of the build compiles it anew. */
export function openBundle({ code, cache }: ReturnType<typeof bundleFiles>) {
  const script = new Script(readFileSync(code, 'latin1'), {
    filename: code,
    ...(existsSync(cache) && { cachedData: readFileSync(cache) }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
  });
  const module = { exports: {} as { readonly main: typeof main } };
  (script.runInThisContext() as (...names: unknown[]) => void)(module, createRequire(code), dirname(code));
  return { script, main: module.exports.main };
}

/**
 * The command line in a bundle, where the build has made one for the command: one file takes a third of the time that its
 * hundreds of modules take. A process must not hold two of a module, so there is none for a root of one's own, for other
 * plugins than the package lists, and where modules have changed since.
 */
export function bundledMain(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>
): typeof main | undefined {
  const command = argv.slice(0, 2).join(' ');
  const isElsewhere = env['BYLAW_ROOT'] || argv.some(word => word.startsWith('--root'));
  if (isElsewhere || !COMMAND.test(command)) return undefined;
  const files = bundleFiles(argv[0]!);
  if (!existsSync(files.stamp)) return undefined;
  const made = JSON.parse(readFileSync(files.stamp, 'utf8')) as Stamp;
  const { compiled = made.compiled, plugins } = madeNow();
  const isCurrent = made.compiled === compiled && made.plugins === plugins;
  return isCurrent && made.commands.includes(command) ? openBundle(files).main : undefined;
}
