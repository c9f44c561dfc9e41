import { ApiError, type HttpRoute } from '../../../core/http/index.js';
import { StoreConflict } from '../../../core/store/index.js';
import { forbidden, type Caller } from '../keys.js';
import { type AdmittedRecord, RecordDoorsAssembly } from '../records/doors.js';
import { Erasures } from '../records/erasures.js';
import { reference } from './schemas/parts.js';
import type { SupportService } from './service.js';

const tag = 'records';
const SCOPE = 'records:write';
const SANE = /^[A-Za-z0-9_.-]{1,64}$/;

/** Shops hand in customers and orders as they change. An older version never takes the place of a newer one. */
export function recordRoutes({ documents, records, store }: SupportService): readonly HttpRoute<Caller>[] {
  const erasures = new Erasures(store);
  const put = (of: 'customer' | 'order', key: 'customer_id' | 'order_id', summary: string): HttpRoute<Caller> => ({
    method: 'PUT',
    path: `/v1/${of}s/{id}`,
    operationId: `put${of === 'customer' ? 'Customer' : 'Order'}`,
    summary,
    tag,
    body: { schema: reference(of === 'customer' ? 'CustomerRecord' : 'OrderRecord'), required: true },
    replies: {
      200: {
        description: 'The version in force: the one that was handed in, or the newer one that was there.',
        schema: reference('RecordVersion')
      },
      409: {
        description: 'Another customer has the e-mail address, or the data of this one was erased.',
        schema: reference('ErrorEnvelope')
      }
    },
    async handle({ caller, params, body }) {
      const { tenant, scopes } = caller;
      if (!scopes.has(SCOPE)) throw forbidden();
      const id = params['id']!;
      const doors = documents.current.get(RecordDoorsAssembly);
      const admitted: AdmittedRecord<object> = doors[of](tenant, { ...(body as object), [key]: id });
      if ('problems' in admitted) throw refused(admitted.problems);
      const { customer_id } = admitted.record as { customer_id: string };
      if (await erasures.has(tenant, customer_id))
        throw new ApiError(409, 'conflict', 'The data of this customer was erased, and nothing of them is kept.', {
          field: 'customer_id'
        });
      try {
        await store.commit([{ into: `${of}s`, how: 'put-newer', rows: [{ ...admitted.record }] }]);
      } catch (error) {
        if (!(error instanceof StoreConflict)) throw error;
        throw new ApiError(409, 'conflict', 'Another customer has this e-mail address.', { field: 'email' });
      }
      return { status: 200, body: { version: await records.versionOf(of, tenant, id) } };
    }
  });
  return [
    put('customer', 'customer_id', 'Hand in a customer as it is now'),
    put('order', 'order_id', 'Hand in an order as it is now')
  ];
}

function refused(problems: readonly { readonly pointer: string; readonly message: string }[]): ApiError {
  const fields = problems.slice(0, 20).map(({ pointer, message }) => {
    const field = pointer.slice(1).replaceAll('/', '.');
    return SANE.test(field) ? { field, rule: message } : { field: '(unnamed)', rule: 'unknown_field' };
  });
  return new ApiError(422, 'validation_error', 'The record is not valid.', { fields });
}
