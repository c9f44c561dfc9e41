import type { Log } from '../../../core/index.js';
import { PROTOCOL_VERSION } from '../../../core/mcp/index.js';
import type { AssessText } from '../policy/description-guard.js';
import type { RoutingPolicy } from '../policy/routing-policy.js';
import type { Fleet } from '../registry/fleet.js';
import { healthPathOf } from '../registry/registration.js';
import type { ToolServer } from '../registry/tool-server.js';
import { discover, listTools, type ProbeFailure } from './discover.js';
import type { Transition } from '../health/health.js';

export interface ProberOptions {
  readonly intervalMs: number;
  readonly requestTimeoutMs: number;
  readonly policy: () => RoutingPolicy;
  /** Reads the description of a tool. */
  readonly assess: AssessText;
  readonly log: Log;
}

/** Probes are spread by this share of the interval, so that servers are not all asked at once. */
const JITTER = 0.1;
/** Servers that came at once part by their second probe already, which comes after this share of the interval or later. */
const EARLIEST_SECOND = 0.1;
/** The first probes of a whole fleet begin so far apart on average. */
const FIRST_SPREAD_MS = 2;
/** A probe that is brought forward waits so long, so that many failures together bring one probe. */
const NUDGE_MS = 1_000;
const LEAST_PROBE_TIMEOUT_MS = 1_000;

interface Watched {
  timer: NodeJS.Timeout | undefined;
  due: number;
  probing: Promise<void> | undefined;
  /** A probe that failed leaves it open what the server offers when it is back. */
  tools: 'known' | 'unknown';
}

/** Asks every server on its own jittered schedule how it is, and what it offers. */
export class Prober {
  readonly #watched = new Map<ToolServer, Watched>();

  constructor(
    private readonly fleet: () => Fleet,
    private readonly options: ProberOptions
  ) {}

  /** The first probe begins soon. */
  watch(server: ToolServer): void {
    const watched: Watched = { timer: undefined, due: Infinity, probing: undefined, tools: 'unknown' };
    this.#watched.set(server, watched);
    const spread = Math.min(this.#watched.size * FIRST_SPREAD_MS, this.options.intervalMs);
    this.#schedule(server, watched, Math.random() * spread);
  }

  unwatch(server: ToolServer): void {
    clearTimeout(this.#watched.get(server)?.timer);
    this.#watched.delete(server);
  }

  /** Probes a server now, unless that is under way. Resolves when it is known how the server is. */
  probe(server: ToolServer): Promise<void> {
    const watched = this.#watched.get(server);
    if (watched === undefined) return Promise.resolve();
    clearTimeout(watched.timer);
    const first = server.lastCheckedAt === null;
    watched.probing ??= this.#run(server, watched).finally(() => {
      watched.probing = undefined;
      if (this.#watched.has(server)) this.#schedule(server, watched, this.#pause(first));
    });
    return watched.probing;
  }

  /** A request has failed: the next probe comes soon. */
  nudge(server: ToolServer): void {
    const watched = this.#watched.get(server);
    if (watched === undefined || watched.probing !== undefined) return;
    const wait = Math.min(NUDGE_MS, this.options.intervalMs / 2);
    if (performance.now() + wait < watched.due) this.#schedule(server, watched, wait);
  }

  /** Says that a server's health has changed, and when that leaves nobody to route to. */
  report(server: ToolServer, transition: Transition | undefined): void {
    if (transition === undefined) return;
    const { log } = this.options;
    const fields = { server: server.name, ...transition };
    if (transition.to === 'healthy') log.info('health.changed', fields);
    else log.warning('health.changed', fields);
    const fleet = this.fleet();
    fleet.changed();
    if (transition.to === 'unhealthy' && [...fleet.values()].every(({ status }) => status === 'unhealthy'))
      log.error('health.none_left', { server: server.name, registered: fleet.size });
  }

  #schedule(server: ToolServer, watched: Watched, ms: number): void {
    clearTimeout(watched.timer);
    watched.due = performance.now() + ms;
    watched.timer = setTimeout(() => void this.probe(server), ms);
  }

  #pause(first: boolean): number {
    const [least, most] = first ? [EARLIEST_SECOND, 1] : [1 - JITTER, 1 + JITTER];
    return this.options.intervalMs * (least + (most - least) * Math.random());
  }

  async #run(server: ToolServer, watched: Watched): Promise<void> {
    const { policy, requestTimeoutMs, intervalMs } = this.options;
    const asking = {
      timeoutMs: Math.min(requestTimeoutMs, Math.max(intervalMs, LEAST_PROBE_TIMEOUT_MS)),
      limits: policy().limits
    };
    // What a server sends can be of a shape that nobody thought of, too deep to be compared, for example.
    const failure = await this.#ask(server, watched, asking).catch((error: unknown) => `unreadable (${nameOf(error)})`);
    // What is found out about a server that was deregistered meanwhile concerns nobody.
    if (!this.#watched.has(server)) return;
    const now = performance.now();
    server.lastCheckedAt = new Date().toISOString();
    const rules = policy().health;
    if (failure !== undefined) {
      watched.tools = 'unknown';
      return this.report(server, server.health.probeFailed(failure, rules, now));
    }
    const speed = {
      p95Ms: server.traffic.latency.percentiles(now).p95,
      slowMs: requestTimeoutMs * rules.slowShareOfTimeout
    };
    this.report(server, server.health.probeSucceeded(speed, rules, now));
  }

  async #ask(server: ToolServer, watched: Watched, asking: Parameters<typeof discover>[1]): Promise<ProbeFailure> {
    const { client } = server;
    const path = healthPathOf(server.registered);
    const asked = performance.now();
    const stale = watched.tools === 'unknown' || asked >= (server.discovered?.freshUntil ?? 0);
    if (path !== undefined) {
      const failure = await client.health(path, asking.timeoutMs);
      if (failure !== undefined || !stale) return failure;
    }
    const { failure, capabilities, dialect } = await discover(server, asking);
    if (dialect.older !== server.dialect.older)
      this.options.log.info('health.revision', { server: server.name, revision: dialect.older ?? PROTOCOL_VERSION });
    server.dialect = dialect;
    // With a health path of its own, a server need not know the protocol's probe.
    if (failure !== undefined) return path === undefined ? failure : undefined;
    if (!stale) return undefined;
    const listed = await listTools(server, asking, { before: server.discovered?.tools, assess: this.options.assess });
    if (!this.#watched.has(server)) return undefined;
    if (listed !== undefined) watched.tools = 'known';
    // What was known is better than nothing: a server that is busy for a moment still has its tools.
    const known = listed?.tools ?? server.discovered?.tools;
    this.fleet().discovered(server, {
      capabilities: new Set([...(capabilities ?? server.discovered?.capabilities ?? []), ...(known?.keys() ?? [])]),
      tools: known,
      freshUntil: asked + (listed?.ttlMs ?? 0),
      shared: listed?.shared ?? false
    });
    return undefined;
  }
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error);
