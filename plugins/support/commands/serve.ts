import {
  Metrics,
  listenForStop,
  reloadOnChange,
  reloadOnSighup,
  serviceNamed,
  start,
  type CommandContext,
  type ExitStatus,
  type Running,
  type StopRequest
} from '../../../core/index.js';

/** Serves until SIGINT or SIGTERM, then finishes what is in flight. SIGHUP loads changed files, and `--watch` every change. */
export async function serve({ root, services, env, options }: CommandContext): Promise<ExitStatus> {
  const stop = listenForStop();
  const running = await startService({ root, services, env });
  const unwatch = options['watch'] === true ? await reloadOnChange(running, root) : undefined;
  await untilStopped(running, stop, unwatch);
  return 0;
}

export async function startService({
  root,
  services,
  env
}: Pick<CommandContext, 'root' | 'services' | 'env'>): Promise<Running> {
  const service = serviceNamed(services, 'support');
  return await start({ root, service, services, env, metrics: new Metrics() });
}

/** Waits for a signal, lets go of the files and stops the service. */
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
