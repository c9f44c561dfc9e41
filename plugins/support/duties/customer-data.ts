import type { Prepared, Query, Row, Store, Write } from '../../../core/store/index.js';
import type { AuditEvent } from '../records/audit.js';
import { auditWrite } from '../records/audit.js';
import { erasureWrite } from '../records/erasures.js';

/** Which fields name a record of what is kept of a conversation, and of a customer. */
const OF_CONVERSATION = {
  runs: ['run_id'],
  tickets: ['ticket_id'],
  feedback: ['feedback_id'],
  responses: ['tenant', 'conversation_id', 'idempotency_key']
} as const;
const OF_RUN = { traces: ['run_id'], decisions: ['decision_id'] } as const;
const OF_TICKET = { outbox: ['delivery_id'], desk_links: ['tenant', 'desk', 'ticket_id'] } as const;
const KEYS: Readonly<Record<string, readonly string[]>> = {
  ...OF_TICKET,
  ...OF_CONVERSATION,
  ...OF_RUN,
  codes: ['tenant', 'conversation_id'],
  conversations: ['tenant', 'conversation_id'],
  orders: ['tenant', 'order_id'],
  customers: ['tenant', 'customer_id']
};

/** Records by collection. */
export type CustomerRecords = Readonly<Record<string, readonly Row[]>>;
type Held = Record<string, Row[]>;

const PAGE = 50;

/** All that is kept of one customer, to be handed out or to be erased. The audit names ids and actions and holds no data. */
export class CustomerData {
  readonly #store: Store;
  readonly #conversations: Prepared;
  readonly #by: (from: string, ...fields: readonly string[]) => Prepared;

  constructor(store: Store) {
    this.#store = store;
    this.#by = (from, ...fields) => {
      const where = Object.fromEntries(fields.map(field => [field, { is: '=' as const, param: field }]));
      return store.prepare({ from, where } satisfies Query);
    };
    this.#conversations = store.prepare({
      from: 'conversations',
      where: {
        tenant: { is: '=', param: 'tenant' },
        customer_id: { is: '=', param: 'customer_id' },
        conversation_id: { is: '>', param: 'after' }
      },
      order: { by: 'conversation_id', direction: 'asc' },
      limit: 'limit'
    });
  }

  /** A copy of everything; undefined where nothing is kept of that id. */
  async copy(tenant: string, customer_id: string): Promise<CustomerRecords | undefined> {
    const all: Held = {};
    for await (const part of this.#parts(tenant, customer_id))
      for (const [from, rows] of Object.entries(part)) (all[from] ??= []).push(...rows.map(shown));
    const { codes: _codes, ...told } = all;
    return Object.values(told).some(rows => rows.length > 0) ? told : undefined;
  }

  /**
   * Removes everything, a conversation at a time, and writes the event with the last of it, and that nothing may come back. Asked again after it broke off,
   * it goes on. Answers how many records of each kind there were; undefined where nothing is kept of that id.
   */
  async erase(
    tenant: string,
    customer_id: string,
    event: Omit<AuditEvent, 'detail'>
  ): Promise<Readonly<Record<string, number>> | undefined> {
    const counts: Record<string, number> = {};
    let last: Write[] = [];
    for await (const part of this.#parts(tenant, customer_id)) {
      if (last.length > 0) await this.#store.commit(last);
      last = Object.entries(part)
        .filter(([, rows]) => rows.length > 0)
        .map(([into, rows]) => {
          counts[into] = (counts[into] ?? 0) + rows.length;
          const keys = KEYS[into]!;
          return { into, how: 'remove', rows: rows.map(row => Object.fromEntries(keys.map(key => [key, row[key]]))) };
        });
    }
    delete counts['codes'];
    if (Object.keys(counts).length === 0) return undefined;
    await this.#store.commit([
      ...last,
      erasureWrite(tenant, customer_id, event.now),
      auditWrite({ ...event, detail: { event: 'customer.erased', removed: counts } })
    ]);
    return counts;
  }

  /** Conversation by conversation, and at last the customer, orders, and tickets of conversations that are gone. */
  async *#parts(tenant: string, customer_id: string): AsyncGenerator<Held> {
    const seen = new Set<unknown>();
    for (let after = ''; ;) {
      const [page = []] = await this.#store.read([[this.#conversations, { tenant, customer_id, after, limit: PAGE }]]);
      for (const conversation of page) {
        seen.add(conversation['conversation_id']);
        yield await this.#conversation(conversation);
      }
      if (page.length < PAGE) break;
      after = String(page.at(-1)!['conversation_id']);
    }
    const own = ['customers', 'orders', 'tickets'];
    const found = await this.#store.read(
      own.map(from => [this.#by(from, 'tenant', 'customer_id'), { tenant, customer_id }] as const)
    );
    const rest: Held = {};
    own.forEach((from, i) => (rest[from] = found[i]!.filter(row => !seen.has(row['conversation_id']))));
    yield await this.#withDeliveries(tenant, rest);
  }

  async #conversation(conversation: Row): Promise<Held> {
    const { tenant, conversation_id } = conversation as { tenant: string; conversation_id: string };
    const names = [...Object.keys(OF_CONVERSATION), 'codes'];
    const found = await this.#store.read(
      names.map(from => [this.#by(from, 'tenant', 'conversation_id'), { tenant, conversation_id }] as const)
    );
    const held: Held = { conversations: [conversation] };
    names.forEach((from, i) => (held[from] = [...found[i]!]));
    for (const { run_id } of held['runs'] as { run_id: string }[]) {
      const [traces, decisions] = await this.#store.read([
        [this.#by('traces', 'run_id'), { run_id }],
        [this.#by('decisions', 'run_id'), { run_id }]
      ]);
      (held['traces'] ??= []).push(...traces!);
      (held['decisions'] ??= []).push(...decisions!);
    }
    return await this.#withDeliveries(tenant, held);
  }

  /** With what help desks have yet to hear of the tickets, and what they call them. */
  async #withDeliveries(tenant: string, held: Held): Promise<Held> {
    for (const { ticket_id } of held['tickets'] as { ticket_id: string }[])
      for (const from of Object.keys(OF_TICKET)) {
        const [rows] = await this.#store.read([[this.#by(from, 'tenant', 'ticket_id'), { tenant, ticket_id }]]);
        if (rows!.length > 0) (held[from] ??= []).push(...rows!);
      }
    return held;
  }
}

const shown = ({ tenant: _tenant, dedupe_key: _key, body_digest: _digest, ...row }: Row): Row => row;
