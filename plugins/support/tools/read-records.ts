import { closed } from '../../../core/documents/index.js';
import { ToolFailure, type ToolContext, type ToolHandler, type ToolOutput } from '../../../core/tools/index.js';
import type { SchemaProblem } from '../../../core/index.js';
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

interface Configuration {
  readonly of: 'order' | 'customer';
  readonly fields: readonly string[];
  readonly untrusted: readonly string[];
}

const names = { type: 'array', items: { type: 'string' } } as const;

/** Shows some fields of the order asked for, or of the bound customer, wherever they are read from. */
export const recordReveal: ToolHandler = {
  name: 'record.reveal',
  configuration: closed({
    of: { enum: ['order', 'customer'], description: 'Which record; its name in evidence and templates.' },
    fields: { ...names, minItems: 1, description: 'Fields the tool reveals.' },
    untrusted: { ...names, description: 'Revealed fields whose text third parties wrote.' }
  }),
  records: ({ of, fields }: Configuration) => ({ [of]: fields }),
  bind:
    ({ of, fields, untrusted }: Configuration) =>
    async (args: Readonly<Record<string, unknown>>, context): Promise<ToolOutput> => {
      if (context.customerId === undefined) return { records: [] };
      const output = await context.call(OWN_TOOLS[of], of === 'order' ? { order_id: args['order_id'] } : {});
      const found = recordIn(of, output, context);
      if (found === undefined) return { records: [] };
      const shown = of === 'order' ? await shownOrder(found as Order, fields, context) : found;
      return { records: [{ name: of, fields: pickFields({ ...shown }, fields), untrusted }] };
    }
};

async function shownOrder(order: Order, fields: readonly string[], context: ToolContext) {
  const view = orderView(order, context.now);
  if (!fields.includes('refunds')) return view;
  const customer = recordIn('customer', await context.call(OWN_TOOLS.customer, {}), context);
  return Object.assign({}, view, { refunds: refundsOf(order, customer) });
}
