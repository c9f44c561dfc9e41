import { decimalOf, timesQuantity } from '../../../core/money/index.js';
import type { AskedLine, RequestKind, StoreCase } from './case.js';
import type { Customer, Order } from '../records/types.js';

/** What a customer asks for about one order. */
export interface OrderRequest {
  readonly order_id: string;
  /** Absent: everything that is left of the order. */
  readonly line_ids?: readonly string[] | null;
  readonly quantity?: number | null;
  readonly reported_issue?: string | null;
  readonly reported_condition?: string | null;
  readonly delivery_charge_only?: boolean | null;
  readonly refund_destination?: string | null;
  /** A further piece is wished for, of what was ordered. */
  readonly adds_item?: boolean | null;
  readonly answers?: Readonly<Record<string, boolean | string>> | null;
}

/** Puts a request and the records it concerns into the shape the policies decide on. */
export function buildCase(
  kind: RequestKind,
  request: OrderRequest,
  found: { order?: Order | undefined; customer?: Customer | undefined },
  now: Date
): StoreCase {
  const { order, customer } = found;
  const lines = order === undefined ? [] : askedLines(kind, request, order);
  const { email: _email, name: _name, phone: _phone, ...known } = customer ?? {};
  return {
    request: {
      kind,
      asked_at: now.toISOString(),
      lines,
      delivery_charge_only: request.delivery_charge_only ?? false,
      refund_destination: kind === 'refund' ? (request.refund_destination ?? 'original') : null,
      adds_item: request.adds_item ?? false
    },
    customer: known,
    answers: request.answers ?? null,
    order:
      order === undefined
        ? { exists: false, belongs_to_asker: false }
        : Object.assign({}, order, {
            exists: true,
            belongs_to_asker: true,
            lines: linesOfCase(request, order, lines)
          })
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

/** What the customer reports now counts like a report on record; a line weighs as much as the pieces asked for. */
function linesOfCase(
  { line_ids, reported_issue, reported_condition }: OrderRequest,
  order: Order,
  asked: readonly AskedLine[]
) {
  return order.lines.map(line => {
    const pieces = asked.find(({ line_id }) => line_id === line.line_id)?.quantity ?? line.quantity;
    const weight_kg =
      line.weight_kg === null ? null : Number(timesQuantity(decimalOf(line.weight_kg), pieces).toFixed());
    const meant = !line_ids?.length || line_ids.includes(line.line_id);
    return {
      ...line,
      weight_kg,
      ...(meant && reported_issue != null && { reported_issue }),
      ...(meant && reported_condition != null && { reported_condition })
    };
  });
}
