import { closed } from '../../../core/documents/index.js';
import { CalendarKind } from '../../../core/facts/index.js';
import { ToolFailure, type ToolContext, type ToolHandler, type ToolOutput } from '../../../core/tools/index.js';
import type { SchemaProblem } from '../../../core/index.js';
import { formatMoney, parseMoney, timesQuantity } from '../../../core/money/index.js';
import { RecordDoorsAssembly } from '../records/doors.js';
import type { Customer, Order } from '../records/types.js';
import { orderView, refundsOf } from './order-view.js';
import { pickFields } from './record-lookup.js';
import { OWN_TOOLS, ToolRegistry } from './registry.js';

/** How a tool asks another one. */
export type Ask = ToolContext['call'];
type Reading = Pick<ToolContext, 'tenant' | 'customerId' | 'documents'>;

interface Read {
  readonly order: Order;
  readonly customer: Customer;
}

/** An order of the bound customer, and the customer, as rules look at them. Throws a `ToolFailure` where they cannot be read. */
export async function readCase(ask: Ask, order_id: string, reading: Reading): Promise<Partial<Read>> {
  if (reading.customerId === undefined) return {};
  const [order, customer] = await Promise.all([
    ask(OWN_TOOLS.order, { order_id }).then(output => recordIn('order', output, reading)),
    ask(OWN_TOOLS.customer, {}).then(output => recordIn('customer', output, reading))
  ]);
  return { ...(order === undefined ? {} : { order }), ...(customer === undefined ? {} : { customer }) };
}

/** What the store holds has passed the door; what another system answers passes it here. */
function recordIn<K extends keyof Read>(of: K, { records }: ToolOutput, reading: Reading): Read[K] | undefined {
  const { documents, tenant, customerId } = reading;
  const fields = records[0]?.fields;
  if (fields === undefined || fields['customer_id'] !== customerId) return undefined;
  if (documents.get(ToolRegistry).get(OWN_TOOLS[of])?.handler.remote !== true) return fields as unknown as Read[K];
  const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  const doors = documents.get(RecordDoorsAssembly);
  const admitted = of === 'order' ? doors.order(tenant, known) : doors.customer(tenant, known);
  if ('record' in admitted) return admitted.record as Read[K];
  const [{ pointer, message }] = admitted.problems as [SchemaProblem];
  throw new ToolFailure('record_invalid', `${OWN_TOOLS[of]} gave no ${of}: ${message}`, pointer);
}

export interface RevealConfiguration {
  readonly of: 'order' | 'customer';
  readonly fields: readonly string[];
  readonly untrusted: readonly string[];
  readonly refunds_arrive?: { readonly working_days: number; readonly calendar: string };
  readonly amounts?: Amounts;
}

const names = { type: 'array', items: { type: 'string' } } as const;

/** Shows some fields of the order asked for, or of the bound customer, wherever they are read from. */
export const recordReveal: ToolHandler = {
  name: 'record.reveal',
  configuration: closed(
    {
      of: { enum: ['order', 'customer'], description: 'Which record; its name in evidence and templates.' },
      fields: { ...names, minItems: 1, description: 'Fields the tool reveals.' },
      untrusted: { ...names, description: 'Revealed fields whose text third parties wrote.' },
      amounts: {
        type: 'object',
        additionalProperties: closed({
          of: { type: 'string', description: 'A field that counts something.' },
          each: { type: 'string', pattern: '^\\d+\\.\\d{2}$', description: 'What one of it is worth.' },
          currency: { type: 'string', pattern: '^[A-Z]{3}$', description: 'ISO 4217.' }
        }),
        description: 'Fields that follow from others: what so many points are worth.'
      },
      refunds_arrive: {
        ...closed({
          working_days: { type: 'integer', minimum: 1, maximum: 365 },
          calendar: { type: 'string', description: 'The calendar (policies/calendars) that counts them.' }
        }),
        description: 'By when money that was paid back has usually arrived: `expected_by` of each refund.'
      }
    },
    ['refunds_arrive', 'amounts']
  ),
  records: ({ of, fields }: RevealConfiguration) => ({ [of]: fields }),
  bind:
    ({ of, fields, untrusted, refunds_arrive, amounts = {} }: RevealConfiguration) =>
    async (args: Readonly<Record<string, unknown>>, context): Promise<ToolOutput> => {
      if (context.customerId === undefined) return { records: [] };
      const output = await context.call(OWN_TOOLS[of], of === 'order' ? { order_id: args['order_id'] } : {});
      const found = recordIn(of, output, context);
      if (found === undefined) return { records: [] };
      const shown = of === 'order' ? await shownOrder(found as Order, fields, refunds_arrive, context) : found;
      const record = { ...shown };
      return {
        records: [{ name: of, fields: pickFields({ ...record, ...worth(amounts, record) }, fields), untrusted }]
      };
    }
};

type Amounts = Readonly<Record<string, { readonly of: string; readonly each: string; readonly currency: string }>>;

/** What counts of a record are worth; null where one is not known. */
function worth(amounts: Amounts, record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const amountOf = ({ of, each, currency }: Amounts[string]) => {
    const [count, one] = [record[of], parseMoney(each)];
    const known = typeof count === 'number' && one !== undefined;
    return known ? { amount: formatMoney(timesQuantity(one, count)), currency } : null;
  };
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, amountOf(amount)]));
}

async function shownOrder(
  order: Order,
  fields: readonly string[],
  arrive: RevealConfiguration['refunds_arrive'],
  context: ToolContext
) {
  const view = orderView(order, context.now);
  if (!fields.includes('refunds')) return view;
  const customer = recordIn('customer', await context.call(OWN_TOOLS.customer, {}), context);
  const calendars = context.documents.of(CalendarKind).map(({ value }) => value);
  const calendar = calendars.find(({ id }) => id === arrive?.calendar);
  const arrival = arrive === undefined || calendar === undefined ? undefined : { ...arrive, calendar };
  return Object.assign({}, view, { refunds: refundsOf(order, customer, arrival) });
}
