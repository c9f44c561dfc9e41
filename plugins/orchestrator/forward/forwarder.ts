import { ApiError, type HttpStream } from '../../../core/http/index.js';
import type { Totals } from '../metrics/totals.js';
import type { Prober } from '../probing/prober.js';
import type { ToolServer } from '../registry/tool-server.js';
import type { Quotas } from '../access/quotas.js';
import type { Fleet } from '../registry/fleet.js';
import type { Router } from '../routing/router.js';
import type { RoutingTable } from '../policy/table.js';
import type { Wanted } from '../policy/wanted.js';
import { DeadlineWheel } from './deadline-wheel.js';
import { Forwarding } from './forwarding.js';
import type { RouteLog, RouteObserver, RouteRequest } from './observer.js';
import { RetryBudget } from './retry.js';

export interface ForwarderOptions {
  readonly fleet: Fleet;
  readonly router: Router<ToolServer>;
  readonly prober: Pick<Prober, 'nudge' | 'probe' | 'report'>;
  readonly table: () => RoutingTable;
  readonly totals: Totals;
  readonly accessLog: RouteLog;
  /** Undefined where nothing is exported. */
  readonly observer: RouteObserver | undefined;
  readonly requestTimeoutMs: number;
  readonly maxRetries: number;
  readonly quotas: Quotas;
}

/** What all requests share: the deadlines' timer and the budget of retries. */
export interface Shared extends ForwarderOptions {
  readonly wheel: DeadlineWheel;
  readonly budget: RetryBudget;
}

/** Sends requests on to servers. */
export class Forwarder {
  readonly #shared: Shared;

  constructor(options: ForwarderOptions) {
    this.#shared = { ...options, wheel: new DeadlineWheel(), budget: new RetryBudget() };
  }

  /**
   * Answers once, with what a server answered or why none did. Throws `ApiError` 404 for a name that nobody has, 429
   * where its caller has asked too often.
   */
  forward(request: RouteRequest, answer: HttpStream): void {
    const { router, budget, table, fleet, totals, observer } = this.#shared;
    const { server } = request.wanted;
    if (server !== undefined && fleet.get(server) === undefined)
      throw new ApiError(404, 'not_found', 'No server is registered under this name.', { field: 'server' });
    const plan = router.plan(request.wanted);
    const first = plan.next(request.wanted);
    if (first === undefined) {
      totals.unroutable++;
      observer?.(request, undefined).ended({ outcome: 'no_server', attempts: 0, ms: 0 });
      return request.envelope.unroutable(answer, fleet.size);
    }
    const done = this.#shared.quotas.begin(request.caller);
    budget.earn(table().policy.retries);
    new Forwarding(this.#shared, done === undefined ? request : { ...request, done }, { plan, answer }).start(first);
  }

  /** What is wanted, with what limits its caller. Throws `ApiError` 403 for what the caller may not ask for anywhere. */
  limited(wanted: Wanted, caller: string): Wanted {
    const policy = this.#shared.table().caller(caller);
    if (policy === undefined) return wanted;
    const { mayCall, mayRoute } = policy;
    const refused = wanted.method === 'tools/call' ? false : mayRoute?.(wanted.method) === false;
    if (refused || (mayCall !== undefined && wanted.tool !== undefined && !this.#somewhere(wanted.tool, mayCall)))
      throw new ApiError(403, 'forbidden', 'This key may not ask for this.', { field: 'method' });
    return mayCall === undefined ? wanted : { ...wanted, limited: { caller, mayCall } };
  }

  #somewhere(tool: string, mayCall: (name: string) => boolean): boolean {
    const servers = [...this.#shared.fleet.values()];
    const listing = servers.filter(server => server.tool(tool) !== undefined);
    const asked = listing.length > 0 ? listing : servers;
    return asked.length === 0 || asked.some(({ name }) => mayCall(`${name}__${tool}`));
  }
}
