import type { HttpStream } from '../../core/http/index.js';
import type { Exchange } from './exchange.js';
import { apiHeaders, JSON_TYPE } from './headers.js';

/** The answer of a streaming route. Nothing is written once it has ended or its client has gone. */
export class ExchangeStream implements HttpStream {
  onGone: (() => void) | undefined;
  onDrain: (() => void) | undefined;
  readonly #exchange: Exchange;
  #gone = false;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
    exchange.onGone = () => {
      this.#gone = true;
      this.#exchange.claim();
      this.onGone?.();
    };
  }

  send(status: number, json: string): void {
    const { response } = this.#exchange;
    if (!this.#exchange.claim()) return;
    const headers = this.#exchange.headers(apiHeaders);
    headers.push('Content-Type', JSON_TYPE, 'Content-Length', String(json.length));
    response.writeHead(status, headers);
    response.end(json, 'latin1', this.#finished);
  }

  begin(status: number): void {
    const { response } = this.#exchange;
    if (!this.#exchange.claim()) return;
    const headers = this.#exchange.headers(apiHeaders);
    headers.push('Content-Type', JSON_TYPE);
    response.on('drain', () => this.onDrain?.());
    response.writeHead(status, headers);
  }

  write(json: string): boolean {
    return this.#gone || this.#exchange.response.write(json, 'latin1');
  }

  end(json: string): void {
    if (!this.#gone) this.#exchange.response.end(json, 'latin1', this.#finished);
  }

  cut(): void {
    this.#exchange.response.destroy();
  }

  fail(error: unknown): void {
    void this.#exchange.fail(error);
  }

  readonly #finished = () => this.#exchange.connection.finished(this.#exchange.serving.draining);
}
