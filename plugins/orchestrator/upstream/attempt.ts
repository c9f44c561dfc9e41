import type { BodyLimits } from '../policy/routing-policy.js';
import { LargeAnswer } from './large-answer.js';
import { readAnswer } from './answer.js';
import { ResponseEvent } from './events.js';
import { ADDRESS_REFUSED } from './lookup.js';
import type { Answer, Failure } from './outcome.js';

/** Who waits for an attempt. Exactly one call of `settled` ends it, after which nothing more is called. */
export interface AttemptListener {
  settled(end: Answer | Failure): void;
  /** A large result begins: from here on it is passed on as it comes, and the attempt cannot be repeated. */
  begins(): void;
  /** What the server tells on the way to its response, one character for each byte. */
  notified?(text: string): void;
  /** A part of the result, one character for each byte. False when the caller does not keep up. */
  part(text: string): boolean;
}

/** Bytes of a refusal that are read so that its connection can be used again. */
const MAX_REFUSAL_BYTES = 65_536;
/** How long a server may hold an event stream open after its response. */
const LINGER_MS = 1_000;

/**
 * One request to one server, as undici's handler: the raw one, because parsed headers cost more than all else here.
 */
export class Attempt {
  /** Whether the request may have arrived. */
  reached = false;
  /** Session that a server of an older revision has opened. */
  sessionId: string | undefined;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #status = 0;
  #events: ResponseEvent | undefined;
  #large: LargeAnswer | undefined;
  #abort: ((error?: Error) => void) | undefined;
  #resume: (() => void) | undefined;
  #linger: NodeJS.Timeout | undefined;
  #settled = false;
  #tooLargeToPass = false;

  constructor(
    private readonly id: number,
    private readonly limits: BodyLimits,
    private readonly listener: AttemptListener
  ) {}

  onConnect(abort: (error?: Error) => void): void {
    if (this.#settled) return abort();
    this.#abort = abort;
    this.reached = true;
  }

  onHeaders(status: number, headers: Buffer[], resume: () => void): boolean {
    if (status < 200) return true;
    this.#status = status;
    this.#resume = resume;
    this.sessionId = headerOf(headers, 'mcp-session-id');
    if (/^text\/event-stream\b/i.test(headerOf(headers, 'content-type') ?? ''))
      this.#events = new ResponseEvent(this.limits.maxEventBytes, text => this.listener.notified?.(text));
    return true;
  }

  /** HTTP status of the answer; 0 before there is one. */
  get status(): number {
    return this.#status;
  }

  onData(chunk: Buffer): boolean {
    if (this.#settled) return true;
    if (this.#large !== undefined) return this.#pass(chunk.toString('latin1'));
    if (this.#events !== undefined) return this.#event(this.#events, chunk);
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (isUnavailable(this.#status)) {
      if (this.#size > MAX_REFUSAL_BYTES) this.#end(unavailable(this.#status), true);
      return true;
    }
    if (this.#size <= this.limits.streamAboveBytes) return true;
    return this.#tooLargeToPass ? this.#bounded() : this.#grow();
  }

  onComplete(): void {
    clearTimeout(this.#linger);
    if (this.#settled) return;
    if (this.#large !== undefined) return this.#end(this.#large.end());
    if (this.#events !== undefined) return this.#end({ outcome: 'bad_response', reason: 'no_response_event' });
    if (isUnavailable(this.#status)) return this.#end(unavailable(this.#status));
    const bytes = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks, this.#size);
    this.#end(readAnswer(bytes, this.#status, this.id));
  }

  onError(error: Error): void {
    clearTimeout(this.#linger);
    const { code } = error as NodeJS.ErrnoException;
    const reason = code ?? error.name;
    if (!this.reached || code === ADDRESS_REFUSED) this.#end({ outcome: 'connect_failed', reason });
    else if (code?.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW')
      this.#end({ outcome: 'bad_response', reason });
    else this.#end({ outcome: 'connection_lost', reason });
  }

  /** Ends the attempt from outside, and its request with it. */
  cancel(failure: Failure): void {
    this.#end(failure, true);
  }

  /** Goes on after a `part` that answered false. */
  resume(): void {
    this.#resume?.();
  }

  #end(end: Answer | Failure, abort = false): void {
    if (this.#settled) return;
    this.#settled = true;
    this.listener.settled(end);
    if (abort) this.#abort?.();
  }

  #event(events: ResponseEvent, chunk: Buffer): boolean {
    try {
      const text = events.read(chunk.toString('latin1'));
      if (text === undefined) return true;
      this.#end(readAnswer(Buffer.from(text, 'latin1'), this.#status, this.id));
      this.#linger = setTimeout(() => this.#abort?.(), LINGER_MS).unref();
    } catch {
      this.#end({ outcome: 'bad_response', reason: 'event_too_large' }, true);
    }
    return true;
  }

  /** The answer is too large to be kept. */
  #grow(): boolean {
    const text = Buffer.concat(this.#chunks, this.#size).toString('latin1');
    const large = this.#status === 200 ? LargeAnswer.in(text) : undefined;
    if (large === undefined) {
      // Perhaps it is one large chunk that is whole already, or an error with a long explanation.
      this.#tooLargeToPass = true;
      return this.#bounded();
    }
    this.#large = large;
    this.#chunks.length = 0;
    this.listener.begins();
    return this.#pass(large.first);
  }

  #bounded(): boolean {
    if (this.#size > this.limits.maxEventBytes) this.#end({ outcome: 'bad_response', reason: 'too_large' }, true);
    return true;
  }

  #pass(text: string): boolean {
    const part = this.#large!.take(text);
    if (part === undefined) this.#end({ outcome: 'bad_response', reason: 'invalid_json' }, true);
    return part === undefined || part === '' || this.listener.part(part);
  }
}

const isUnavailable = (status: number) => status === 502 || status === 503 || status === 504;
const unavailable = (status: number): Failure => ({ outcome: 'unavailable', reason: `http_${status}` });

/** Value of a header; names are compared by length first, because most differ in it. */
function headerOf(headers: readonly Buffer[], wanted: string): string | undefined {
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i]!;
    if (name.length === wanted.length && name.toString('latin1').toLowerCase() === wanted)
      return headers[i + 1]!.toString('latin1');
  }
  return undefined;
}
