import type { ValidateFunction } from 'ajv/dist/2020.js';
import { LiveDocuments } from '../documents/live.js';
import { loadDocuments, type LoadOptions } from '../documents/load.js';
import { foldersOf } from '../documents/read.js';
import type { DocumentSet } from '../documents/set.js';
import { StartupError, type Problem, thrownBy } from '../errors.js';
import { ajvPackage, once } from '../packages.js';
import { createLog, type Log, type LogLevel } from '../observe/log.js';
import { observedLog, type LogObserver } from '../observe/observers.js';
import { LOG_SECTION } from '../observe/settings.js';
import type { Metrics } from '../observe/metrics.js';
import type { Listed, Service } from './discover.js';
import { kindsOf } from './kinds-of.js';
import { startOrder } from './order.js';
import type { Plugin, Stop } from './plugin.js';
import type { ExtensionPoint, Need } from '../point.js';
import { schemaProblems } from '../schema-errors.js';
import { readSettings, type Settings } from './settings.js';

export interface StartOptions {
  /** Holds the folders of the declarative files. */
  readonly root: string;
  readonly service: Service;
  /** All services, imported or not, so that files of another's kind are not taken for unknown ones. */
  readonly services: readonly Service[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly metrics: Metrics;
  /** Instead of the log the settings describe. */
  readonly log?: Log;
  /** Start only the plugins that provide these points, for commands that need no more. */
  readonly only?: readonly ExtensionPoint<any>[];
  /** Documents that this process loaded for the same service and root, from which is taken over what is the same. */
  readonly before?: DocumentSet;
}

export interface Running {
  readonly order: readonly string[];
  readonly documents: LiveDocuments;
  readonly settings: Settings;
  readonly log: Log;
  /** The items that started plugins provided for a point. */
  items<T>(point: ExtensionPoint<T>): readonly T[];
  /** Stops in reverse order of start; every stop runs even if another fails. */
  stop(): Promise<void>;
}

/** What to load for one service; the same for start-up, reload and `policy check`. */
export function loadOptions(root: string, service: Service, services: readonly Service[]): LoadOptions {
  const own = service.listed.map(l => l.plugin);
  const kinds = unique(kindsOf([service]));
  const folders = foldersOf(kindsOf(services));
  const known = services.every(s => s.imported !== false);
  const otherKinds = new Set(kindsOf(services).map(({ id }) => id));
  return {
    root,
    kinds,
    folders,
    ...(known && { otherKinds }),
    assemblies: unique(own.flatMap(p => p.assemblies ?? [])),
    items: point => staticItems([service], point)
  };
}

const unique = <T extends { readonly id: string }>(items: readonly T[]) => [
  ...new Map(items.map(item => [item.id, item])).values()
];

/** Items added without starting anything, over all services. */
export function staticItems<T>(services: readonly Pick<Service, 'listed'>[], point: ExtensionPoint<T>): readonly T[] {
  const items: Items = new Map();
  for (const plugin of new Set(services.flatMap(s => s.listed.map(l => l.plugin))))
    for (const { point: at, value } of plugin.adds ?? [])
      if (at.id === point.id) keep(plugin, point, value as T, items);
  return valuesOf(items, point);
}

/** Checks everything that can be checked, reports all of it together, then starts plugins so that providers run before users. */
export async function start({
  root,
  service,
  services,
  env,
  metrics,
  log: given,
  only,
  before
}: StartOptions): Promise<Running> {
  const problems: Problem[] = [];
  const listed = service.listed.map(l => l.plugin);
  const settings = readSettings(service.prefix, [LOG_SECTION, ...listed.map(p => p.settings ?? {})], env, problems);
  const plugins =
    only === undefined
      ? listed
      : listed.filter(p => p.provides.some((x: { id: string }) => only.some(o => o.id === x.id)));
  const names = listed.map(({ name }) => name);
  for (const plugin of plugins) problems.push(...(plugin.check?.(settings, names) ?? []));
  checkOptions(service.listed, problems);
  const order = startOrder(plugins, problems);
  const options: LoadOptions = { ...loadOptions(root, service, services), learning: 'refuse' };
  const candidate = await loadDocuments(before === undefined ? options : { ...options, before });
  problems.push(...candidate.problems);
  if (problems.length > 0 || candidate.set === undefined) throw new StartupError(problems);

  const logObservers: LogObserver[] = [];
  const { level, format } = logOptions(settings);
  const log = observedLog(given ?? createLog({ service: service.name, level, format }), level, logObservers);
  const documents = new LiveDocuments(candidate.set, options, candidate.later);
  const items: Items = new Map();
  const stops: { plugin: string; stop: Stop }[] = [];
  const stop = async () => {
    for (const { plugin, stop: stopPlugin } of stops.splice(0).reverse())
      try {
        await stopPlugin();
      } catch (error) {
        log.error('plugin.stop_failed', { plugin, reason: reasonOf(error) });
      }
  };
  for (const plugin of order) {
    try {
      const needs = resolveNeeds(plugin, items);
      const provide = (point: ExtensionPoint<unknown>, value: unknown) => {
        if (!plugin.provides.some((p: { id: string }) => p.id === point.id))
          throw new Error(`it provides an item for ${point.id} without listing that point`);
        keep(plugin, point, value, items);
      };
      const { options: pluginOptions } = service.listed.find(l => l.plugin === plugin)!;
      const stopPlugin = await plugin.start(needs, {
        service: service.name,
        options: pluginOptions,
        settings,
        log,
        metrics,
        secret: name => env[`BYLAW_SECRET_${name}`] || undefined,
        documents,
        logObservers,
        provide
      });
      if (stopPlugin) stops.push({ plugin: plugin.name, stop: stopPlugin });
    } catch (error) {
      await stop();
      throw error instanceof StartupError
        ? error
        : new StartupError([
            { code: 'plugin_start_failed', message: `${plugin.name} did not start: ${thrownBy(error)}` }
          ]);
    }
  }
  return {
    order: order.map(p => p.name),
    documents,
    settings,
    log,
    items: point => valuesOf(items, point),
    stop
  };
}

/** A service may declare a `log_level` outside a section; it goes first. */
function logOptions(settings: Settings) {
  const { log_level: level, log_format: format } = settings.section('observability', LOG_SECTION.observability);
  return { level: (settings.get('', 'log_level') as LogLevel | undefined) ?? level, format };
}

/** What plugins put at each point, by the point's id. */
type Items = Map<string, { readonly by: string; readonly name: string; readonly value: unknown }[]>;

const valuesOf = <T>(items: Items, { id }: ExtensionPoint<T>) => (items.get(id) ?? []).map(i => i.value as T);

function resolveNeeds(plugin: Plugin, items: Items): Record<string, unknown> {
  const needs: Record<string, unknown> = {};
  for (const [name, { take, point }] of Object.entries(plugin.needs as Readonly<Record<string, Need<unknown>>>)) {
    const values = valuesOf(items, point);
    if (take === 'one' && values.length !== 1)
      throw new Error(`it needs one ${point.id}, and the plugin that lists it provided ${values.length}`);
    needs[name] = take === 'all' ? values : values[0];
  }
  return needs;
}

function keep<T>(plugin: Plugin, point: ExtensionPoint<T>, value: T, items: Items): void {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const missing = (point.members ?? []).filter(member => given[member] === undefined);
  if (missing.length > 0) {
    const message = `${plugin.name} brings a ${point.id} without ${missing.map(m => `'${m}'`).join(', ')}`;
    throw new StartupError([{ code: 'item_incomplete', message }]);
  }
  const list = items.get(point.id) ?? [];
  const name = point.nameOf(value);
  const twin = list.find(item => item.name === name);
  if (twin !== undefined) {
    const message = `${point.id} '${name}' comes from both ${twin.by} and ${plugin.name}; list one of them`;
    throw new StartupError([{ code: 'duplicate_item', message }]);
  }
  items.set(point.id, [...list, { by: plugin.name, name, value }]);
}

/** Makes one for all starts of a process: its meta-schema takes longer to compile than all options. */
const optionsAjv = once(
  () => new (ajvPackage().Ajv2020)({ allErrors: true, strict: true, useDefaults: true, verbose: true })
);

function checkOptions(listed: readonly Listed[], problems: Problem[]): void {
  // What an earlier start compiled is forgotten: a plugin that is made anew has the `$id` of the one before.
  const ajv = once(() => optionsAjv().removeSchema());
  for (const { plugin, options } of listed) {
    // The schema compiler takes longer to load than all else of a small service, and has nothing to check here.
    if (Object.keys(options as object).length === 0 && fillDefaults(plugin.options, options as object)) continue;
    const refuse = (sentence: string) =>
      problems.push({ code: 'plugin_options', message: `${plugin.name}: ${sentence}` });
    let validate: ValidateFunction;
    try {
      validate = ajv().compile(plugin.options ?? { type: 'object', additionalProperties: false });
    } catch (error) {
      refuse(`the schema of its options cannot be used: ${reasonOf(error)}`);
      continue;
    }
    if (!validate(options)) for (const { message } of schemaProblems(validate.errors, 'options')) refuse(message);
  }
}

const PLAIN = new Set(['type', 'additionalProperties', 'properties']);

/** Gives options that nobody set their defaults. False where the schema asks for more than that. */
function fillDefaults(schema: object | undefined, options: object): boolean {
  if (!Object.keys(schema ?? {}).every(key => PLAIN.has(key))) return false;
  const { properties = {} } = (schema ?? {}) as {
    readonly properties?: Readonly<Record<string, { default?: unknown }>>;
  };
  for (const [name, property] of Object.entries(properties))
    if (property.default !== undefined) Object.assign(options, { [name]: property.default });
  return true;
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
