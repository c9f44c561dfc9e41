import { ApiError } from '../../../core/http/index.js';
import { META, PROTOCOL_VERSION } from '../../../core/mcp/index.js';
import { ORCHESTRATOR_VERSION } from '../version.js';
import { membersOf, type TextSpan } from './members.js';

/** Key of `_meta` by which a server is told how many milliseconds it has left; the header below says the same. */
export const TIMEOUT_META = 'bylaw/timeoutMs';
export const TIMEOUT_HEADER = 'x-request-timeout-ms';

export const CLIENT_INFO = { name: 'bylaw-orchestrator', version: ORCHESTRATOR_VERSION } as const;

/** Members of `_meta` that are filled in where the caller left them out, in this order. */
const FILLED: readonly (readonly [key: string, json: string])[] = [
  [META.protocolVersion, JSON.stringify(PROTOCOL_VERSION)],
  [META.clientCapabilities, '{}'],
  [META.clientInfo, JSON.stringify(CLIENT_INFO)]
];

const member = ([key, json]: readonly [string, string]) => `${JSON.stringify(key)}:${json}`;
const ALL_FILLED = FILLED.map(member).join(',');

/** A JSON-RPC request, whole but for its id and the time its server has. One character for each byte. */
export interface Message {
  /** `traceparent` goes into `_meta`, in the place of the caller's own. */
  text(id: number, timeoutMs: number, traceparent?: string): string;
}

/**
 * `params` is the text of the caller's parameters; everything in it but `_meta` is passed on as it came. Throws
 * `ApiError` 400 where a key is repeated: routing and the server could read it differently.
 */
export function messageOf(method: string, params: string | undefined): Message {
  const [before, after, traced] = withMeta(params ?? '{}');
  const head = `,"method":${JSON.stringify(method)},"params":${before}`;
  return {
    text(id, timeoutMs, traceparent) {
      if (traceparent !== undefined && traced !== undefined) {
        const retraced = `${params!.slice(0, traced.start)}"${traceparent}"${params!.slice(traced.end)}`;
        return messageOf(method, retraced).text(id, timeoutMs);
      }
      const trace = traceparent === undefined ? '' : `,"traceparent":"${traceparent}"`;
      return `{"jsonrpc":"2.0","id":${id}${head}${Math.max(1, Math.floor(timeoutMs))}${trace}${after}}`;
    }
  };
}

const TIMEOUT_MEMBER = `"${TIMEOUT_META}":`;

/** The parameters up to the place where the time is told, from behind it on, and where the caller names its span. */
function withMeta(params: string): readonly [before: string, after: string, traced: TextSpan | undefined] {
  const members = unrepeated(params, 0);
  const meta = members.get('_meta');
  if (meta === undefined)
    return [
      `{"_meta":{${ALL_FILLED},${TIMEOUT_MEMBER}`,
      `}${members.size === 0 ? '' : ','}${params.slice(1)}`,
      undefined
    ];
  const given = unrepeated(params, meta.start);
  const at = meta.start + 1;
  const start = params.slice(0, at) + FILLED.map(entry => (given.has(entry[0]) ? '' : `${member(entry)},`)).join('');
  // An orchestrator in front of this one has told the time that it had; what is left of it is ours to tell.
  const told = given.get(TIMEOUT_META);
  const traced = given.get('traceparent');
  if (told !== undefined) return [start + params.slice(at, told.start), params.slice(told.end), traced];
  return [start + TIMEOUT_MEMBER, `${given.size === 0 ? '' : ','}${params.slice(at)}`, traced];
}

function unrepeated(text: string, from: number) {
  const members = membersOf(text, from);
  if (members !== undefined && !members.repeated) return members.spans;
  throw new ApiError(400, 'validation_error', 'The parameters are not an object with distinct keys.', {
    fields: [{ field: 'params', rule: 'distinct_keys' }]
  });
}
