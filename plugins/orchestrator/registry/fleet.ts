import type { Log } from '../../../core/index.js';
import type { RoutingPolicy } from '../kinds/routing-policy.js';
import type { Targets } from '../routing/router.js';
import { Agreement } from './agreement.js';
import type { Registered, Registration } from './registration.js';
import type { Registry } from './registry.js';
import { ToolServer } from './tool-server.js';
import { offersTheSame, type Discovered, type KnownTools } from './tools.js';

export interface FleetOptions {
  readonly registry: Registry;
  readonly connectTimeoutMs: number;
  readonly log: Log;
  readonly policy: () => Pick<RoutingPolicy, 'allowedHosts' | 'credentials'>;
  /** The token in an environment variable. */
  tokenIn(variable: string): string | undefined;
  /** A server came, or came back under another address: it is probed from now on. */
  onJoined(server: ToolServer): void;
  onLeft(server: ToolServer): void;
}

/** The registered servers as this instance lives with them. It follows the registry. */
export class Fleet implements Targets<ToolServer> {
  readonly #servers = new Map<string, ToolServer>();
  readonly #agreement = new Agreement(() => this.#servers.values());
  #stopWatching = () => {};
  #epoch = 0;

  constructor(private readonly options: FleetOptions) {}

  /** Takes over what the registry holds, and follows it from then on. */
  async open(): Promise<void> {
    const { registry } = this.options;
    for (const registered of await registry.list()) this.#adopt(registered);
    this.#stopWatching = registry.watch(({ name, registered }) =>
      registered === undefined ? this.#drop(name) : void this.#adopt(registered)
    );
  }

  async close(): Promise<void> {
    this.#stopWatching();
    for (const server of this.#servers.values()) this.options.onLeft(server);
    await Promise.all([...this.#servers.values()].map(({ client }) => client.destroy()));
    await this.options.registry.close();
  }

  /** Why servers that were registered elsewhere may be missing. */
  get trouble(): string | undefined {
    return this.options.registry.trouble;
  }

  async register(registration: Registration): Promise<{ readonly server: ToolServer; readonly created: boolean }> {
    const { registered, created } = await this.options.registry.put(registration);
    return { server: this.#adopt(registered), created };
  }

  async deregister(name: string): Promise<boolean> {
    const known = await this.options.registry.remove(name);
    this.#drop(name);
    return known;
  }

  get epoch(): number {
    return this.#epoch;
  }

  get size(): number {
    return this.#servers.size;
  }

  get(name: string): ToolServer | undefined {
    return this.#servers.get(name);
  }

  values(): Iterable<ToolServer> {
    return this.#servers.values();
  }

  /** Something that routing looks at has changed. */
  changed(): void {
    this.#epoch++;
  }

  /** The routing policy has changed: it may name other hosts. */
  applyPolicy(): void {
    for (const server of this.#servers.values()) this.#applyPolicy(server);
    this.changed();
  }

  /** A server was asked what it offers. Most answer what they always did, which nobody has to be told. */
  discovered(server: ToolServer, discovered: Discovered): void {
    const known = server.discovered;
    server.discovered = discovered;
    if (known !== undefined && offersTheSame(known, discovered)) return;
    this.#compare(server, known?.tools, discovered.tools);
    this.changed();
  }

  #compare(server: ToolServer, before: KnownTools = NO_TOOLS, after: KnownTools = NO_TOOLS): void {
    for (const [other, tools] of this.#agreement.update(server, before, after))
      this.options.log.warning('registry.tools_differ', { server: other.name, tools });
  }

  /** Whether a server may be where it is, and the token it is sent. */
  #applyPolicy(server: ToolServer): void {
    const { policy, tokenIn, log } = this.options;
    const { allowedHosts, credentials } = policy();
    const { hostname } = new URL(server.registered.url);
    const allowed = allowedHosts(hostname);
    if (server.allowed && !allowed) log.warning('registry.host_not_allowed', { server: server.name });
    server.allowed = allowed;
    const variable = credentials.find(({ fits }) => fits(hostname))?.variable;
    const token = variable === undefined ? undefined : tokenIn(variable);
    // Probes go on, and a host that is no longer allowed gets no token with them.
    server.client.bearer = allowed ? token : undefined;
    if (variable !== undefined && token === undefined)
      log.warning('registry.token_missing', { server: server.name, variable });
  }

  #adopt(registered: Registered): ToolServer {
    const before = this.#servers.get(registered.name);
    this.changed();
    if (before !== undefined && before.registered.url === registered.url) {
      before.registered = registered;
      return before;
    }
    this.#drop(registered.name);
    const server = new ToolServer(registered, this.options.connectTimeoutMs);
    this.#applyPolicy(server);
    this.#servers.set(server.name, server);
    this.options.onJoined(server);
    return server;
  }

  /** What it works on now still comes back: its connections are closed one by one as they become idle. */
  #drop(name: string): void {
    const server = this.#servers.get(name);
    if (server === undefined) return;
    this.#servers.delete(name);
    this.#compare(server, server.discovered?.tools);
    this.changed();
    this.options.onLeft(server);
    server.client.close();
  }
}

const NO_TOOLS: KnownTools = new Map();
