import { closed } from '../../../core/documents/index.js';
import type { ToolHandler, ToolOutput } from '../../../core/tools/index.js';
import { decideCase } from '../decide/decide-case.js';
import { StorePolicyTables } from '../decide/policies.js';
import { readCase } from './read-records.js';
import { buildCase, type OrderRequest } from '../decide/order-case.js';

interface Configuration {
  readonly table: 'refund' | 'return';
}

/** Decides about the bound customer's order by one rule table; the caller only says which order and what is asked for. */
export const policyDecide: ToolHandler = {
  name: 'policy.decide',
  configuration: closed({ table: { enum: ['refund', 'return'], description: 'Id of the rule table.' } }),
  bind({ table }: Configuration) {
    return async (request: OrderRequest, context): Promise<ToolOutput> => {
      const { now, documents, known } = context;
      const found = await readCase((tool, args) => context.call(tool, args), request.order_id, context);
      const question = { ...buildCase(table, request, found, now), ...known };
      const decision = await decideCase(documents.get(StorePolicyTables), question);
      return { records: [{ name: 'decision', fields: { ...decision, order_id: request.order_id } }] };
    };
  }
};
