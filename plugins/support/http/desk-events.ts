import { createHmac, timingSafeEqual } from 'node:crypto';
import { keysOfPointer, valueAt } from '../../../core/index.js';
import type { HttpRoute } from '../../../core/http/index.js';
import type { TicketStatus } from '../enumerations.js';
import { forbidden } from '../keys.js';
import type { Ticket } from '../records/types.js';
import { DesksAssembly, type Desk, type Returned } from '../tools/help-desks.js';
import { notFound } from './failures.js';
import type { SupportService } from './service.js';
import { changeTicket } from './tickets.js';

const PATH = '/v1/desks/{name}/events';
const TOLERANCE_MS = 300_000;

/** What a help desk says of a ticket by its own webhook. Its signature is the credential. */
export function deskEventRoutes(service: SupportService): readonly HttpRoute[] {
  const { records, documents, secret, now } = service;
  return [
    {
      method: 'POST',
      path: PATH,
      operationId: 'receiveDeskEvent',
      summary: "A help desk's own webhook: what became of a ticket, signed by the desk",
      tag: 'tickets',
      open: true,
      body: { schema: { type: 'object' }, required: true },
      replies: {
        204: { description: 'It is known now, or says nothing of a ticket of ours.' },
        403: { description: 'The signature is missing, wrong or old.' }
      },
      async handle({ params, headers, body, bytes, requestId }) {
        const desk = documents.current.get(DesksAssembly).get(params['name']!);
        if (desk?.returned === undefined) throw notFound();
        const key = secret(desk.returned.signature.secret);
        if (key === undefined || bytes === undefined || !isSigned(desk.returned, { headers, bytes, key, now: now() }))
          throw forbidden();
        const status = statusIn(desk.returned, body);
        const ticket = status === undefined ? undefined : await ticketOf(desk, body);
        if (status !== undefined && ticket !== undefined)
          await changeTicket(service, ticket, {
            change: { status },
            by: `desk:${desk.name}`,
            from: desk.name,
            audit: { key: null, method: 'POST', route: PATH, requestId }
          });
        return { status: 204 };
      }
    }
  ];

  /** The ticket that an event is about, where the desk may speak of it. */
  async function ticketOf({ name, tenants, returned }: Desk, body: unknown): Promise<Ticket | undefined> {
    const { ours, theirs } = returned!.ticket;
    const own = textAt(body, ours);
    const external = textAt(body, theirs);
    const found =
      own !== undefined
        ? await records.ticketOfAnyone(own)
        : external !== undefined
          ? await records.ticketAtDesk(name, external)
          : undefined;
    return found !== undefined && (tenants === undefined || tenants.includes(found.tenant)) ? found : undefined;
  }
}

interface Signed {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
  readonly key: string;
  readonly now: Date;
}

function isSigned({ signature: how }: Returned, { headers, bytes, key, now }: Signed): boolean {
  const { header, algorithm, encoding, prefix = '', timestamp } = how;
  const given = headers[header.toLowerCase()];
  const at = timestamp === undefined ? '' : headers[timestamp.toLowerCase()];
  if (typeof given !== 'string' || typeof at !== 'string' || !given.startsWith(prefix)) return false;
  // Seconds since 1970, or ISO 8601.
  const sent = /^\d+$/.test(at) ? Number(at) * 1000 : Date.parse(at);
  if (timestamp !== undefined && !(Math.abs(now.getTime() - sent) <= TOLERANCE_MS)) return false;
  const right = createHmac(algorithm, key).update(at).update(bytes).digest();
  const said = Buffer.from(given.slice(prefix.length), encoding);
  return said.length === right.length && timingSafeEqual(said, right);
}

const statusIn = ({ status: { at, values } }: Returned, body: unknown): TicketStatus | undefined => {
  const said = textAt(body, at);
  return said === undefined || !Object.hasOwn(values, said) ? undefined : values[said];
};

function textAt(body: unknown, pointer: string | undefined): string | undefined {
  const value = pointer === undefined ? undefined : valueAt(body, keysOfPointer(pointer));
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
