import { reloadOnSighup } from './reload.js';
import type { StopRequest } from './signals.js';
import type { Running } from './start.js';

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
