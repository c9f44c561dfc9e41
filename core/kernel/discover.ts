import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readFile } from '../documents/parse.js';
import { validate } from '../documents/schema.js';
import { builtSnapshot, kindCheck } from '../documents/snapshot.js';
import { StartupError, type Problem, thrownBy } from '../errors.js';
import { importModule } from '../modules.js';
import type { Plugin } from './plugin.js';
import { resolvePlugin } from './resolve-plugin.js';

export interface Listed {
  readonly plugin: Plugin;
  readonly options: unknown;
}

/** One entry of `services:` in plugins.yaml. */
export interface Service {
  readonly name: string;
  /** First part of its environment variables, without the underscore. */
  readonly prefix: string;
  readonly listed: readonly Listed[];
  /** False where the plugins were left out because only another service was asked for. */
  readonly imported?: false;
}

/** What a list of plugins holds. */
export interface Discovered {
  readonly services: readonly Service[];
  /** Plugins that bring commands and belong to no service; none where only a service was asked for. */
  readonly commands: readonly Listed[];
}

const PLUGINS = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['use'],
    properties: { use: { type: 'string', minLength: 1 }, options: { type: 'object' } }
  }
};

const PLUGINS_FILE = {
  id: 'plugins',
  version: 1,
  folder: 'plugins',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['kind', 'version', 'services'],
    properties: {
      kind: { const: 'plugins' },
      version: { const: 1 },
      commands: PLUGINS,
      services: {
        type: 'object',
        propertyNames: { pattern: '^[a-z][a-z0-9-]*$' },
        additionalProperties: {
          type: 'object',
          additionalProperties: false,
          required: ['prefix', 'plugins'],
          properties: {
            prefix: { type: 'string', pattern: '^[A-Z][A-Z0-9]*$' },
            plugins: PLUGINS
          }
        }
      }
    }
  },
  compile: (content: PluginsFile) => content
};

type Entries = readonly { readonly use: string; readonly options?: object }[];

interface PluginsFile {
  readonly commands?: Entries;
  readonly services: Readonly<Record<string, { prefix: string; plugins: Entries }>>;
}

/** What a list that does not say which commands it wants gets. */
const COMMANDS: Entries = [{ use: './workbench' }];

/**
 * Imports every plugin that `<folder>/plugins.yaml` lists: a folder (`./support`) or an npm package.
 * `modules` holds the built plugins. Where `only` names a listed service, no other plugins are imported: importing is most of
 * the time a command takes to start. Throws with all problems together.
 */
export async function discover(folder: string, modules: string, only?: string): Promise<Discovered> {
  const problems: Problem[] = [];
  const path = join(folder, 'plugins.yaml');
  if (!existsSync(path))
    throw new StartupError([
      { code: 'plugins_missing', message: `there is no ${path}; it lists the plugins of each service` }
    ]);
  const file = readFile(path, 'plugins/plugins.yaml', problems);
  if (file === undefined) throw new StartupError(problems);
  const at = (pointer: string, code: string, message: string) =>
    void problems.push({ code, message, file: file.source.file, ...file.source.place(pointer) });
  if (!builtSnapshot.isSound(kindCheck(PLUGINS_FILE.id), [file])) validate(PLUGINS_FILE, file.content, at);
  if (problems.length > 0) throw new StartupError(problems);

  const services: Service[] = [];
  const content = file.content as unknown as PluginsFile;
  const alone = only !== undefined && Object.hasOwn(content.services, only);
  for (const [name, { prefix, plugins }] of Object.entries(content.services)) {
    if (alone && name !== only) {
      services.push({ name, prefix, listed: [], imported: false });
      continue;
    }
    services.push({ name, prefix, listed: await imported(plugins, name, `/services/${name}/plugins`) });
  }
  const commands = alone ? [] : await imported(content.commands ?? COMMANDS, 'commands', '/commands');
  if (problems.length > 0) throw new StartupError(problems);
  return { services, commands };

  async function imported(entries: Entries, list: string, pointer: string): Promise<readonly Listed[]> {
    const listed: Listed[] = [];
    for (const [i, { use, options = {} }] of entries.entries()) {
      const report = (code: string, message: string) => at(`${pointer}/${i}/use`, code, message);
      const plugin = await importPlugin(use, folder, modules, report);
      if (plugin === undefined) continue;
      if (listed.some(l => l.plugin.name === plugin.name))
        report('plugin_twice', `${list} lists a plugin '${plugin.name}' already; remove one`);
      else listed.push({ plugin, options });
    }
    return listed;
  }
}

async function importPlugin(
  use: string,
  folder: string,
  modules: string,
  report: (code: string, message: string) => void
): Promise<Plugin | undefined> {
  let module: { default?: unknown };
  try {
    const url = resolvePlugin(use, { folder, built: modules });
    module = (await importModule(url)) as { default?: unknown };
  } catch (error) {
    report('plugin_unloadable', `plugin '${use}' does not load: ${thrownBy(error)}`);
    return undefined;
  }
  const plugin = module.default as Partial<Plugin> | null | undefined;
  const whole =
    typeof plugin?.name === 'string' &&
    typeof plugin.start === 'function' &&
    typeof plugin.needs === 'object' &&
    Array.isArray(plugin.provides);
  if (!whole) report('plugin_shape', `'${use}' has no default export made with definePlugin`);
  else if (plugin.contract !== 1)
    report(
      'plugin_contract',
      `plugin '${plugin.name}' was written for contract ${String(plugin.contract)}; this kernel offers 1`
    );
  else return plugin as Plugin;
  return undefined;
}
