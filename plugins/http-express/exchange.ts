import type { IncomingMessage, ServerResponse } from 'node:http';
import { logAbout, type Log } from '../../core/index.js';
import type { ApiError, HttpReply, HttpSite } from '../../core/http/index.js';
import type { Repeats } from '../../core/resilience/index.js';
import { bodyFrame, type BodySource } from './body.js';
import type { Connection, Pending } from './connection.js';
import type { Load } from './load.js';
import { ClientGone, envelopeOf, failureOf } from './failures.js';
import {
  apiHeaders,
  JSON_TYPE,
  pageHeaders,
  requestIdFrom,
  sharedWith,
  withHeaders,
  type FlatHeaders
} from './headers.js';

/** What all requests of one site share. */
export interface Serving {
  readonly site: HttpSite;
  readonly log: Log;
  /** For what an outage repeats with every request. */
  readonly repeats: Repeats;
  readonly load: Load;
  /** Set when the server stops: answers then close their connection. */
  draining: boolean;
  /** Exchanges that have begun and not been settled. */
  active: number;
}

/** Bytes of a page, or the text of a JSON body. */
interface Answer {
  readonly status: number;
  readonly base: FlatHeaders;
  readonly extra?: Readonly<Record<string, string>> | undefined;
  readonly type?: string;
  readonly body?: string | Buffer;
  readonly recorded?: boolean | undefined;
}

const CLIENT_GONE_STATUS = 499;
const UNAVAILABLE_STATUS = 503;

