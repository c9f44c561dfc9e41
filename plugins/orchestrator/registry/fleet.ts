import { ApiError } from '../../../core/http/index.js';
import type { Log } from '../../../core/index.js';
import type { Caller } from '../access/access.js';
import type { RoutingPolicy } from '../policy/routing-policy.js';
import type { ListedServer, Registration, ServerState } from '../policy/tool-servers.js';
import type { Targets } from '../routing/router.js';
import { Credentials } from './credentials.js';
import { Agreement } from './agreement.js';
import type { Registered } from './registration.js';
import type { Change, Registry } from './registry.js';
import { ToolServer } from './tool-server.js';
import { reviewTools, type Pins } from './tool-review.js';
import { offersTheSame, type Discovered, type KnownTools } from './tools.js';

export interface FleetOptions {
  readonly registry: Registry;
  readonly connectTimeoutMs: number;
  readonly log: Log;
  readonly policy: () => Pick<RoutingPolicy, 'allowedHosts' | 'credentials' | 'tools'>;
  /** Servers that files list; they go before what is registered under the same name. */
  readonly listed: () => readonly ListedServer[];
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
  /** What the registry says, and what files say. */
  readonly #known = new Map<string, Registered>();
  #listed: ReadonlyMap<string, Registered> = new Map();
  readonly #credentials: Credentials;
  #stopWatching = () => {};
  #epoch = 0;

  constructor(private readonly options: FleetOptions) {
    this.#credentials = new Credentials(options);
  }

