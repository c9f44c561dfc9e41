import type { HttpRoute } from '../../../core/http/index.js';
import { CustomerData } from '../duties/customer-data.js';
import { forbidden, type Caller } from '../keys.js';
import { notFound } from './failures.js';
import { reference } from './schemas/parts.js';
import type { SupportService } from './service.js';

const PATH = '/v1/customers/{id}/data';
const SCOPE = 'privacy:write';
const tag = 'privacy';

/** What a customer may ask of a shop: a copy of all that is kept of them, and that it is erased. */
export function customerDataRoutes({ store, now }: SupportService): readonly HttpRoute<Caller>[] {
  const data = new CustomerData(store);
  return [
    {
      method: 'GET',
      path: PATH,
      operationId: 'exportCustomerData',
      summary: 'A copy of everything that is kept of a customer',
      tag,
      replies: { 200: { description: 'Records by kind.', schema: reference('CustomerData') } },
      async handle({ caller: { tenant, scopes }, params }) {
        if (!scopes.has(SCOPE)) throw forbidden();
        const copy = await data.copy(tenant, params['id']!);
        if (copy === undefined) throw notFound();
        return { status: 200, body: { customer_id: params['id'], records: copy } };
      }
    },
    {
      method: 'DELETE',
      path: PATH,
      operationId: 'eraseCustomerData',
      summary: 'Erase everything that is kept of a customer; asked again after it broke off, it goes on',
      tag,
      replies: { 200: { description: 'How many records of each kind were erased.', schema: reference('ErasedData') } },
      async handle({ caller: { tenant, scopes, keyId: key }, params, requestId }) {
        if (!scopes.has(SCOPE)) throw forbidden();
        const resource = params['id']!;
        const event = { tenant, key, method: 'DELETE', route: PATH, resource, status: 200, requestId, now: now() };
        const erased = await data.erase(tenant, resource, event);
        if (erased === undefined) throw notFound();
        return { status: 200, body: { customer_id: resource, erased }, recorded: true };
      }
    }
  ];
}
