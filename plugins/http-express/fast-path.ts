import type { Socket } from 'node:net';
import type { Express } from 'express';
import type { HttpMount, HttpSite } from '../../core/http/index.js';
import type { Direct } from './router.js';
import { createServer, IncomingMessage, ServerResponse, type Server, type ServerOptions } from 'node:http';

/**
 * A server whose requests and responses are born with the prototypes Express would give them. Express sets these
 * on every request, and changing a prototype de-optimises both objects; when it is the same already nothing happens.
 */
export function createTunedServer(
  app: Express,
  options: ServerOptions,
  isFull: (socket: Socket) => boolean = () => false
): Server {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse<IncomingMessage> {}
  Object.setPrototypeOf(AppRequest.prototype, Object.getPrototypeOf(app.request) as object);
  Object.setPrototypeOf(AppResponse.prototype, Object.getPrototypeOf(app.response) as object);
  const own = { configurable: true, enumerable: true, writable: true, value: app };
  Object.defineProperty(AppRequest.prototype, 'upgrade', endingPipeline(isFull));
  Object.defineProperty(AppRequest.prototype, 'app', own);
  Object.defineProperty(AppResponse.prototype, 'app', own);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return createServer({ ...options, IncomingMessage: AppRequest, ServerResponse: AppResponse });
}

const said = Symbol('upgrade');
const full = Symbol('full');
type Parsed = IncomingMessage & { [said]?: boolean; [full]?: boolean };

/**
 * Node's parser makes a request and a response of everything in a chunk of input before any of it is answered, a thousand
 * of them where requests are short. It stops at a request for another protocol, so the first one that is too many is
 * taken for such a one: the server gets an `upgrade` event for it, and what follows is not parsed. Real ones, but for CONNECT, are
 * requests like others.
 */
const endingPipeline = (isFull: (socket: Socket) => boolean): PropertyDescriptor & ThisType<Parsed> => ({
  get() {
    return this[full] === true || (this[said] === true && this.method === 'CONNECT');
  },
  set(upgrade: boolean | null) {
    // Null stands there until the headers are known.
    if (upgrade === null) return;
    this[said] = upgrade;
    this[full] ??= isFull(this.socket);
  }
});

/** Who takes a request before Express: a streaming route, or a protocol of its own. */
export interface FastPath {
  route(request: IncomingMessage): Direct | undefined;
  mount(request: IncomingMessage): HttpMount | undefined;
}

/**
 * Streaming routes without parameters and mounts are found by a look into a table, before Express is entered. Measured
 * with `bench/route.ts`, in CPU time of a proxy of node:http and undici that decides nothing: 0.73 for `/route`, 0.87 for
 * `/route` through Express. Requests are checked, limited and answered by the same code either way.
 */
export function fastPath({ mounts = [] }: HttpSite, direct: ReadonlyMap<string, Direct>): FastPath {
  const byPath = new Map(mounts.map(mount => [mount.path, mount]));
  return {
    route: ({ method, url }) => direct.get(`${method} ${url}`),
    mount({ url = '' }) {
      const query = url.indexOf('?');
      return byPath.get(query < 0 ? url : url.slice(0, query));
    }
  };
}
