import { type Decimal, formatMoney, sumMoney } from '../../../core/money/index.js';
import type { FactType, FactValue } from '../../../core/rules/index.js';
import { daysBetween, isAfter, isoDate, parseMoment } from './calendar.js';
import type { CaseOrder, RequestKind, StoreCase } from './case.js';
import { chargeFor, type Asked, type OrderLine } from './lines.js';
import { amount, count, currency, flag, word } from './read-values.js';

/** Facts that the request tables may look at, with their types; what each means stands in policies/facts.yaml. */
export const ORDER_FACTS = {
  order_found: 'boolean',
  request_understood: 'boolean',
  order_status: 'string',
  chargeback_open: 'boolean',
  charged: 'boolean',
  delivery_charge_only: 'boolean',
  lines_asked: 'integer',
  lines_unidentified: 'integer',
  lines_with_unclear_quantity: 'integer',
  units_remaining: 'integer',
  lines_above_remaining: 'integer',
  lines_unclear: 'integer',
  lines_damaged_or_wrong: 'integer',
  lines_not_excluded: 'integer',
  lines_eligible: 'integer',
  part_left_out: 'boolean',
  ordered_on: 'date',
  delivery_recorded: 'boolean',
  delivery_dates_agree: 'boolean',
  days_since_delivery: 'integer',
  days_since_promise: 'integer',
  days_delivered_late: 'integer',
  refund_destination: 'string',
  destination_was_paid_with: 'boolean',
  gift_card_share: 'string',
  has_existing_gift_card: 'boolean',
  order_currency: 'string',
  lines_amount: 'money',
  delivery_charge: 'money',
  whole_charge: 'money',
  refunds_last_90_days: 'integer',
  heaviest_line_kg: 'number'
} as const satisfies Record<string, FactType>;

type OrderFacts = Record<keyof typeof ORDER_FACTS, FactValue>;

/** A line asked for with the line table's verdict; undefined where the line is not on the order. */
export interface JudgedLine extends Asked {
  readonly verdict: string | undefined;
}

/** Facts about an order that does not exist or is somebody else's: nothing but that. */
export function unfoundFacts(kind: RequestKind | null): OrderFacts {
  const nothing = Object.fromEntries(Object.keys(ORDER_FACTS).map(name => [name, null])) as OrderFacts;
  return { ...nothing, order_found: false, request_understood: kind !== null };
}

/** Computes every derived fact of a case whose order is the asker's own. Unknown is null; nothing throws. */
export function deriveFacts(
  { request, customer }: StoreCase,
  order: CaseOrder,
  kind: RequestKind | null,
  lines: readonly OrderLine[],
  asked: readonly JudgedLine[]
): OrderFacts {
  return {
    order_found: true,
    request_understood: kind !== null,
    order_status: word(order.status),
    chargeback_open: flag(order.chargeback_open),
    charged: flag(order.charged),
    // A request that does not mention the delivery charge is not about it alone.
    delivery_charge_only: request?.delivery_charge_only == null ? false : flag(request.delivery_charge_only),
    ...quantities(lines, asked),
    ...verdicts(asked),
    ...dates(request?.asked_at, order),
    ...payment(request?.refund_destination, order),
    has_existing_gift_card: flag(customer?.has_existing_gift_card),
    lines_amount: text(total(inPlay(asked).map(({ line, quantity }) => chargeFor(line, quantity)))),
    delivery_charge: text(amount(order.delivery_charge)),
    whole_charge:
      lines.length === 0
        ? null
        : text(total([...lines.map(l => chargeFor(l, l.remaining)), amount(order.delivery_charge)])),
    refunds_last_90_days: count(customer?.refunds_last_90_days)
  };
}

function quantities(lines: readonly OrderLine[], asked: readonly JudgedLine[]) {
  // Who names no line asks for the order as it stands.
  const concerned = asked.length === 0 ? lines : asked.map(({ line }) => line);
  const remaining = concerned.map(line => line?.remaining ?? null);
  return {
    lines_asked: asked.length,
    lines_unidentified: asked.filter(({ line, quantity }) => line === undefined || quantity === null).length,
    lines_with_unclear_quantity: asked.filter(({ line }) => line?.remaining === null).length,
    units_remaining:
      remaining.length === 0 || remaining.includes(null)
        ? null
        : remaining.reduce<number>((sum, left) => sum + left!, 0),
    lines_above_remaining: asked.filter(
      ({ line, quantity }) => quantity !== null && line?.remaining != null && quantity > line.remaining
    ).length
  };
}

function verdicts(asked: readonly JudgedLine[]) {
  const counted = (...names: string[]) =>
    asked.filter(({ verdict }) => verdict !== undefined && names.includes(verdict)).length;
  const weights = inPlay(asked).map(({ line }) => line?.weightKg ?? null);
  const eligible = counted('returnable');
  return {
    lines_unclear: counted('unclear'),
    lines_damaged_or_wrong: counted('damaged_or_wrong'),
    lines_not_excluded: asked.length - counted('excluded'),
    lines_eligible: eligible,
    part_left_out: eligible < asked.length,
    heaviest_line_kg: weights.includes(null) ? null : (weights as number[]).reduce((most, kg) => Math.max(most, kg), 0)
  };
}

/** Lines whose price and weight still matter: those neither excluded nor spoilt. */
const inPlay = (asked: readonly JudgedLine[]) =>
  asked.filter(({ verdict }) => verdict !== 'excluded' && verdict !== 'not_resaleable');

function dates(askedAt: unknown, order: CaseOrder) {
  const asked = parseMoment(askedAt);
  const ordered = parseMoment(order.ordered_at);
  const delivered = parseMoment(order.delivered_at);
  const promised = parseMoment(order.promised_by);
  const agree = delivered && asked && !isAfter(delivered, asked) && !(ordered && isAfter(ordered, delivered));
  return {
    ordered_on: isoDate(ordered),
    delivery_recorded: order.delivered_at != null && order.delivered_at !== '',
    delivery_dates_agree: delivered === undefined || asked === undefined ? null : (agree ?? null),
    days_since_delivery: daysBetween(delivered, asked),
    days_since_promise: daysBetween(promised, asked),
    days_delivered_late: daysBetween(promised, delivered)
  };
}

function payment(destination: unknown, order: CaseOrder) {
  const methods = Array.isArray(order.paid_with) ? order.paid_with.map(word) : [];
  const gift = methods.filter(method => method === 'gift_card').length;
  const known = methods.length > 0 && !methods.includes(null);
  const wanted = word(destination);
  return {
    refund_destination: wanted,
    destination_was_paid_with: known && wanted !== null ? methods.includes(wanted) : null,
    gift_card_share: !known ? null : gift === 0 ? 'none' : gift < methods.length ? 'part' : 'all',
    order_currency: currency(order.currency)
  };
}

const text = (money: Decimal | null) => (money === null ? null : formatMoney(money));

const total = (amounts: readonly (Decimal | null)[]) =>
  amounts.includes(null) ? null : sumMoney(amounts as Decimal[]);
