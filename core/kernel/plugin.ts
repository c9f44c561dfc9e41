import type { Assembly } from '../documents/assembly.js';
import type { DocumentKind } from '../documents/kind.js';
import type { LiveDocuments } from '../documents/live.js';
import type { Problem } from '../errors.js';
import type { Log } from '../observe/log.js';
import type { LogObserver } from '../observe/observers.js';
import type { Metrics } from '../observe/metrics.js';
import type { SectionSchema, Settings } from './settings.js';
import type { ExtensionPoint, Needs, Resolved, Static } from '../point.js';

export interface StartContext<O, P extends readonly ExtensionPoint<any>[]> {
  /** Name of the service that runs, as in `plugins.yaml`. */
  readonly service: string;
  /** From `plugins.yaml`, validated against the plugin's `options`. */
  readonly options: O;
  /** From the environment, validated against the sections all plugins of the service declare. */
  readonly settings: Settings;
  readonly log: Log;
  /** Add a function to see every record that is logged from then on. */
  readonly logObservers: LogObserver[];
  readonly metrics: Metrics;
  /** The value of the variable `BYLAW_SECRET_<name>`; undefined where it is not set. */
  secret(name: string): string | undefined;
  /** The declarative files as they stand; `current` changes when a reload succeeds. */
  readonly documents: LiveDocuments;
  /** Adds an item to one of the points this plugin lists in `provides`. */
  provide<X extends P[number]>(point: X, value: X extends ExtensionPoint<infer T> ? T : never): void;
}

export type Stop = () => Promise<void> | void;

export interface Plugin<O = any, N extends Needs = any, P extends readonly ExtensionPoint<any>[] = any> {
  readonly name: string;
  readonly version: string;
  /** Major version of this contract. */
  readonly contract: 1;
  /** JSON Schema of the options in `plugins.yaml`; omitted means that none are accepted. */
  readonly options?: object;
  /** Settings read from the environment, by section (`''` for settings without one). */
  readonly settings?: Readonly<Record<string, SectionSchema>>;
  /** Kinds of declarative file this plugin brings. They are read before anything starts. */
  readonly kinds?: readonly DocumentKind<any>[];
  /** What is built once from all files of a set, and checked with them. */
  readonly assemblies?: readonly Assembly<any>[];
  /** Items that need nothing started: commands, evaluators. */
  readonly adds?: readonly Static[];
  readonly needs: N;
  readonly provides: P;
  /** Says what is wrong with the settings as a whole, before anything starts; `listed` are the names of all plugins. */
  check?(settings: Settings, listed?: readonly string[]): readonly Problem[];
  start(needs: Resolved<N>, context: StartContext<O, P>): Promise<Stop | void> | Stop | void;
}

/** Gives `start` its types: `definePlugin<Options>()({ name, needs, provides, start })`. */
export function definePlugin<O = Record<string, never>>() {
  return <const N extends Needs, const P extends readonly ExtensionPoint<any>[]>(plugin: Plugin<O, N, P>) => plugin;
}
