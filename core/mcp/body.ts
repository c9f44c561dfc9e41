import type { IncomingMessage } from 'node:http';

/** The body of a request; undefined when it is over the limit, whose rest is then thrown away. */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        // What is still to come is taken and thrown away: a connection that is cut now would lose the answer.
        request.removeAllListeners('data').resume();
        resolve(undefined);
      } else chunks.push(chunk);
    });
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    request.on('error', reject);
  });
}

const JSON_TYPE = /^application\/json(?:\s*;.*)?$/i;

/** Whether the body is plain JSON by its headers. */
export const isJsonBody = ({ headers }: IncomingMessage): boolean =>
  JSON_TYPE.test(headers['content-type']?.trim() ?? '') &&
  /^(?:identity)?$/i.test(headers['content-encoding']?.trim() ?? '');

/** Whether the client can read an event stream; one that says nothing can. */
export const takesEvents = ({ headers }: IncomingMessage): boolean =>
  headers.accept === undefined || /text\/event-stream|text\/\*|\*\/\*/i.test(headers.accept);
