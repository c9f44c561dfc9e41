import { nearest, settingName, type CommandContext } from '../../../core/index.js';
import { ORCHESTRATOR_SETTINGS } from '../settings.js';

type Env = CommandContext['env'];

const PREFIX = 'MCP';
const OWN = Object.keys(ORCHESTRATOR_SETTINGS['']).map(key => settingName(PREFIX, '', key));
/** Of the settings that every service has, the one that has no name of its own here. */
const SHARED = settingName(PREFIX, 'observability', 'log_format');

/**
 * The environment without what others read from it: the workspace tool server shares the prefix, and clients hand on
 * variables like `MCP_TIMEOUT`. What is near to one of our names is a slip, and stays so that it is reported.
 */
export function ownVariables(env: Env, services: CommandContext['services']): Env {
  const others = new Set(
    services
      .filter(({ name, prefix }) => name !== 'orchestrator' && prefix === PREFIX)
      .flatMap(({ listed }) => listed.flatMap(({ plugin }) => Object.entries(plugin.settings ?? {})))
      .flatMap(([section, keys]) => Object.keys(keys).map(key => settingName(PREFIX, section, key)))
  );
  const isOwn = (name: string) =>
    name === SHARED || (!others.has(name) && nearest(name, [...OWN, SHARED]) !== undefined);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith(`${PREFIX}_`) || isOwn(name)));
}
