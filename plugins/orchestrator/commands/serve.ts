import {
  type CommandContext,
  type ExitStatus,
  listenForStop,
  Metrics,
  serviceNamed,
  start,
  untilStopped
} from '../../../core/index.js';
import { OrchestratorEndpoint } from '../endpoint.js';
import { ownVariables } from './own-variables.js';

/** Serves until SIGINT or SIGTERM, then finishes what is in flight. SIGHUP loads changed files. */
export async function serve({ root, services, env, err }: CommandContext): Promise<ExitStatus> {
  const stop = listenForStop();
  const service = serviceNamed(services, 'orchestrator');
  const running = await start({ root, service, services, env: ownVariables(env, services), metrics: new Metrics() });
  const { generatedKey } = running.items(OrchestratorEndpoint)[0]!;
  if (generatedKey !== undefined)
    err(
      `bylaw: MCP_API_KEYS is not set. Callers on this machine need no key; all others present this one, which is gone when this process ends: ${generatedKey}`
    );
  await untilStopped(running, stop);
  return 0;
}
