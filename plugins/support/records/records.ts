import type { Grouping, Parameters, Prepared, Query, QueryCondition, Row, Store } from '../../../core/store/index.js';
import { narrowed, type Narrowing } from './narrowed.js';
import { type ReadRequest, RunReads } from './reads.js';
import type { Conversation, Customer, Order, Ticket } from './types.js';

type Single =
  'conversation' | 'customer' | 'email' | 'order' | 'response' | 'ticket' | 'ticketId' | 'run' | 'trace' | 'orderId';

/** The questions the support agent asks its store, prepared once. */
export class Records {
  readonly #store: Store;
  readonly #one: Readonly<Record<Single, Prepared>>;
  /** Records of the customer that a conversation is bound to. */
  readonly #its: Readonly<Record<'customer' | 'order' | 'lastOrder', Prepared>>;
  readonly #articles: Prepared;
  readonly #anyone: Prepared;
  readonly #link: Prepared;
  readonly #shapes = new Map<string, Prepared>();

  constructor(store: Store) {
    this.#store = store;
    const by = (from: string, ...fields: string[]) =>
      store.prepare({ from, where: Object.fromEntries(fields.map(f => [f, { is: '=' as const, param: f }])) });
    this.#one = {
      conversation: by('conversations', 'tenant', 'conversation_id'),
      customer: by('customers', 'tenant', 'customer_id'),
      email: by('customers', 'tenant', 'email'),
      order: by('orders', 'tenant', 'customer_id', 'order_id'),
      response: by('responses', 'tenant', 'conversation_id', 'idempotency_key'),
      ticket: by('tickets', 'tenant', 'dedupe_key'),
      ticketId: by('tickets', 'tenant', 'ticket_id'),
      orderId: by('orders', 'tenant', 'order_id'),
      run: by('runs', 'tenant', 'run_id'),
      trace: by('traces', 'tenant', 'run_id')
    };
    const its = (field: string, member?: string): QueryCondition => ({
      is: '=',
      of: {
        from: 'conversations',
        key: { tenant: 'tenant', conversation_id: 'conversation_id' },
        field,
        ...(member === undefined ? {} : { member })
      }
    });
    const tenant = { is: '=', param: 'tenant' } as const;
    const customer_id = its('customer_id');
    const lastOrder = its('memory', 'order_id');
    this.#its = {
      customer: store.prepare({ from: 'customers', where: { tenant, customer_id } }),
      order: store.prepare({
        from: 'orders',
        where: { tenant, customer_id, order_id: { is: '=', param: 'order_id' } }
      }),
      lastOrder: store.prepare({ from: 'orders', where: { tenant, customer_id, order_id: lastOrder } })
    };
    this.#articles = store.prepare({ from: 'articles', limit: 'limit' });
    this.#anyone = by('tickets', 'ticket_id');
    this.#link = by('desk_links', 'desk', 'external_id');
  }

  readonly read: Store['read'] = requests => this.#store.read(requests);

  async #first<T>(query: Single, parameters: Parameters): Promise<T | undefined> {
    const [rows] = await this.#store.read([[this.#one[query], parameters]]);
    return rows?.[0] as T | undefined;
  }

  conversation(tenant: string, conversation_id: string): Promise<Conversation | undefined> {
    return this.#first('conversation', { tenant, conversation_id });
  }

  /**
   * What most messages need, in one round trip: the conversation, the first response that was sent for `key` where there is
   * one, and in `reads` the customer and one order: `order_id`, or else the one that was talked about last.
   */
  async opening(
    tenant: string,
    conversation_id: string,
    { key, order_id }: { key?: string | undefined; order_id?: string | undefined }
  ) {
    const of = { tenant, conversation_id };
    const { order, customer, conversation, response } = this.#one;
    const requests: ReadRequest[] = [
      [conversation, of],
      [this.#its.customer, of],
      order_id === undefined ? [this.#its.lastOrder, of] : [this.#its.order, { ...of, order_id }]
    ];
    if (key !== undefined) requests.push([response, { ...of, idempotency_key: key }]);
    const [conversations, customers = [], orders = [], responses] = await this.#store.read(requests);
    const found = conversations?.[0] as Conversation | undefined;
    const reads = new RunReads(this.#store);
    const customer_id = found?.customer_id ?? null;
    if (customer_id !== null) {
      reads.know([customer, { tenant, customer_id }], customers);
      const id = order_id ?? found?.memory.order_id;
      if (id !== undefined) reads.know([order, { tenant, customer_id, order_id: id }], orders);
    }
    return {
      conversation: found,
      earlier: responses?.[0] as { readonly body_digest: string; readonly response: object } | undefined,
      reads
    };
  }

  /** Of a record that was handed in. */
  async versionOf(of: 'customer' | 'order', tenant: string, id: string): Promise<number | null> {
    const found = await (of === 'customer'
      ? this.#first<Customer>('customer', { tenant, customer_id: id })
      : this.#first<Order>('orderId', { tenant, order_id: id }));
    return found?.version ?? null;
  }

  ticket(tenant: string, dedupe_key: string): Promise<Ticket | undefined> {
    return this.#first('ticket', { tenant, dedupe_key });
  }

  ticketById(tenant: string, ticket_id: string): Promise<Ticket | undefined> {
    return this.#first('ticketId', { tenant, ticket_id });
  }

  /** The ticket that a help desk names by our id, whoever's it is. */
  async ticketOfAnyone(ticket_id: string): Promise<Ticket | undefined> {
    const [rows] = await this.#store.read([[this.#anyone, { ticket_id }]]);
    return rows?.[0] as unknown as Ticket | undefined;
  }

  /** The ticket that a help desk names by its own id. */
  async ticketAtDesk(desk: string, external_id: string): Promise<Ticket | undefined> {
    const [links = []] = await this.#store.read([[this.#link, { desk, external_id }]]);
    const [link] = links;
    return link === undefined ? undefined : this.ticketById(String(link['tenant']), String(link['ticket_id']));
  }

  run(tenant: string, run_id: string): Promise<Row | undefined> {
    return this.#first('run', { tenant, run_id });
  }

  /** A run's trace, when the run is the tenant's. */
  async trace(tenant: string, run_id: string): Promise<{ readonly run: Row; readonly steps: unknown } | undefined> {
    const [runs, traces] = await this.#store.read([
      [this.#one.run, { tenant, run_id }],
      [this.#one.trace, { tenant, run_id }]
    ]);
    const run = runs?.[0];
    return run === undefined ? undefined : { run, steps: traces?.[0]?.['steps'] ?? [] };
  }

  /** The newest id there is: of an event, since every request leaves one. */
  async newestId(): Promise<string | undefined> {
    const newest = this.#store.prepare({ from: 'audit', order: { by: 'event_id', direction: 'desc' }, limit: 'limit' });
    const [rows = []] = await this.#store.read([[newest, { limit: 1 }]]);
    return rows[0]?.['event_id'] as string | undefined;
  }

  async hasArticles(): Promise<boolean> {
    const [rows = []] = await this.#store.read([[this.#articles, { limit: 1 }]]);
    return rows.length > 0;
  }

  /** Counts of a tenant's records in groups. */
  async count(
    from: 'runs' | 'decisions' | 'tickets' | 'feedback',
    tenant: string,
    narrowing: Narrowing,
    countBy: readonly Grouping[]
  ): Promise<readonly Row[]> {
    const { where, parameters } = narrowed(tenant, narrowing);
    const [rows = []] = await this.#store.read([[this.#shaped({ from, where, countBy }), parameters]]);
    return rows;
  }

  async feedbackSummary(tenant: string): Promise<{ helpful: number; unhelpful: number }> {
    const rows = await this.count('feedback', tenant, {}, ['helpful']);
    const count = (helpful: boolean) => Number(rows.find(row => Boolean(row['helpful']) === helpful)?.['count'] ?? 0);
    return { helpful: count(true), unhelpful: count(false) };
  }

  /** Newest first, or the oldest. One row more than asked for tells that there are more. */
  async list(
    from: 'runs' | 'decisions' | 'tickets' | 'audit' | 'outbox',
    id: string,
    tenant: string,
    { limit, direction = 'desc', ...narrowing }: Narrowing & Page
  ): Promise<readonly Row[]> {
    const { where, parameters } = narrowed(tenant, narrowing);
    const query = this.#shaped({ from, where, order: { by: id, direction }, limit: 'limit' });
    const [rows = []] = await this.#store.read([[query, { ...parameters, limit: limit + 1 }]]);
    return rows;
  }

  /** Queries of one shape are prepared once; there are as many as there are ways to narrow a listing. */
  #shaped(query: Query): Prepared {
    const shape = JSON.stringify(query);
    let prepared = this.#shapes.get(shape);
    if (prepared === undefined) this.#shapes.set(shape, (prepared = this.#store.prepare(query)));
    return prepared;
  }
}

interface Page {
  readonly limit: number;
  readonly direction?: 'asc' | 'desc';
}