/** One request and its one answer: recorded, written and logged here, whatever became of it. */
export class Exchange implements Pending, BodySource {
  readonly requestId: string;
  readonly frame;
  /** The route's path template once it is known. */
  route = 'unmatched';
  params: Readonly<Record<string, string>> = {};
  caller: unknown;
  open = false;
  /** For an answer that somebody else writes. */
  onGone: (() => void) | undefined;
  readonly #startedAt = performance.now();
  #bodyRead = false;
  #answered = false;
  #gone = false;
  #controller: AbortController | undefined;

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    readonly connection: Connection,
    readonly serving: Serving
  ) {
    this.requestId = requestIdFrom(request.headers['x-request-id']);
    this.frame = bodyFrame(request);
    serving.active++;
  }

  get #log(): Log {
    return logAbout(this.serving.log, { request_id: this.requestId });
  }

  get load(): Load {
    return this.serving.load;
  }

  /** Made when first asked for: most handlers never do. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#gone) this.#controller.abort(new ClientGone());
    return this.#controller.signal;
  }

  abandon(): void {
    this.#gone = true;
    this.#controller?.abort(new ClientGone());
    this.onGone?.();
  }

  begin(interrupt: (error: Error) => void): void {
    this.connection.reading(this.request, interrupt);
    if (this.frame.expectsContinue) this.response.writeContinue();
  }

  end(): void {
    this.#bodyRead = true;
  }

  async reply({ status, body, text, headers: extra, recorded }: HttpReply): Promise<void> {
    const base = apiHeaders;
    if (text !== undefined)
      return await this.#settle({ status, base, extra, recorded, type: text.type, body: text.content });
    if (body === undefined) return await this.#settle({ status, base, extra, recorded });
    // JSON.stringify answers undefined for what JSON cannot hold.
    await this.#settle({ status, base, extra, recorded, type: JSON_TYPE, body: JSON.stringify(body) });
  }

  async page(type: string, body: Buffer, base: FlatHeaders): Promise<void> {
    await this.#settle({ status: 200, base, type, body });
  }

  /** The client's copy of a page is still the one. */
  async unchanged(extra: Readonly<Record<string, string>>): Promise<void> {
    await this.#settle({ status: 304, base: pageHeaders, extra });
  }

  async fail(error: unknown): Promise<void> {
    if (error instanceof ClientGone || (this.#gone && error instanceof Error && error.name === 'AbortError')) {
      await this.#settle({ status: CLIENT_GONE_STATUS, base: apiHeaders });
      return;
    }
    const { failure, unforeseen } = failureOf(error);
    if (unforeseen) this.#log.error('http.unhandled', { route: this.route, stack: stackOf(error) });
    await this.#settle(this.#failureAnswer(failure));
  }

  /** Takes the answer out of the hands of this class. False when it has been given already. */
  claim(): boolean {
    if (this.#answered) return false;
    this.#answered = true;
    this.serving.active--;
    return true;
  }

  #failureAnswer(failure: ApiError): Answer {
    const body = JSON.stringify(envelopeOf(failure, this.requestId));
    return { status: failure.status, base: apiHeaders, extra: failure.headers, type: JSON_TYPE, body };
  }

  async #settle(answer: Answer): Promise<void> {
    if (this.#answered) return;
    this.#answered = true;
    const recorded = await this.#onRecord(answer);
    this.serving.active--;
    const status = this.#write(recorded);
    this.#log.info('http.request', {
      method: this.request.method,
      route: this.route,
      status,
      duration_ms: this.#elapsed()
    });
  }

  async #onRecord(answer: Answer): Promise<Answer> {
    if (this.open || answer.recorded === true) return answer;
    const recorded = this.#record(answer);
    // Who was kept waiting for the storage in vain does not wait for it again.
    return answer.status === UNAVAILABLE_STATUS ? answer : await recorded;
  }

  async #record(answer: Answer): Promise<Answer> {
    try {
      await this.serving.site.record({
        requestId: this.requestId,
        method: this.request.method as string,
        route: this.route,
        params: this.params,
        caller: this.caller,
        status: answer.status,
        durationMs: this.#elapsed()
      });
      return answer;
    } catch (error) {
      const { failure, unforeseen } = failureOf(error);
      const why = unforeseen ? { stack: stackOf(error) } : { reason: (error as Error).message };
      const first = { request_id: this.requestId, ...why };
      const kind = { route: this.route, status: answer.status };
      this.serving.repeats.write('error', 'http.record_failed', kind, first);
      // A refusal gives nothing away that would have to be on record first; a success does.
      return answer.status < 400 ? this.#failureAnswer(failure) : answer;
    }
  }

  /** Answers the status that was sent. */
  #write({ status, base, extra, type, body }: Answer): number {
    if (this.#gone) return status;
    const { response, connection } = this;
    const headers = this.headers(base, extra);
    const length = body === undefined ? 0 : Buffer.byteLength(body);
    if (type !== undefined && body !== undefined) headers.push('Content-Type', type, 'Content-Length', String(length));
    else if (status !== 204 && status !== 304) headers.push('Content-Length', '0');
    try {
      response.writeHead(status, headers);
    } catch (error) {
      // A status or header of the handler's that HTTP cannot carry. Nothing has been sent yet.
      this.#log.error('http.unhandled', { route: this.route, stack: stackOf(error) });
      const { failure } = failureOf(error);
      return this.#write(this.#failureAnswer(failure));
    }
    response.end(body, () => connection.finished(this.serving.draining));
    connection.written(length);
    return status;
  }

  /** What every answer says, whoever writes it: who was asked, and whether the connection stays. */
  headers(base: FlatHeaders, extra?: Readonly<Record<string, string>>): string[] {
    const { connection } = this;
    const headers = withHeaders(base, extra);
    headers.push('X-Request-ID', this.requestId, ...sharedWith(this.serving.site, this.request.headers.origin));
    const unread = this.#leavesBodyUnread();
    if (unread) connection.lingerOnClose();
    if (unread || connection.brokeInBody || (this.serving.draining && connection.isLast(this.request)))
      headers.push('Connection', 'close');
    return headers;
  }

  /** A declared body within the limit is skipped by the server; of any other the end is not known. */
  #leavesBodyUnread(): boolean {
    const { length, expectsContinue } = this.frame;
    if (this.#bodyRead || length === 0 || this.request.complete) return false;
    return length === undefined || expectsContinue || length > this.serving.site.maxBodyBytes;
  }

  #elapsed(): number {
    return Math.round((performance.now() - this.#startedAt) * 1000) / 1000;
  }
}

const stackOf = (error: unknown) => (error instanceof Error ? error.stack : `thrown: ${typeof error}`);
