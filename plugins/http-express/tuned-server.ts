import type { Express } from 'express';
import { createServer, IncomingMessage, ServerResponse, type Server, type ServerOptions } from 'node:http';

/**
 * A server whose requests and responses are born with the prototypes Express would give them. Express sets these
 * on every request, and changing a prototype de-optimises both objects; when it is the same already nothing happens.
 */
export function createTunedServer(app: Express, options: ServerOptions): Server {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse<IncomingMessage> {}
  Object.setPrototypeOf(AppRequest.prototype, Object.getPrototypeOf(app.request) as object);
  Object.setPrototypeOf(AppResponse.prototype, Object.getPrototypeOf(app.response) as object);
  const own = { configurable: true, enumerable: true, writable: true, value: app };
  Object.defineProperty(AppRequest.prototype, 'app', own);
  Object.defineProperty(AppResponse.prototype, 'app', own);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return createServer({ ...options, IncomingMessage: AppRequest, ServerResponse: AppResponse });
}
