import type { Readable } from 'node:stream';
import type { Log } from '../observe/log.js';
import { decodeJson } from './decode.js';
import { encodeResponse } from './encode.js';
import { errorResponse, invalidRequest, RpcError } from './errors.js';
import { readFrame } from './frame.js';
import type { Handle } from './handle.js';
import { LineReader } from './lines.js';
import { MAX_MESSAGE_BYTES } from './protocol.js';
import type { RequestId } from './types.js';
import { isObject } from '../json.js';
import { within } from '../resilience/within.js';

/** Standard output, or what stands for it. */
export interface Wire {
  write(text: string, done?: () => void): unknown;
  on(name: 'error', listener: () => void): unknown;
}

export interface StdioOptions {
  readonly input: Readable;
  /** The protocol's wire: nothing else may write to it. */
  readonly output: Wire;
  readonly handle: Handle;
  readonly log: Log;
  /** After the input has ended, what was received may work this long. */
  readonly drainMs: number;
  /** Ends the session as the end of input does. */
  readonly stop?: AbortSignal;
  readonly maxLineBytes?: number;
}

/**
 * One JSON message a line, answered in whatever order the answers come. Resolves when the input has ended and
 * everything received is answered, or out of time, or when nobody reads the output any more.
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const { input, output, handle, log, drainMs, stop, maxLineBytes = MAX_MESSAGE_BYTES } = options;
  const running = new Set<{ readonly id: RequestId | undefined; readonly controller: AbortController }>();
  let broken = false;
  let onIdle = () => {};
  const ended = emitter();

  const send = (json: string) => {
    if (!broken) output.write(`${json}\n`);
  };
  const refuse = (error: RpcError) => {
    log.warning('rpc.error', { code: error.code, transport: 'stdio' });
    send(encodeResponse(errorResponse(error), log));
  };

  async function take(message: unknown): Promise<void> {
    const frame = readFrame(message);
    if (frame.kind === 'notification') return cancel(frame.method, frame.params);
    const entry = { id: frame.kind === 'request' ? frame.id : undefined, controller: new AbortController() };
    const { signal } = entry.controller;
    running.add(entry);
    const notify = (notification: object) => {
      if (!signal.aborted) send(JSON.stringify(notification));
    };
    const answer = await handle(message, { transport: 'stdio', signal, notify });
    running.delete(entry);
    if (answer !== undefined && !signal.aborted) send(encodeResponse(answer.response, log));
    if (running.size === 0) onIdle();
  }

  /** Ids that are unknown or answered already are ignored. */
  function cancel(method: string, params: unknown): void {
    if (method !== 'notifications/cancelled' || !isObject(params)) return;
    for (const { id, controller } of running)
      if (id !== undefined && id === params['requestId']) controller.abort(new Error('cancelled by the client'));
  }

  const lines = new LineReader(
    maxLineBytes,
    line => {
      try {
        void take(decodeJson(line));
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        refuse(error);
      }
    },
    () => refuse(invalidRequest(`a message has at most ${maxLineBytes} bytes`))
  );

  const onData = (chunk: Buffer) => lines.push(chunk);
  input.on('data', onData);
  input.once('end', ended.fire);
  input.once('error', ended.fire);
  stop?.addEventListener('abort', ended.fire, { once: true });
  // The reader has gone (EPIPE): there is nobody to answer, which is an end like any other.
  output.on('error', () => {
    broken = true;
    ended.fire();
    onIdle();
  });

  await ended.fired;
  input.off('data', onData);
  lines.end();
  if (running.size > 0 && !broken) await within(drainMs, new Promise<void>(resolve => (onIdle = resolve)));
  for (const { controller } of running) controller.abort(new Error('the session has ended'));
  input.destroy();
  if (!broken) await within(drainMs, new Promise<void>(resolve => output.write('', () => resolve())));
}

function emitter(): { readonly fired: Promise<void>; fire(): void } {
  let fire!: () => void;
  const fired = new Promise<void>(resolve => (fire = resolve));
  return { fired, fire };
}
