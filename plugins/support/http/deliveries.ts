import type { HttpRoute } from '../../../core/http/index.js';
import { forbidden, type Caller } from '../keys.js';
import type { Delivery } from '../tools/outbox.js';
import { notFound } from './failures.js';
import { listRoute } from './listing.js';
import type { SupportService } from './service.js';

const tag = 'tickets';

/** Tickets on their way to help desks: what waits, what is dead, and trying that again. */
export function deliveryRoutes({ records, store, now }: SupportService): readonly HttpRoute<Caller>[] {
  return [
    listRoute(records, {
      equal: { state: { enum: ['waiting', 'dead'] } },
      from: 'outbox',
      id: 'delivery_id',
      hidden: ['tenant', 'version'],
      path: '/v1/deliveries',
      operationId: 'listDeliveries',
      summary: 'Tickets that help desks have yet to hear of, newest first',
      tag,
      schema: 'Deliveries'
    }),
    {
      method: 'POST',
      path: '/v1/deliveries/{id}/retry',
      operationId: 'retryDelivery',
      summary: 'Try a dead delivery again, and all that waits behind it',
      tag,
      replies: { 204: { description: 'It is tried again.' } },
      async handle({ caller, params }) {
        if (!caller.scopes.has('ticket:write')) throw forbidden();
        const equal = { delivery_id: params['id']!, state: 'dead' };
        const [row] = await records.list('outbox', 'delivery_id', caller.tenant, { limit: 1, equal });
        if (row === undefined) throw notFound();
        const dead = row as unknown as Delivery;
        const again = {
          ...dead,
          state: 'waiting',
          attempts: 0,
          next_at: now().toISOString(),
          version: dead.version + 1
        };
        await store.commit([{ into: 'outbox', how: 'change', rows: [again] }]);
        return { status: 204 };
      }
    }
  ];
}
