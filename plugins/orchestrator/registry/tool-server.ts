import { Health } from '../health/health.js';
import { Traffic } from '../metrics/traffic.js';
import type { Target } from '../routing/target.js';
import { UpstreamClient } from '../upstream/client.js';
import { MODERN, type Dialect } from '../upstream/dialect.js';
import type { Registered } from './registration.js';
import type { Discovered, KnownTool } from './tools.js';

/** Why a tool is to be looked at. */
export interface Flag {
  /** It is said of the tool something else than was first seen. */
  readonly changed: boolean;
  /** The guard found what steers models. */
  readonly suspicious: boolean;
  readonly digest: string;
  /** Why callers cannot use it; undefined where they can. */
  readonly blocked: string | undefined;
}

/** One registered server and all that this instance knows of it. */
export class ToolServer implements Target {
  readonly health = new Health();
  readonly traffic = new Traffic();
  readonly client: UpstreamClient;
  /** The revision it was found to speak. */
  dialect: Dialect = MODERN;
  discovered: Discovered | undefined;
  /** Tools for which most servers have another schema. */
  readonly differing = new Set<string>();
  /** Tools that the review of their descriptions has something to say about. */
  readonly flagged = new Map<string, Flag>();
  /** Whether the policy keeps tools from callers that the review has not let through. */
  reviewed = false;
  allowed = true;
  lastCheckedAt: string | null = null;
  #declared: ReadonlySet<string>;

  constructor(
    private registration: Registered,
    connectTimeoutMs: number
  ) {
    this.#declared = new Set(registration.capabilities);
    this.client = new UpstreamClient(registration.url, connectTimeoutMs);
  }

  /** What it registered with. A change of the address makes another server, a change of the rest does not. */
  get registered(): Registered {
    return this.registration;
  }

  set registered(registration: Registered) {
    this.registration = registration;
    this.#declared = new Set(registration.capabilities);
  }

  get name(): string {
    return this.registration.name;
  }

  get weight(): number {
    return this.registration.weight;
  }

  get status() {
    return this.health.status;
  }

  get draining(): boolean {
    return this.registration.state === 'draining';
  }

  get lastError(): string | null {
    return this.health.lastError;
  }

  get pending(): number {
    return this.traffic.pending;
  }

  offers(capability: string): boolean {
    return this.#declared.has(capability) || this.discovered?.capabilities.has(capability) === true;
  }

  tool(name: string | undefined): KnownTool | undefined {
    return name === undefined ? undefined : this.discovered?.tools?.get(name);
  }

  lists(tool: string): 'yes' | 'no' | 'unknown' {
    if (this.discovered?.tools === undefined) return 'unknown';
    return this.discovered.tools.has(tool) ? 'yes' : 'no';
  }

  blocks(tool: string): string | undefined {
    if (this.reviewed && this.discovered?.tools === undefined) return 'its tools have not been looked at yet';
    return this.flagged.size === 0 ? undefined : this.flagged.get(tool)?.blocked;
  }

  differs(tool: string): boolean {
    return this.differing.has(tool);
  }
}
