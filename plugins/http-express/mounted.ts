import type { IncomingMessage, ServerResponse } from 'node:http';
import { newId, withContext } from '../../core/index.js';
import type { HttpMount } from '../../core/http/index.js';
import type { Connection, Pending } from './connection.js';
import type { Serving } from './exchange.js';

/** A protocol of its own hears of a client that goes away from the response. */
const NOTHING: Pending = { abandon() {} };

/** Hands a request to a protocol of its own. Stopping waits for it like for any other. */
export function serveMounted(
  mount: HttpMount,
  request: IncomingMessage,
  response: ServerResponse,
  { connection, serving }: { readonly connection: Connection; readonly serving: Serving }
): void {
  serving.active++;
  connection.open(NOTHING, request);
  if (request.headers.expect !== undefined) response.writeContinue();
  response.on('finish', () => connection.finished(serving.draining));
  response.on('close', () => serving.active--);
  withContext({ request_id: newId('req') }, () => mount.serve(request, response)).catch((error: unknown) => {
    // A client that goes away in the middle of its body is no fault of ours.
    if (request.destroyed && !request.complete) return;
    serving.log.error('http.unhandled', { route: mount.path, reason: String(error), stack: (error as Error).stack });
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end();
  });
}