  /** Takes over what the registry holds, and follows it from then on. */
  async open(): Promise<void> {
    const { registry } = this.options;
    this.#list();
    for (const registered of await registry.list()) this.#know(registered.name, registered);
    this.#stopWatching = registry.watch(({ name, registered }) => this.#know(name, registered));
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

  /** Registers a server, or replaces what it said. Throws `ApiError` 403 for another caller's name, 409 for that of a file. */
  async register(registration: Registration, caller: Caller) {
    const { before } = await this.#change(registration.name, caller, known => ({
      ...registration,
      registered_at: known?.registered_at ?? new Date().toISOString(),
      state: known?.state ?? 'active',
      owner: known?.owner ?? caller.name,
      ...(known?.pins === undefined ? {} : { pins: known.pins })
    }));
    return { server: this.#servers.get(registration.name)!, created: before === undefined };
  }

  /** Undefined where no such server is registered; throws as `register` does. */
  async setState(name: string, state: ServerState, caller: Caller): Promise<ToolServer | undefined> {
    await this.#change(name, caller, known => known && { ...known, state });
    return this.#servers.get(name);
  }

  /** False where no such server is registered; throws as `register` does. */
  async deregister(name: string, caller: Caller): Promise<boolean> {
    return (await this.#change(name, caller, () => undefined)).before !== undefined;
  }

  async #change(name: string, caller: Caller, change: Change) {
    const listed = this.#listed.get(name);
    if (listed !== undefined)
      throw new ApiError(409, 'conflict', 'A file lists this server; change the file.', { file: listed.owner });
    return this.#changeKnown(name, before => {
      if (before !== undefined && before.owner !== caller.name && !caller.admin)
        throw new ApiError(403, 'forbidden', 'This name was registered with another key.');
      return change(before);
    });
  }

  /** The registry reports to nobody what a change of his own met: another instance may have changed it, or let it go. */
  async #changeKnown(name: string, change: Change) {
    const changes = await this.options.registry.change(name, change);
    this.#know(name, changes.after);
    return changes;
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

  /** The files have changed: they may name other hosts, and list other servers. */
  applyFiles(): void {
    this.#list();
    for (const server of this.#servers.values()) {
      this.#applyPolicy(server);
      this.#review(server);
    }
    this.changed();
  }

  /** A server was asked what it offers. Most answer what they always did, which nobody has to be told. */
  discovered(server: ToolServer, discovered: Discovered): void {
    const known = server.discovered;
    server.discovered = discovered;
    if (known !== undefined && offersTheSame(known, discovered)) return;
    this.#compare(server, known?.tools, discovered.tools);
    this.#review(server);
    this.changed();
  }

  /** What was first seen of a tool is kept with the registration, so that it holds for other instances and after a restart. */
  #review(server: ToolServer): void {
    const { policy, log } = this.options;
    const { name } = server;
    const pins = server.registered.pins ?? NO_PINS;
    const now = reviewTools(server, pins, policy().tools, log);
    if (now === pins) return;
    server.registered = { ...server.registered, pins: now };
    if (this.#listed.has(name)) return;
    this.#changeKnown(name, known => known && { ...known, pins: { ...now, ...known.pins } }).catch(() =>
      log.warning('registry.pins_not_kept', { server: name })
    );
  }

  /** Takes what a server says of its tools now for right. Undefined where no such server is registered; throws as `register` does. */
  async acceptTools(name: string, caller: Caller): Promise<ToolServer | undefined> {
    const tools = this.#servers.get(name)?.discovered?.tools;
    const pins = Object.fromEntries([...(tools ?? [])].map(([tool, { digest }]) => [tool, digest]));
    await this.#change(name, caller, known => known && { ...known, pins });
    const server = this.#servers.get(name);
    if (server !== undefined) this.#review(server);
    this.changed();
    return server;
  }

  #compare(server: ToolServer, before: KnownTools = NO_TOOLS, after: KnownTools = NO_TOOLS): void {
    for (const [other, tools] of this.#agreement.update(server, before, after))
      this.options.log.warning('registry.tools_differ', { server: other.name, tools });
  }

  /** Whether a server may be where it is, and the token it is sent. */
  #applyPolicy(server: ToolServer): void {
    const { policy, log } = this.options;
    const { allowedHosts, credentials, tools } = policy();
    const { hostname } = new URL(server.registered.url);
    const allowed = allowedHosts(hostname);
    if (server.allowed && !allowed) log.warning('registry.host_not_allowed', { server: server.name });
    server.allowed = allowed;
    server.reviewed = tools.changed === 'block' || tools.suspicious === 'block';
    // Probes go on, and a host that is no longer allowed gets no credential with them.
    const credential = allowed ? credentials.find(({ fits }) => fits(hostname)) : undefined;
    this.#credentials.show(server, credential);
  }

  #list(): void {
    const before = this.#listed;
    const now = new Date().toISOString();
    this.#listed = new Map(
      this.options.listed().map(({ file, ...listed }) => {
        const registered_at = before.get(listed.name)?.registered_at ?? now;
        return [listed.name, { ...listed, registered_at, owner: file }];
      })
    );
    for (const name of new Set([...before.keys(), ...this.#listed.keys()])) this.#settle(name);
  }

  #know(name: string, registered: Registered | undefined): void {
    if (registered === undefined) this.#known.delete(name);
    else this.#known.set(name, registered);
    this.#settle(name);
  }

  #settle(name: string): void {
    const registered = this.#listed.get(name) ?? this.#known.get(name);
    if (registered === undefined) this.#drop(name);
    else this.#adopt(registered);
  }

  #adopt(registered: Registered): void {
    const before = this.#servers.get(registered.name);
    this.changed();
    if (before !== undefined && before.registered.url === registered.url) {
      before.registered = { ...registered, ...pinsOf(registered, before.registered) };
      return;
    }
    this.#drop(registered.name);
    const server = new ToolServer(registered, this.options.connectTimeoutMs);
    this.#applyPolicy(server);
    this.#servers.set(server.name, server);
    this.options.onJoined(server);
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

/** What this instance has seen first stays where nothing else is known. */
const pinsOf = ({ pins }: Registered, { pins: seen }: Registered) =>
  pins === undefined && seen === undefined ? {} : { pins: pins ?? seen! };

const NO_PINS: Pins = {};
const NO_TOOLS: KnownTools = new Map();
