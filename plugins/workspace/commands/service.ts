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

export type Transport = 'http' | 'stdio';

export interface StartedWorkspace {
  readonly running: Running;
  readonly endpoint: WorkspaceEndpoint;
  readonly transport: Transport;
}

export interface StartOptions {
  /** Instead of the one that is set; over HTTP the server listens when it is started. */
  readonly transport?: Transport | undefined;
  /** Instead of the one the settings describe. */
  readonly log?: Log;
}

const TRANSPORT = settingName('MCP', '', 'transport');

/** Starts the service. Throws `StartupError` with all problems. */
export async function startWorkspace(
  { root, services, env }: CommandContext,
  { transport, log }: StartOptions
): Promise<StartedWorkspace> {
  const service = serviceNamed(services, 'workspace');
  const variables = { ...ownVariables(env), ...(transport === undefined ? {} : { [TRANSPORT]: transport }) };
  const running = await start({ root, service, services, env: variables, metrics: new Metrics(), ...(log && { log }) });
  const set = running.settings.section('', WORKSPACE_SETTINGS['']);
  return { running, endpoint: running.items(WorkspaceEndpoint)[0]!, transport: set.transport };
}
