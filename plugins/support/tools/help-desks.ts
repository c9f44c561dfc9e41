import { closed, documentSchema } from '../../../core/documents/index.js';
import type { Assembly, DocumentKind, Source } from '../../../core/index.js';
import { ToolHandler } from '../../../core/tools/index.js';
import { TICKET_STATUSES, type TicketStatus } from '../enumerations.js';
import { fittingHandler } from './registry.js';

interface Binding {
  readonly use: string;
  readonly with: Readonly<Record<string, unknown>>;
}

/** Where tickets go. */
interface HelpDesk {
  readonly name: string;
  /** Whose tickets; everybody's where it is absent. */
  readonly tenants: readonly string[] | undefined;
  readonly opened: Binding;
  /** What a later change of a ticket does; without it changes stay here. */
  readonly changed: Binding | undefined;
  readonly returned: Returned | undefined;
  readonly source: Source;
}

/** How the desk's own webhook is read; places are JSON pointers into its body. */
export interface Returned {
  readonly signature: {
    /** Name of the secret that it is keyed with. */
    readonly secret: string;
    readonly header: string;
    readonly algorithm: 'sha1' | 'sha256';
    readonly encoding: 'hex' | 'base64';
    readonly prefix?: string;
    /** The header whose text is signed before the body, and tells how old it is. */
    readonly timestamp?: string;
  };
  /** Where our id of the ticket stands, or that of the desk. */
  readonly ticket: { readonly ours?: string; readonly theirs?: string };
  readonly status: { readonly at: string; readonly values: Readonly<Record<string, TicketStatus>> };
}

/** What a delivery gives its handler. */
export const DELIVERY_ARGUMENTS = {
  properties: {
    id: { type: 'string' },
    event: { type: 'string' },
    at: { type: 'string' },
    ticket: { type: 'object' },
    external_id: { type: 'string' }
  },
  required: ['id', 'event', 'at', 'ticket', 'external_id']
} as const;

const BINDING = closed({
  use: { type: 'string', description: 'A handler that a plugin brings; http.deliver sends JSON.' },
  with: { type: 'object' }
});

const POINTER = { type: 'string', pattern: '^(?:/[^/]+)+$' } as const;

const RETURNED = closed(
  {
    signature: closed(
      {
        secret: { type: 'string', pattern: '^[A-Z][A-Z0-9_]*$', description: 'BYLAW_SECRET_<name> holds the key.' },
        header: { type: 'string', minLength: 1 },
        algorithm: { enum: ['sha1', 'sha256'] },
        encoding: { enum: ['hex', 'base64'] },
        prefix: { type: 'string', description: 'What stands before the signature, for example sha1=.' },
        timestamp: { type: 'string', description: 'The header whose text is signed before the body.' }
      },
      ['prefix', 'timestamp'],
      { description: 'HMAC over the body as it came.' }
    ),
    ticket: closed({ ours: POINTER, theirs: POINTER }, ['ours', 'theirs'], {
      minProperties: 1,
      maxProperties: 1,
      description: "Where our id of the ticket stands, or the desk's own."
    }),
    status: closed({
      at: POINTER,
      values: {
        type: 'object',
        minProperties: 1,
        additionalProperties: { enum: TICKET_STATUSES },
        description: 'Statuses of the desk, and what they are here; any other changes nothing.'
      }
    })
  },
  [],
  {
    description:
      "How the desk's own webhook is read: POST /v1/desks/NAME/events. Places are JSON pointers into its body."
  }
);

/** `policies/desks/*.yaml`: one help desk, or one receiver of a webhook, a file. */
export const HelpDeskKind: DocumentKind<HelpDesk> = {
  id: 'help-desk',
  version: 1,
  folder: 'policies/desks',
  nameOf: content => content.name,
  schema: documentSchema(
    'help-desk',
    1,
    {
      name: { type: 'string', pattern: '^[a-z][a-z0-9-]{0,39}$' },
      tenants: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string', minLength: 1 } },
      opened: { ...BINDING, description: 'What a new ticket does.' },
      changed: { ...BINDING, description: 'What a change does; {external_id} is what `opened` got as external_id.' },
      returned: RETURNED
    },
    ['tenants', 'changed', 'returned']
  ),
  compile: ({ name, tenants, opened, changed, returned }, _report, source) => ({
    name,
    tenants,
    opened,
    changed,
    returned,
    source
  })
};

export interface Desk extends HelpDesk {
  /** By event, the handler and what it is configured with. */
  readonly handlers: Readonly<Record<DeskEvent, ToolHandler | undefined>>;
}
export type DeskEvent = 'opened' | 'changed';

/** The help desks by name, each with its handlers. */
export const DesksAssembly: Assembly<ReadonlyMap<string, Desk>> = {
  id: 'help-desks',
  kinds: [HelpDeskKind],
  build(set, report, items) {
    const handlers = items(ToolHandler);
    const find = (binding: Binding | undefined, source: Source, event: DeskEvent) =>
      binding &&
      fittingHandler({ handler: binding, arguments: DELIVERY_ARGUMENTS }, source, `/${event}`, { handlers, report });
    return new Map(
      set.of(HelpDeskKind).map(({ source, value }) => {
        const bound = { opened: find(value.opened, source, 'opened'), changed: find(value.changed, source, 'changed') };
        return [value.name, { ...value, handlers: bound }] as const;
      })
    );
  }
};
