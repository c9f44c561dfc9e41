import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../core/cli/main.js';
import { loadDocuments } from '../../core/documents/load.js';
import { notePassed } from '../../core/documents/snapshot.js';
import { discover, type Listed, type Service } from '../../core/kernel/discover.js';
import type { Plugin } from '../../core/kernel/plugin.js';
import { Settings } from '../../core/kernel/settings.js';
import { loadOptions } from '../../core/kernel/start.js';
import { createSiteServer } from '../../plugins/http-express/site-server.js';
import { Composer } from '../../core/composing/index.js';
import { type DocumentSet, type LiveDocuments, type Log, Metrics, type Running, start } from '../../core/index.js';
import { Courier } from '../../core/net/index.js';
import { Store } from '../../core/store/index.js';
import { seedStore } from '../../plugins/support/seed/seeded-store.js';
import { startSupport } from '../../plugins/support/start.js';
import { Client } from './client.js';
import { SHIPPED_ROOT } from './root.js';
import { thorough } from './same-draws.js';

export const KEY = 'demo-secret';
export const ACME_KEY = 'acme-secret';

/** One record of the service's log. */
export interface LogLine {
  readonly level: string;
  readonly event: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface ServiceOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly root?: string;
  /** Plugins beside those of plugins.yaml; one that has the name of a listed plugin replaces it. */
  readonly plugins?: readonly Plugin[];
  /** Folder of the database; a new one, removed when the service stops, where none is given. */
  readonly folder?: string;
  readonly seed?: boolean;
}

export interface TestService {
  readonly port: number;
  readonly url: string;
  readonly log: readonly LogLine[];
  readonly metrics: Metrics;
  readonly store: Store;
  readonly database: string;
  readonly documents: LiveDocuments;
  /** A client with the demo tenant's key, or with another one; `null` presents none. */
  client(key?: string | null): Client;
  /** Sums the counters of a metric whose attributes contain the given ones. */
  counted(metric: string, attributes?: Readonly<Record<string, string>>): number;
  /** The same service on the same files and records, with other settings or composers, on a port of its own. */
  variant(changes: Variant): Promise<TestService>;
  stop(): Promise<void>;
}

export interface Variant {
  /** By section and key: `{ 'limits/max_steps': 3 }`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly composers?: readonly Composer[];
  /** Instead of the machine's clock. */
  readonly now?: () => Date;
}

/** The shipped documents, compiled by the first service that a process starts on them; a copied root takes over what is the same. */
let shipped: DocumentSet | undefined;

let listed: Promise<readonly Service[]> | undefined;

/** The services of the shipped plugins.yaml, imported once. */
export function shippedServices(): Promise<readonly Service[]> {
  return (listed ??= discover(join(PACKAGE_ROOT, 'plugins'), join(PACKAGE_ROOT, 'dist', 'plugins')).then(
    found => found.services
  ));
}

let trusted: Promise<void> | undefined;

/** Lets the commands of this process take as checked what the build found sound, by the same means: it takes seconds. */
export const trustBuild = (): Promise<void> => (trusted ??= thorough ? Promise.resolve() : noteBuild());

async function noteBuild(): Promise<void> {
  const services = await shippedServices();
  for (const service of services) {
    const options = loadOptions(SHIPPED_ROOT, service, services);
    const { set } = await loadDocuments(options);
    if (set !== undefined) notePassed(set, options);
  }
}

