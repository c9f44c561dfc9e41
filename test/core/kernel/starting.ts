import { StartupError } from '../../../core/errors.js';
import type { Service } from '../../../core/kernel/discover.js';
import type { Plugin } from '../../../core/kernel/plugin.js';
import { extensionPoint, type ExtensionPoint, type Needs } from '../../../core/point.js';
import { start } from '../../../core/kernel/start.js';
import { silentLog, type Log } from '../../../core/observe/log.js';
import { Metrics } from '../../../core/observe/metrics.js';
import { folderOf } from '../documents/root-folder.js';

export interface Named {
  readonly name: string;
}
export const point = (id: string): ExtensionPoint<Named> => extensionPoint<Named>(id, item => item.name);

/** A plugin that notes what happens to it and provides one item, called after itself, at each of its points. */
export function noting(
  name: string,
  needs: Needs,
  provides: readonly ExtensionPoint<Named>[],
  events: string[] = []
): Plugin {
  return {
    name,
    version: '1',
    contract: 1,
    needs,
    provides,
    start(_needs, { provide }) {
      events.push(`start ${name}`);
      for (const at of provides) provide(at, { name });
      return () => void events.push(`stop ${name}`);
    }
  };
}

export const serviceOf = (...plugins: readonly (Plugin | readonly [Plugin, unknown])[]): Service => ({
  name: 'garden',
  prefix: 'GARDEN',
  listed: plugins.map(entry =>
    'name' in entry ? { plugin: entry, options: {} } : { plugin: entry[0], options: entry[1] }
  )
});

export interface Surroundings {
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly log?: Log;
  readonly only?: readonly ExtensionPoint<any>[];
}

export function startService(service: Service, { env = {}, files = {}, log = silentLog, only }: Surroundings = {}) {
  const root = folderOf(files);
  return start({ root, service, services: [service], env, metrics: new Metrics(), log, ...(only && { only }) });
}

export const startPlugins = (...plugins: readonly (Plugin | readonly [Plugin, unknown])[]) =>
  startService(serviceOf(...plugins));

/** The lines of the `StartupError` that `run` must end with. */
export async function problemsOf(run: Promise<unknown>): Promise<string[]> {
  const error = await run.then(
    () => undefined,
    (reason: unknown) => reason
  );
  if (!(error instanceof StartupError)) throw new Error('no StartupError', { cause: error });
  return error.message.split('\n');
}
