/** How long the server waits, in milliseconds. */
export interface TimeLimits {
  /** For all headers of a request. */
  readonly headersMs: number;
  /** For a whole request, its body included. */
  readonly requestMs: number;
  /** For the next request on an idle connection. Longer than that of a proxy in front, or requests are lost. */
  readonly keepAliveMs: number;
  /** For requests under way when the server stops. */
  readonly drainMs: number;
  /** For a client to read its answer when that came before it had sent its whole request. */
  readonly lingerMs: number;
}

export const TIME_LIMITS: TimeLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 65_000,
  drainMs: 10_000,
  lingerMs: 5_000
};
