import {
  type CommandContext,
  type ExitStatus,
  listenForStop,
  Metrics,
  reloadOnChange,
  type Running,
  serviceNamed,
  start,
  untilStopped
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
