import type { LiveDocuments, Log } from '../../../core/index.js';
import { withDeadline } from '../../../core/resilience/index.js';
import { type Prepared, type Row, StoreConflict, type Write } from '../../../core/store/index.js';
import { type ToolBody, type ToolContext, ToolFailure, type ToolResources } from '../../../core/tools/index.js';
import type { SupportMetrics } from '../metrics.js';
import type { Records } from '../records/records.js';
import { type Desk, DesksAssembly, type DeskEvent } from '../tools/help-desks.js';
import type { Delivery } from '../tools/outbox.js';

export interface DeliveryOptions extends Omit<ToolResources, 'tool'> {
  readonly records: Records;
  readonly documents: LiveDocuments;
  readonly metrics: SupportMetrics;
  readonly log: Log;
  readonly now: () => Date;
  readonly limits: {
    readonly pollMs: number;
    readonly attempts: number;
    /** The first pause; each further one is twice as long, and as long as the desk asks for, up to `mostMs`. */
    readonly backOffMs: number;
    readonly mostMs: number;
    readonly timeoutMs: number;
  };
}

/** Waiting deliveries looked at in one pass, and those that are sent in it. */
const MOST_SEEN = 1000;
const MOST_SENT = 8;

/**
 * Takes tickets from the outbox to help desks. Any number of instances may run it: one claims a delivery by its version,
 * and another takes it over when the claim is older than an attempt can last. Of one ticket and desk, events go in order.
 */
