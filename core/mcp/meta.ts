import { invalidMeta } from './errors.js';
import { MCP_LOG_LEVELS, META, SUPPORTED_VERSIONS } from './protocol.js';
import { isObject } from '../json.js';

type Meta = Readonly<Record<string, unknown>>;

const supported = SUPPORTED_VERSIONS;

/** The part of `_meta` that comes before everything else. Throws -32602 saying what is missing. */
export function readVersion(params: unknown): { readonly meta: Meta; readonly version: string } {
  if (params !== undefined && !isObject(params))
    throw invalidMeta('params must be an object', { missing: ['_meta'], supported });
  const meta = params?.['_meta'];
  if (meta === undefined)
    throw invalidMeta('params._meta is required on every request', { missing: ['_meta'], supported });
  if (!isObject(meta)) throw invalidMeta('params._meta must be an object', { invalid: ['_meta'], supported });
  const version = meta[META.protocolVersion];
  if (typeof version === 'string') return { meta, version };
  throw invalidMeta(`_meta["${META.protocolVersion}"] must be a string`, {
    [version === undefined ? 'missing' : 'invalid']: [META.protocolVersion],
    supported
  });
}

/** The rest of `_meta`. Throws -32602. Unknown keys are legal and ignored. */
export function readMeta(meta: Meta): { readonly progressToken: string | number | undefined } {
  const require = (holds: boolean, key: string, what: string) => {
    if (holds) return;
    const list = meta[key] === undefined ? 'missing' : 'invalid';
    throw invalidMeta(`_meta["${key}"] must be ${what}`, { [list]: [key] });
  };
  const { progressToken } = meta;
  const info = meta[META.clientInfo];
  const level = meta[META.logLevel];
  require(isObject(meta[META.clientCapabilities]), META.clientCapabilities, 'an object');
  require(info === undefined || isImplementation(info), META.clientInfo, 'an object with a name and a version');
  require(level === undefined ||
    (MCP_LOG_LEVELS as readonly unknown[]).includes(level), META.logLevel, `one of ${MCP_LOG_LEVELS.join(', ')}`);
  const token = typeof progressToken === 'string' || Number.isSafeInteger(progressToken);
  require(progressToken === undefined || token, 'progressToken', 'a string or an integer');
  return { progressToken: progressToken as string | number | undefined };
}

const isImplementation = (value: unknown): boolean =>
  isObject(value) &&
  typeof value['name'] === 'string' &&
  typeof value['version'] === 'string' &&
  ['title', 'description', 'websiteUrl'].every(key => value[key] === undefined || typeof value[key] === 'string');
