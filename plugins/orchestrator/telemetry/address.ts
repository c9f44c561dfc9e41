import type { ToolServer } from '../registry/tool-server.js';

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
const known = new WeakMap<ToolServer, ServerAddress>();

/** A type, since an interface could be added to, and so is no set of attributes. */
export type ServerAddress = {
  readonly 'bylaw.server': string;
  readonly 'server.address': string;
  readonly 'server.port': number;
};

/** A server as attributes name it: by its name, and by where it is. */
export function addressOf(server: ToolServer): ServerAddress {
  let address = known.get(server);
  if (address === undefined) {
    const { hostname, port, protocol } = new URL(server.registered.url);
    address = {
      'bylaw.server': server.name,
      'server.address': hostname,
      'server.port': port === '' ? DEFAULT_PORTS[protocol]! : Number(port)
    };
    known.set(server, address);
  }
  return address;
}