/** Starts the real service through the kernel, on a database and a port of its own, with the demo account. */
export async function startService(options: ServiceOptions = {}): Promise<TestService> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'bylaw-support-'));
  const removeFolder = () =>
    options.folder === undefined ? rmSync(folder, { recursive: true, force: true }) : undefined;
  const database = join(folder, 'support.db');
  const { log, lines } = recordingLog();
  const metrics = new Metrics();
  const services = await shippedServices();
  const service = withPlugins(
    services.find(s => s.name === 'support')!,
    options.plugins ?? []
  );
  const own = options.plugins !== undefined;
  try {
    const running = await start({
      root: options.root ?? SHIPPED_ROOT,
      ...(!own && shipped !== undefined && { before: shipped }),
      service,
      services,
      env: {
        AGENT_SERVER__PORT: '0',
        AGENT_SECURITY__API_KEYS: `demo:${KEY},acme:${ACME_KEY}`,
        AGENT_STORAGE__DATABASE_URL: `sqlite:${database}`,
        ...options.env
      },
      metrics,
      log
    });
    if (!own && options.root === undefined) shipped = running.documents.current;
    const store = running.items(Store)[0]!;
    if (options.seed !== false) await seedStore(store, running.documents.current);
    const port = Number(lines.find(({ event }) => event === 'http.listening')!.fields['port']);
    return facade({ running, store, database, metrics, lines, port }, async () => {
      await running.stop();
      removeFolder();
    });
  } catch (error) {
    removeFolder();
    throw error;
  }
}

/** A clock that goes as the machine's does, from the beginning of an hour: no window of a limit ends within a test. */
export function fromTheHour(): () => Date {
  const ahead = Date.now() % 3_600_000;
  return () => new Date(Date.now() - ahead);
}

interface Parts {
  readonly running: Running;
  readonly store: Store;
  readonly database: string;
  readonly metrics: Metrics;
  readonly lines: readonly LogLine[];
  readonly port: number;
}

function facade(parts: Parts, stop: () => Promise<void>): TestService {
  const { running, store, database, metrics, lines, port } = parts;
  const url = `http://127.0.0.1:${port}`;
  return {
    port,
    url,
    log: lines,
    metrics,
    store,
    database,
    documents: running.documents,
    client: (key = KEY) => new Client(url, key),
    counted: (metric, attributes = {}) => sum(metrics, metric, attributes),
    variant: changes => variantOf(parts, changes),
    stop
  };
}

async function variantOf(
  { running, store, database }: Parts,
  { settings = {}, composers, now }: Variant
): Promise<TestService> {
  const { log, lines } = recordingLog();
  const metrics = new Metrics();
  const changed = new ChangedSettings(running.settings, settings);
  const { documents } = running;
  const { site, stop } = await startSupport({
    store,
    composers: composers ?? running.items(Composer),
    couriers: running.items(Courier),
    settings: changed,
    log,
    metrics,
    documents,
    secret: () => undefined,
    ...(now === undefined ? {} : { now })
  });
  const server = createSiteServer(site, { log });
  const { port } = await server.listen();
  return facade({ running, store, database, metrics, lines, port }, async () => {
    await server.stop();
    await stop();
  });
}

class ChangedSettings extends Settings {
  constructor(
    private readonly given: Settings,
    private readonly changes: Readonly<Record<string, unknown>>
  ) {
    super(new Map());
  }

  override get(section: string, key: string): unknown {
    return this.changes[`${section}/${key}`] ?? this.given.get(section, key);
  }
}

function withPlugins(service: Service, plugins: readonly Plugin[]): Service {
  const added: Listed[] = plugins.map(plugin => ({ plugin, options: {} }));
  const kept = service.listed.filter(({ plugin }) => !plugins.some(({ name }) => name === plugin.name));
  return { ...service, listed: [...kept, ...added] };
}

function recordingLog(): { readonly log: Log; readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  const write =
    (level: string) =>
    (event: string, fields: object = {}) =>
      void lines.push({ level, event, fields: { ...fields } });
  return {
    log: { debug: write('debug'), info: write('info'), warning: write('warning'), error: write('error') },
    lines
  };
}

function sum(metrics: Metrics, name: string, attributes: Readonly<Record<string, string>>): number {
  const matching = metrics
    .snapshot()
    .filter(s => s.name === name && Object.entries(attributes).every(([key, value]) => s.attributes[key] === value));
  return matching.reduce((total, { count }) => total + count, 0);
}
