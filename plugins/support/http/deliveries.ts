import type { HttpRoute } from '../../../core/http/index.js';
import { forbidden, type Caller } from '../keys.js';
import type { Delivery } from '../tools/outbox.js';
import { notFound } from './conversations.js';
import { reference } from './schema-parts.js';
import type { Service } from './service.js';

const tag = 'tickets';

/** Tickets on their way to help desks: what waits, what is dead, and trying that again. */
export function deliveryRoutes({ records, store, now }: Service): readonly HttpRoute<Caller>[] {
  return [
    {
      method: 'GET',
      path: '/v1/deliveries',
      operationId: 'listDeliveries',
      summary: 'Tickets that help desks have yet to hear of, newest first',
      tag,
      query: {
        type: 'object',
        additionalProperties: false,
        properties: {
          limit: { type: 'integer', minimum: 1, maximum: 200, default: 50, description: 'Items per page.' },
          cursor: { type: 'string', pattern: '^dlv_[0-9a-z]{26}$', description: 'The next_cursor of the page before.' },
          state: { enum: ['waiting', 'dead'] }
        }
      },
      replies: { 200: { description: 'A page of deliveries.', schema: reference('Deliveries') } },
      async handle({ caller, query }) {
        if (!caller.scopes.has('ops:read')) throw forbidden();
        const { limit, cursor, state } = query as { limit: number; cursor?: string; state?: string };
        const equal = state === undefined ? {} : { state };
        const rows = await records.list('outbox', 'delivery_id', caller.tenant, { limit, cursor, equal });
        const items = rows.slice(0, limit).map(({ tenant: _tenant, version: _version, ...shown }) => shown);
        return {
          status: 200,
          body: { items, next_cursor: rows.length > limit ? items.at(-1)?.['delivery_id'] : null }
        };
      }
    },
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
