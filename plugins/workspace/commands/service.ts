import {
  type CommandContext,
  type Log,
  Metrics,
  nearest,
  type Running,
  serviceNamed,
  settingName,
  start
} from '../../../core/index.js';
import { WorkspaceEndpoint } from '../endpoint.js';
import { WORKSPACE_SETTINGS } from '../settings.js';

const NAMES = Object.entries(WORKSPACE_SETTINGS).flatMap(([section, keys]) =>
  Object.keys(keys).map(key => settingName('MCP', section, key))
);

/**
 * The environment without other programs' variables. Clients hand theirs on (`MCP_TIMEOUT`), and the prefix is a
 * common one; ours have a section, or are near enough to a known name to be a slip that has to be reported.
 */
export function ownVariables(env: CommandContext['env']): CommandContext['env'] {
  const foreign = (name: string) =>
    name.startsWith('MCP_') && !name.includes('__') && nearest(name, NAMES) === undefined;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !foreign(name)));
}

export interface StartedWorkspace {
  readonly running: Running;
  readonly endpoint: WorkspaceEndpoint;
}

/** Starts everything but a transport, with `log` instead of the one the settings describe. Throws `StartupError` with all problems. */
export async function startWorkspace({ root, services, env }: CommandContext, log?: Log): Promise<StartedWorkspace> {
  const service = serviceNamed(services, 'workspace');
  const options = { root, service, services, env: ownVariables(env), metrics: new Metrics() };
  const running = await start({ ...options, ...(log && { log }) });
  return { running, endpoint: running.items(WorkspaceEndpoint)[0]! };
}
