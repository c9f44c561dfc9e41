import { isObject, VERSION } from '../../../core/index.js';
import { CODES, META, PROTOCOL_VERSION } from '../../../core/mcp/index.js';

type Message = Readonly<Record<string, unknown>>;

/** Revisions with a handshake that clients of today open with, the newest first. */
export const BRIDGED_REVISIONS = ['2025-11-25', '2025-06-18'] as const;

/** Where a message goes: on to the server, or back to the client. */
export interface Ways {
  toServer(message: Message): void;
  toClient(message: Message): void;
}

/** Fields of results that the bridged revisions do not have. */
const NEWER_FIELDS = new Set(['resultType', 'ttlMs', 'cacheScope']);
const FORWARDED: ReadonlySet<unknown> = new Set(['tools/list', 'tools/call']);

/**
 * One client of a revision with a handshake, before a server without one: the handshake and `ping` are answered here, every
 * other request is given the revision and the capabilities that the server asks of each.
 */
export class BridgeSession {
  #revision: string = BRIDGED_REVISIONS[0];
  #capabilities: unknown = {};
  /** Requests of the handshake that wait for what the server says of itself. */
  readonly #greetings = new Map<string, unknown>();
  #greeted = 0;

  constructor(private readonly ways: Ways) {}

  fromClient(message: unknown): void {
    if (!isObject(message)) {
      this.#refuse(null, CODES.invalidRequest, 'one message at a time, as a JSON object');
      return;
    }
    const { id, method, params } = message;
    if (id === undefined) {
      if (method === 'notifications/cancelled') this.ways.toServer(message);
      return;
    }
    if (method === 'initialize') this.#greet(id, isObject(params) ? params : {});
    else if (method === 'ping') this.ways.toClient({ jsonrpc: '2.0', id, result: {} });
    else if (!FORWARDED.has(method))
      this.#refuse(id, CODES.methodNotFound, 'the workspace server has tools and nothing else');
    else this.ways.toServer({ ...message, params: this.#withMeta(isObject(params) ? params : {}) });
  }

  fromServer(message: unknown): void {
    if (!isObject(message)) return;
    const { id, result } = message;
    if (typeof id === 'string' && this.#greetings.has(id)) {
      const asked = this.#greetings.get(id);
      this.#greetings.delete(id);
      this.ways.toClient(this.#greeting(asked, message));
    } else if (isObject(result)) this.ways.toClient({ ...message, result: withoutNewer(result) });
    else this.ways.toClient(message);
  }

  #greet(id: unknown, { protocolVersion, capabilities }: Message): void {
    const known: readonly unknown[] = BRIDGED_REVISIONS;
    if (known.includes(protocolVersion)) this.#revision = protocolVersion as string;
    this.#capabilities = isObject(capabilities) ? capabilities : {};
    const own = `bridge-${++this.#greeted}`;
    this.#greetings.set(own, id);
    this.ways.toServer({ jsonrpc: '2.0', id: own, method: 'server/discover', params: this.#withMeta({}) });
  }

  #greeting(id: unknown, { result, error }: Message): Message {
    if (!isObject(result)) return { jsonrpc: '2.0', id, error };
    const { instructions, _meta: meta } = result;
    const info = isObject(meta) ? meta[META.serverInfo] : undefined;
    return {
      jsonrpc: '2.0',
      id,
      result: {
        protocolVersion: this.#revision,
        capabilities: { tools: { listChanged: false } },
        serverInfo: info ?? { name: 'bylaw-workspace', version: VERSION },
        ...(instructions === undefined ? {} : { instructions })
      }
    };
  }

  #withMeta(params: Message): Message {
    const meta = isObject(params['_meta']) ? params['_meta'] : {};
    const own = { [META.protocolVersion]: PROTOCOL_VERSION, [META.clientCapabilities]: this.#capabilities };
    return { ...params, _meta: { ...meta, ...own } };
  }

  #refuse(id: unknown, code: number, message: string): void {
    this.ways.toClient({ jsonrpc: '2.0', id, error: { code, message } });
  }
}

const withoutNewer = (result: Message): Message =>
  Object.fromEntries(Object.entries(result).filter(([name]) => !NEWER_FIELDS.has(name)));
