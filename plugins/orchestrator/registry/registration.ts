/** What a tool server says about itself when it registers. */
export interface Registration {
  readonly name: string;
  readonly url: string;
  readonly capabilities: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Share of the requests relative to other servers; 1 unless it says otherwise. */
  readonly weight: number;
}

/** A registration as it is kept. */
export interface Registered extends Registration {
  /** ISO 8601, UTC; that of the first registration under this name. */
  readonly registered_at: string;
}

/** Path of a health endpoint of the server's own, or undefined where the protocol's own probe is used. */
export function healthPathOf({ metadata }: Registration): string | undefined {
  const path = metadata['health_path'];
  return typeof path === 'string' ? path : undefined;
}
