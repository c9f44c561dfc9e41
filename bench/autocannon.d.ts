/** The part of autocannon that the benchmarks use; it brings no types of its own. */
declare module 'autocannon' {
  export interface Options {
    readonly url: string;
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly connections: number;
    /** Seconds; or else requests. */
    readonly duration?: number;
    readonly amount?: number;
    /** Called for each connection, to give it requests of its own. */
    readonly setupClient?: (client: { setRequests(requests: readonly object[]): void }) => void;
  }
  export interface Result {
    readonly requests: { readonly total: number };
    /** Seconds. */
    readonly duration: number;
    /** Milliseconds. */
    readonly latency: { readonly p50: number; readonly p97_5: number; readonly p99: number };
    readonly errors: number;
    readonly non2xx: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
