import type { IncomingMessage } from 'node:http';
import { ClientGone, invalid, overloaded, tooLarge, unsupportedMedia } from './failures.js';
import { parseJson } from './json.js';
import type { Load } from './load.js';

const jsonType = /^application\/json[ \t]*(?:;[ \t]*charset[ \t]*=[ \t]*(?:utf-8|"utf-8")[ \t]*)?;?$/i;

/** What the headers of a request say about its body. */
export interface BodyFrame {
  /** Bytes; undefined when the body is chunked. 0 when there is none. */
  readonly length: number | undefined;
  readonly expectsContinue: boolean;
}

export function bodyFrame({ headers }: IncomingMessage): BodyFrame {
  return {
    length: headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined,
    expectsContinue: headers.expect !== undefined
  };
}

/** Where the reading of a body is told that the rest of it will not come. */
export interface BodySource {
  readonly request: IncomingMessage;
  readonly frame: BodyFrame;
  /** Where the bytes of the body are counted while it is read. */
  readonly load: Load;
  /** Called before the first byte is awaited. */
  begin(interrupt: (error: Error) => void): void;
  /** Called when the whole body has arrived. */
  end(): void;
}

/** A JSON body: what it says, and as it came. */
export interface JsonBody {
  readonly value: unknown;
  readonly bytes: Buffer;
}

/** Reads and parses a JSON body once; undefined when there is none. Throws `ApiError` 400, 413, 415, or `ClientGone`. */
export async function readJson(source: BodySource, limit: number): Promise<JsonBody | undefined> {
  const { frame, request } = source;
  if (frame.length === 0) return undefined;
  const type = request.headers['content-type'];
  // Whether a chunked body without a type is empty, and so allowed, shows only when it has been read.
  if (type === undefined ? frame.length !== undefined : !jsonType.test(type)) throw notJson();
  if (frame.length !== undefined && frame.length > limit) throw tooLarge(limit);
  requireIdentity(request);
  const bytes = await readBytes(source, limit);
  if (bytes.length === 0) return undefined;
  if (type === undefined) throw notJson();
  return { value: parseJson(bytes), bytes };
}

const notJson = () =>
  unsupportedMedia('The request body must be application/json in UTF-8.', { Accept: 'application/json' });

function requireIdentity({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && !/^identity$/i.test(encoding))
    throw unsupportedMedia('The request body must not be compressed.', { 'Accept-Encoding': 'identity' });
  const transfer = headers['transfer-encoding'];
  if (transfer !== undefined && !/^chunked$/i.test(transfer))
    throw invalid(400, 'The transfer encoding is not supported.', { field: 'Transfer-Encoding', rule: 'chunked' });
}

function readBytes(source: BodySource, limit: number): Promise<Buffer> {
  const { request } = source;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let taken = 0;
    const settle = (error?: Error) => {
      source.load.give(taken);
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      if (error === undefined) {
        source.end();
        resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size));
      } else {
        // What still comes is thrown away as it comes, so that the answer can be read.
        request.resume();
        reject(error);
      }
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) return settle(tooLarge(limit));
      if (!source.load.take(chunk.length)) return settle(overloaded());
      taken += chunk.length;
      chunks.push(chunk);
    };
    const onEnd = () => settle();
    const onClose = () => settle(new ClientGone());
    request.on('data', onData).on('end', onEnd).on('close', onClose);
    source.begin(settle);
  });
}
