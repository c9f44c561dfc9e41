/** One signal: what takes it, and how it is flushed and ended. */
export interface Signal<T> {
  readonly take: T;
  shutdown(): Promise<void>;
}
