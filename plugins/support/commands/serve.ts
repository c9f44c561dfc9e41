import {
  Metrics,
  listenForStop,
  reloadOnSighup,
  serviceNamed,
  start,
  type CommandContext,
  type ExitStatus,
  type Running,
  type StopRequest
} from '../../../core/index.js';

/** Serves until SIGINT or SIGTERM, then finishes what is in flight. SIGHUP loads changed files. */
export async function serve({ root, services, env }: CommandContext): Promise<ExitStatus> {
  const stop = listenForStop();
  const running = await startService({ root, services, env });
  await untilStopped(running, stop);
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

/** Waits for a signal and stops the service. */
export async function untilStopped(running: Running, { received }: StopRequest): Promise<void> {
  const keepFiles = reloadOnSighup(running);
  const signal = await received;
  running.log.info('service.stopping', { signal });
  keepFiles();
  await running.stop();
  running.log.info('service.stopped');
}
