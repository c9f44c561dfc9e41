import { ApiError, type ApiErrorCode, type HttpStream } from '../../../core/http/index.js';
import { CODES, RpcError } from '../../../core/mcp/index.js';

/** What a routed request came to: the answer of a server without its frame. */
export interface Routed {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** As `/route` says it. */
const FAILED: ApiErrorCode = 'upstream_error';

/** Takes a routed answer whole, for a protocol that frames it anew. Texts have one character for each byte. */
export class CollectedAnswer implements HttpStream {
  onGone: (() => void) | undefined;
  onDrain: (() => void) | undefined;
  readonly routed: Promise<Routed>;
  #resolve!: (routed: Routed) => void;
  #reject!: (error: Error) => void;
  #parts: string[] = [];
  #size = 0;

  constructor(private readonly maxBytes: number) {
    this.routed = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  send(_status: number, json: string): void {
    this.#resolve(JSON.parse(Buffer.from(json, 'latin1').toString('utf8')) as Routed);
  }

  begin(): void {}

  write(json: string): boolean {
    this.#size += json.length;
    if (this.#size <= this.maxBytes) this.#parts.push(json);
    else {
      this.#parts = [];
      this.#reject(internal('The answer of the server is too large.', { code: FAILED, reason: 'too_large' }));
      this.onGone?.();
    }
    return true;
  }

  end(json: string): void {
    if (this.#size > this.maxBytes) return;
    const text = Buffer.from(this.#parts.join('') + json, 'latin1').toString('utf8');
    try {
      this.#resolve(JSON.parse(text) as Routed);
    } catch {
      this.cut();
    }
  }

  cut(): void {
    this.#reject(internal('The answer of the server broke off.', { code: FAILED, reason: 'truncated' }));
  }

  fail(error: unknown): void {
    if (!(error instanceof ApiError)) return this.#reject(error as Error);
    this.#reject(internal(error.message, { code: error.code, ...error.detail }));
  }
}

const internal = (message: string, data: Readonly<Record<string, unknown>>) =>
  new RpcError(CODES.internalError, message, 200, data);
