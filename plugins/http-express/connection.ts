import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ApiError } from '../../core/http/index.js';
import { envelopeOf } from './failures.js';
import { apiHeaders, JSON_TYPE, requestIdFrom, withHeaders } from './headers.js';
import type { Load } from './load.js';

/** One request whose answer has not left yet. */
export interface Pending {
  /** The client went away. */
  abandon(): void;
}

/** What is under way on one socket. Requests may be pipelined, so there can be several. */
export class Connection {
  // A list, not a set: a set that lives long and changes with every request keeps dead ones from the collector.
  readonly #pending: Pending[] = [];
  #last: IncomingMessage | undefined;
  #reader: { readonly request: IncomingMessage; readonly interrupt: (error: Error) => void } | undefined;
  #refusal: string | undefined;
  #broken = false;
  #lingering = false;
  #brokeInBody = false;

  /** `lingerMs` is how long a client that is still sending is listened to after its last answer. */
  constructor(
    readonly socket: Socket,
    readonly lingerMs: number,
    private readonly load: Load
  ) {
    socket.once('close', () => {
      load.taken(socket);
      for (const exchange of this.#pending.splice(0)) exchange.abandon();
    });
  }

  /** True when no further request has arrived behind this one. */
  isLast(request: IncomingMessage): boolean {
    return this.#last === request;
  }

  /** The answer under way is the last one, because the rest of its request can never be read. */
  get brokeInBody(): boolean {
    return this.#brokeInBody;
  }

  /** False when the connection is being closed and a further request must not be handled. */
  get accepts(): boolean {
    return !this.#broken;
  }

  /** Requests whose answers have not been handed to the operating system. */
  get inFlight(): number {
    return this.#pending.length;
  }

  open(exchange: Pending, request: IncomingMessage): void {
    this.#pending.push(exchange);
    this.#last = request;
  }

  /** The body of `request` is awaited; `interrupt` ends that. It may be called after the body has been read. */
  reading(request: IncomingMessage, interrupt: (error: Error) => void): void {
    this.#reader = { request, interrupt };
  }

  /** An answer of so many bytes was written, to the client or behind the answers before it. */
  written(bytes: number): void {
    const alone = this.#pending.length < 2;
    if (!alone || this.socket.writableLength > 0) this.load.untaken(this.socket, bytes, alone);
  }

  /** The next answer in order has been handed to the operating system. `draining` closes what is idle then. */
  finished(draining: boolean): void {
    this.#pending.shift();
    if (this.#pending.length > 0) return;
    this.load.taken(this.socket);
    if (this.#refusal !== undefined) this.#writeRefusal(this.#refusal);
    else if (draining) this.socket.destroySoon();
  }

  /** Input that cannot be read as HTTP, or did not come in time. Answered after the requests before it. */
  refuse(failure: ApiError): void {
    if (this.#broken) return;
    this.#broken = true;
    if (!this.socket.writable) this.socket.destroy();
    else if (this.#last !== undefined && !this.#last.complete) {
      // The answer to that request is the answer to this, given already or still to come.
      this.#brokeInBody = true;
      if (this.#reader?.request === this.#last) this.#reader.interrupt(failure);
      if (this.#pending.length === 0) this.socket.destroy();
    } else {
      this.#refusal = rawAnswer(failure);
      if (this.#pending.length === 0) this.#writeRefusal(this.#refusal);
    }
  }

  /** A client has sent more than it may have under way: what was within the limit is answered, the rest is not read. */
  overrun(failure: ApiError): void {
    const { socket } = this;
    // The parser has let go of the socket, and of its errors with it.
    socket.on('error', () => socket.destroy()).resume();
    this.#destroyIn(this.lingerMs);
    this.refuse(failure);
  }

  /**
   * Makes the coming close one that lets the client read the answer although it is still sending: closing a
   * socket with unread input resets it, and a reset discards what was sent before.
   */
  lingerOnClose(): void {
    this.#broken = true;
    this.socket.destroySoon = () => this.#linger();
  }

  #writeRefusal(answer: string): void {
    this.#refusal = undefined;
    if (!this.socket.writable) return;
    this.socket.write(answer);
    this.#linger();
  }

  #linger(): void {
    if (this.#lingering) return;
    this.#lingering = true;
    this.socket.end();
    this.#destroyIn(this.lingerMs);
  }

  #destroyIn(ms: number): void {
    const limit = setTimeout(() => this.socket.destroy(), ms);
    this.socket.once('close', () => clearTimeout(limit));
  }
}

/** A whole HTTP answer as text, for input that never became a request and so has no response object. */
function rawAnswer(failure: ApiError): string {
  const requestId = requestIdFrom(undefined);
  const body = JSON.stringify(envelopeOf(failure, requestId));
  const headers = withHeaders(
    apiHeaders.concat(
      ['X-Request-ID', requestId, 'Content-Type', JSON_TYPE, 'Content-Length', String(Buffer.byteLength(body))],
      ['Date', new Date().toUTCString(), 'Connection', 'close']
    ),
    failure.headers
  );
  let head = `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\n`;
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return `${head}\r\n${body}`;
}