export class Deliveries {
  readonly #options: DeliveryOptions;
  readonly #inState: Prepared;
  readonly #link: Prepared;
  readonly #bodies = new WeakMap<Desk, Map<DeskEvent, ToolBody>>();
  /** Desks that asked for it, and until when. */
  readonly #leftAlone = new Map<string, string>();
  readonly #stopped = new AbortController();
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: DeliveryOptions) {
    this.#options = options;
    const { store } = options;
    this.#inState = store.prepare({
      from: 'outbox',
      where: { state: { is: '=', param: 'state' } },
      order: { by: 'delivery_id', direction: 'asc' },
      limit: 'limit'
    });
    this.#link = store.prepare({
      from: 'desk_links',
      where: {
        tenant: { is: '=', param: 'tenant' },
        ticket_id: { is: '=', param: 'ticket_id' },
        desk: { is: '=', param: 'desk' }
      }
    });
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#pass()
        .catch((error: unknown) => this.#options.log.warning('delivery.stalled', { reason: (error as Error).name }))
        .finally(() => {
          if (!this.#stopped.signal.aborted) this.start();
        });
    }, this.#options.limits.pollMs).unref();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #pass(): Promise<void> {
    const { store, now, documents } = this.#options;
    if (documents.current.get(DesksAssembly).size === 0) return;
    const [waiting = [], dead = []] = (await store.read([
      [this.#inState, { state: 'waiting', limit: MOST_SEEN }],
      [this.#inState, { state: 'dead', limit: MOST_SEEN }]
    ])) as unknown as readonly (readonly Delivery[])[];
    const line = ({ tenant, ticket_id, desk }: Delivery) => JSON.stringify([tenant, ticket_id, desk]);
    const held = new Set(dead.map(line));
    const first = waiting.filter(each => !held.has(line(each)) && held.add(line(each)));
    const at = now().toISOString();
    const due = first.filter(({ next_at, desk }) => next_at <= at && (this.#leftAlone.get(desk) ?? '') <= at);
    await Promise.all(due.slice(0, MOST_SENT).map(delivery => this.#deliver(delivery)));
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { store, limits, metrics, log, now } = this.#options;
    const attempts = delivery.attempts + 1;
    const claimed = { ...delivery, attempts, version: delivery.version + 1, next_at: this.#in(2 * limits.timeoutMs) };
    try {
      await store.commit([change(claimed)]);
    } catch (error) {
      // Another instance has it.
      if (error instanceof StoreConflict) return;
      throw error;
    }
    const { desk, delivery_id, tenant, ticket_id } = delivery;
    try {
      const external_id = await this.#send(claimed);
      const link: Write[] =
        external_id === undefined
          ? []
          : [{ into: 'desk_links', how: 'put', rows: [{ tenant, ticket_id, desk, external_id }] }];
      await store.commit([{ into: 'outbox', how: 'remove', rows: [{ delivery_id }] }, ...link]);
      metrics.delivered(desk, 'delivered');
    } catch (error) {
      const { code: failure, retryAfterMs = 0 } =
        error instanceof ToolFailure ? error : { code: (error as Error).name };
      const dead = attempts >= limits.attempts;
      const pause = Math.min(limits.mostMs, Math.max(retryAfterMs, limits.backOffMs * 2 ** (attempts - 1)));
      if (retryAfterMs > 0) this.#leftAlone.set(desk, this.#in(Math.min(limits.mostMs, retryAfterMs)));
      const after = { ...claimed, failure, version: claimed.version + 1, next_at: this.#in(pause) };
      await store.commit([change(dead ? { ...after, state: 'dead', next_at: now().toISOString() } : after)]);
      metrics.delivered(desk, dead ? 'dead' : 'failed');
      const about = { desk, delivery_id, attempts, cause: failure };
      if (dead) log.warning('delivery.dead', about);
      else log.warning('delivery.failed', about);
    }
  }

  readonly #in = (ms: number) => new Date(this.#options.now().getTime() + ms).toISOString();

  /** The desk's own id of the ticket, where it says one. */
  async #send(delivery: Delivery): Promise<string | undefined> {
    const { store, records, documents, now, limits } = this.#options;
    const { delivery_id, tenant, ticket_id, event, created_at } = delivery;
    const set = documents.current;
    const ticket = await records.ticketById(tenant, ticket_id);
    if (ticket === undefined) return undefined;
    const desk = set.get(DesksAssembly).get(delivery.desk);
    const body = desk && this.#bodyOf(desk, event);
    if (body === undefined) throw new ToolFailure('desk_missing', `no file describes the desk '${delivery.desk}'`);
    const [links = []] = await store.read([[this.#link, { tenant, ticket_id, desk: delivery.desk }]]);
    const { dedupe_key: _key, notes: _notes, ...shown } = ticket;
    const external_id = (links[0]?.['external_id'] ?? '') as string;
    const args = { id: delivery_id, event, at: created_at, ticket: shown, external_id };
    const context: Omit<ToolContext, 'signal'> = {
      tenant,
      customerId: undefined,
      conversationId: ticket.conversation_id,
      runId: delivery_id,
      purpose: event,
      now: now(),
      documents: set,
      read: requests => store.read(requests),
      stage: refused,
      call: refused
    };
    const output = await withDeadline(
      limits.timeoutMs,
      ({ signal }) => body(args as never, { ...context, signal }),
      this.#stopped.signal
    );
    const id = output.records[0]?.fields['external_id'];
    return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
  }

  #bodyOf(desk: Desk, event: DeskEvent): ToolBody | undefined {
    const handler = desk.handlers[event];
    const binding = desk[event];
    if (handler === undefined || binding === undefined) return undefined;
    let bodies = this.#bodies.get(desk);
    if (bodies === undefined) this.#bodies.set(desk, (bodies = new Map()));
    let body = bodies.get(event);
    if (body === undefined) {
      const { store, settings, secret } = this.#options;
      bodies.set(event, (body = handler.bind(binding.with, { tool: desk.name, store, settings, secret }) as ToolBody));
    }
    return body;
  }
}

const refused = () => {
  throw new Error('a delivery stages nothing and asks no tool');
};

const change = (delivery: Delivery): Write => ({ into: 'outbox', how: 'change', rows: [{ ...delivery } as Row] });
