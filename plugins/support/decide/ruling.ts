import { REQUEST_KINDS, type RequestKind } from '../enumerations.js';
import type { Trial } from '../kinds/follow-ups/answer.js';
import type { Intent } from '../kinds/intent.js';
import type { Customer, Order } from '../records/types.js';
import type { StoreCase, StoreDecision } from './case.js';
import { decideCase } from './decide-case.js';
import { buildCase, type OrderRequest } from './order-case.js';
import type { StorePolicies } from './policies.js';

/** What rules say of goods for which nothing is asked. */
export interface Ruling {
  readonly order_id: string;
  readonly items: readonly string[];
  readonly decision: string;
  readonly reason: string;
  readonly says: string;
  readonly amount: string | null;
  readonly currency: string | null;
  /** ISO 8601 day; null where no period runs. */
  readonly last_day: string | null;
}

/** The table that decides about a wish. */
export function tableOf(
  wish: string | undefined,
  { intents, tools }: { readonly intents: ReadonlyMap<string, Intent>; readonly tools: Tools }
): RequestKind | undefined {
  const by = intents.get(wish ?? '')?.decide;
  if (by === undefined) return undefined;
  const table = 'table' in by ? by.table : tools.get(by.tool)?.definition.handler.with['table'];
  return REQUEST_KINDS.find(kind => kind === table);
}

type Tools = ReadonlyMap<string, { readonly definition: { readonly handler: { readonly with: Fields } } }>;
type Fields = Readonly<Record<string, unknown>>;

interface Tried {
  readonly order: Order;
  readonly customer?: Customer | undefined;
  /** What else facts are read from. */
  readonly known: Partial<StoreCase>;
  readonly now: Date;
}

const DAY_MS = 86_400_000;

/** Tries the rules of a table, of which nothing is kept. */
export async function tryRules(
  policies: StorePolicies,
  { table, period }: Trial & { readonly table: RequestKind },
  request: OrderRequest,
  { order, customer, known, now }: Tried
): Promise<{ readonly ruling: Ruling; readonly record: StoreDecision['record'] }> {
  const decided = await decideCase(policies, { ...buildCase(table, request, { order, customer }, now), ...known });
  const { decision, reason, says, amount, currency, record } = decided;
  const days = record.settings[period ?? ''];
  const last_day =
    typeof days !== 'number' || order.delivered_at === null
      ? null
      : new Date(Date.parse(order.delivered_at) + days * DAY_MS).toISOString().slice(0, 10);
  const items = order.lines.filter(line => request.line_ids?.includes(line.line_id)).map(({ name }) => name);
  return { record, ruling: { order_id: order.order_id, items, decision, reason, says, amount, currency, last_day } };
}
