import type { Row, Store } from '../../core/store/index.js';
import { createStore } from '../../plugins/storage-knex/create-store.js';
import { SUPPORT_SCHEMA } from '../../plugins/support/records/schema.js';

const AT_ONCE = 500;
const TENANT = 'demo';

/** Adds records to the database of a running agent until there are so many of a kind. */
export type Fill = (store: Store, from: number, to: number) => Promise<void>;

/** The store of a second process on the agent's database; whoever opens it closes it. */
export async function filling(database: string) {
  const store = await createStore(database, { synchronous: 'normal' });
  await store.open(SUPPORT_SCHEMA);
  return store;
}

/** Orders of other customers of the shop. */
export const orders: Fill = async (store, from, to) => {
  const order = await first(store, 'orders', { tenant: TENANT, order_id: 'ORD-1002' });
  await add(store, from, to, n => ({
    orders: { ...order, order_id: `ORD-${100_000 + n}`, customer_id: `cus_${n % 5000}` }
  }));
};

/** Copies of one article that a question about returns finds: the worst case, because every one of them is ranked. */
export const articles: Fill = async (store, from, to) => {
  const [found] = await store.search('articles', 'return policy', { limit: 1 });
  await add(store, from, to, n => ({ articles: { ...found!.row, id: `grown-${n}` } }));
};

/** Conversations that were held, each with a run, its trace and an audit event. */
export const conversations: Fill = async (store, from, to) => {
  const run = await first(store, 'runs', { tenant: TENANT });
  const trace = await first(store, 'traces', { run_id: run['run_id'] as string });
  const conversation = await first(store, 'conversations', { conversation_id: run['conversation_id'] as string });
  const event = await first(store, 'audit', { tenant: TENANT });
  await add(store, from, to, n => {
    const ids = { conversation_id: `conv_grown${n}`, run_id: `run_grown${n}` };
    return {
      conversations: { ...conversation, conversation_id: ids.conversation_id },
      runs: { ...run, ...ids },
      traces: { ...trace, run_id: ids.run_id },
      audit: { ...event, event_id: `aud_grown${n}` }
    };
  });
};

async function first(store: Store, from: string, equal: Readonly<Record<string, string>>): Promise<Row> {
  const where = Object.fromEntries(Object.keys(equal).map(field => [field, { is: '=' as const, param: field }]));
  const [rows] = await store.read([[store.prepare({ from, where, limit: 'limit' }), { ...equal, limit: 1 }]]);
  return rows![0]!;
}

async function add(store: Store, from: number, to: number, rowsOf: (n: number) => Readonly<Record<string, Row>>) {
  for (let begin = from; begin < to; begin += AT_ONCE) {
    const each = Array.from({ length: Math.min(AT_ONCE, to - begin) }, (_, i) => rowsOf(begin + i));
    const rows = (into: string) => each.map(record => record[into]!);
    await store.commit(Object.keys(each[0]!).map(into => ({ into, how: 'add', rows: rows(into) })));
  }
}
