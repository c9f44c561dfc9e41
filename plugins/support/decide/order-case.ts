import type { RequestKind, StoreCase } from './case.js';
import type { Customer, Order } from '../records/types.js';

/** What a customer asks for about one order. */
export interface OrderRequest {
  readonly order_id: string;
  /** Absent: everything that is left of the order. */
  readonly line_ids?: readonly string[] | null;
  readonly quantity?: number | null;
  readonly reported_issue?: string | null;
  readonly delivery_charge_only?: boolean | null;
  readonly refund_destination?: string | null;
}

const WINDOW_DAYS = 90;
const DAY_MS = 86_400_000;

/** Puts a request and the records it concerns into the shape the policies decide on. */
export function buildCase(
  kind: RequestKind,
  request: OrderRequest,
  found: { order?: Order | undefined; customer?: Customer | undefined },
  now: Date
): StoreCase {
  const { order, customer } = found;
  const refunds = customer?.refunds.filter(
    ({ refunded_at }) => now.getTime() - Date.parse(refunded_at) <= WINDOW_DAYS * DAY_MS
  );
  return {
    request: {
      kind,
      asked_at: now.toISOString(),
      lines: order === undefined ? [] : askedLines(kind, request, order),
      delivery_charge_only: request.delivery_charge_only ?? false,
      refund_destination: kind === 'refund' ? (request.refund_destination ?? 'original') : null
    },
    customer: {
      has_existing_gift_card: customer?.has_existing_gift_card ?? false,
      refunds_last_90_days: refunds?.length ?? 0
    },
    order:
      order === undefined
        ? { exists: false, belongs_to_asker: false }
        : { ...order, exists: true, belongs_to_asker: true, lines: linesWithReport(request, order) }
  };
}

/** The lines named, or all; of each what is left, or all of it where nothing is. */
function askedLines(kind: RequestKind, { line_ids, quantity }: OrderRequest, order: Order) {
  const left = (line: Order['lines'][number]) =>
    line.quantity - (kind === 'refund' ? line.quantity_refunded : line.quantity_returned);
  const named =
    line_ids === undefined || line_ids === null || line_ids.length === 0
      ? order.lines
      : order.lines.filter(l => line_ids.includes(l.line_id));
  const open = named.filter(line => left(line) > 0);
  const asked = open.length > 0 ? open : named;
  const one = asked.length === 1 && typeof quantity === 'number';
  return asked.map(line => ({
    line_id: line.line_id,
    quantity: one ? quantity : Math.max(left(line), 0) || line.quantity
  }));
}

/** What the customer reports now counts like a report on record. */
function linesWithReport({ line_ids, reported_issue }: OrderRequest, order: Order) {
  if (reported_issue === undefined || reported_issue === null) return order.lines;
  return order.lines.map(line =>
    line_ids?.length && !line_ids.includes(line.line_id) ? line : { ...line, reported_issue }
  );
}
