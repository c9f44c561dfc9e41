import type { ToolHandler, ToolOutput } from '../../../core/tools/index.js';
import { decideCase } from '../decide/decide-case.js';
import { StorePolicyTables } from '../decide/policies.js';
import { Records } from '../records/records.js';
import { buildCase, type OrderRequest } from '../decide/order-case.js';

interface Configuration {
  readonly table: 'refund' | 'return';
}

/** Decides about the bound customer's order by one rule table; the caller only says which order and what is asked for. */
export const policyDecide: ToolHandler = {
  name: 'policy.decide',
  configuration: {
    type: 'object',
    additionalProperties: false,
    required: ['table'],
    properties: { table: { enum: ['refund', 'return'], description: 'Id of the rule table.' } }
  },
  bind({ table }: Configuration, { store }) {
    const records = new Records(store);
    return async (request: OrderRequest, { tenant, customerId, now, documents, known, read }): Promise<ToolOutput> => {
      const found =
        customerId === undefined
          ? {}
          : await records.orderAndCustomer({ tenant, customer_id: customerId }, request.order_id, read);
      const question = { ...buildCase(table, request, found, now), ...known };
      const decision = await decideCase(documents.get(StorePolicyTables), question);
      return { records: [{ name: 'decision', fields: { ...decision, order_id: request.order_id } }] };
    };
  }
};
