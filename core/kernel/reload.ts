import type { StopRequest } from './signals.js';
import type { Running } from './start.js';

type Reloading = Pick<Running, 'documents' | 'log'>;

/** Editors and version control write several files for one change; a reload waits until they have been quiet for so long. */
const QUIET_MS = 300;

async function reload({ documents, log }: Reloading, trigger: 'signal' | 'watch'): Promise<void> {
  const attempt = await documents.reload().catch((error: unknown) => {
    // Whatever broke, the files in force stay in force and the service goes on.
    log.error('policy.reload_failed', { trigger, reason: error instanceof Error ? error.message : String(error) });
    return undefined;
  });
  if (attempt === undefined) return;
  const { outcome, from, to, problems } = attempt;
  if (outcome === 'refused') log.error('policy.refused', { trigger, from, problems });
  // Files that were touched and say the same are no event; who sends a signal waits for an answer.
  else if (outcome === 'reloaded' || trigger === 'signal') log.info('policy.reloaded', { trigger, outcome, from, to });
}

/** Loads changed files on every SIGHUP until the returned function is called; a set with problems changes nothing. */
export function reloadOnSighup(running: Reloading): () => void {
  const listener = () => void reload(running, 'signal');
  process.on('SIGHUP', listener);
  return () => process.off('SIGHUP', listener);
}

/** Loads changed files whenever one under the root changes, until the returned function is called. */
export async function reloadOnChange(running: Reloading, root: string): Promise<() => Promise<void>> {
  const { watch } = await import('chokidar');
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch([...running.documents.paths], { ignoreInitial: true });
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void reload(running, 'watch'), QUIET_MS);
  };
  watcher.on('all', soon);
  watcher.on('error', error => running.log.error('policy.watch_failed', { reason: (error as Error).message }));
  await new Promise<void>(resolve => watcher.once('ready', resolve));
  // What changed while the watch was being set up is reported by no event.
  soon();
  running.log.info('policy.watching', { root });
  return async () => {
    clearTimeout(timer);
    await watcher.close();
  };
}

/** Serves until a signal asks for the stop, then lets go of the files and stops the service. SIGHUP loads changed files. */
export async function untilStopped(
  running: Running,
  { received }: StopRequest,
  unwatch?: () => Promise<void>
): Promise<void> {
  const keepFiles = reloadOnSighup(running);
  const signal = await received;
  running.log.info('service.stopping', { signal });
  keepFiles();
  await unwatch?.();
  await running.stop();
  running.log.info('service.stopped');
}
