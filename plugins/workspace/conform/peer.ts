import type { IncomingHttpHeaders } from 'node:http';

/** What came back for one message. */
export interface Reply {
  /** HTTP only. */
  readonly status?: number;
  /** HTTP only. */
  readonly headers?: IncomingHttpHeaders;
  /** Everything the server sent for it, in order; text that is no JSON stands here as a string. */
  readonly messages: readonly unknown[];
  /** Why there is nothing, where there is nothing. */
  readonly note?: string;
}

export interface Sending {
  /** Over those a good client sends; undefined leaves one out. HTTP only. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** HTTP only. */
  readonly method?: string;
  /** Added to the URL. HTTP only. */
  readonly query?: string;
}

/** The server under test, over one transport. A string is sent as it is, anything else as JSON. */
export interface Peer {
  readonly transport: 'stdio' | 'http';
  /** Every message the server has sent so far. */
  readonly seen: readonly unknown[];
  /** HTTP with a token. */
  readonly guarded: boolean;
  /** Sends a message and waits for its answer. */
  ask(message: unknown, sending?: Sending): Promise<Reply>;
  /** Sends what must not be answered and returns what came nevertheless. */
  tell(message: unknown): Promise<Reply>;
  /** stdio only: sends these bytes, ends the input, and returns what came and the exit status. */
  finish(text: string): Promise<Reply & { readonly exit: number | null }>;
  close(): Promise<void>;
}
