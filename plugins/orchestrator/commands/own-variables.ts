import { type CommandContext, nearest, settingName } from '../../../core/index.js';

type Env = CommandContext['env'];

const PREFIX = 'MCP';
/** Of the settings that every service has, the one that has no name of its own here. */
const SHARED = settingName(PREFIX, 'observability', 'log_format');

type Services = CommandContext['services'];

/**
 * The environment without what others read from it: the workspace tool server shares the prefix, and clients hand on
 * variables like `MCP_TIMEOUT`. What is near to one of our names is a slip, and stays so that it is reported.
 */
export function ownVariables(env: Env, services: Services): Env {
  const own = new Set([...declared(services.filter(({ name }) => name === 'orchestrator')), SHARED]);
  const others = new Set(declared(services.filter(({ name, prefix }) => name !== 'orchestrator' && prefix === PREFIX)));
  const isOwn = (name: string) => own.has(name) || (!others.has(name) && nearest(name, own) !== undefined);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith(`${PREFIX}_`) || isOwn(name)));
}

/** The names of the settings that services declare. */
const declared = (services: Services): readonly string[] =>
  services
    .flatMap(({ listed }) => listed.flatMap(({ plugin }) => Object.entries(plugin.settings ?? {})))
    .flatMap(([section, keys]) => Object.keys(keys).map(key => settingName(PREFIX, section, key)));
