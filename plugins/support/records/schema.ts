import type { Schema } from '../../../core/store/index.js';
import {
  ARTICLES,
  AUDIT,
  CODES,
  CONVERSATIONS,
  CUSTOMERS,
  DECISION_RECORDS,
  DESK_LINKS,
  ERASURES,
  FEEDBACK,
  IMPORTS,
  KEY_USES,
  ORDERS,
  OUTBOX,
  RATES,
  RESPONSES,
  RUNS,
  TICKETS,
  TRACES,
  TURNS
} from './collections.js';

/** Everything the support agent keeps. */
export const SUPPORT_SCHEMA: Schema = {
  name: 'support',
  steps: [
    {
      version: 2,
      title: 'first-release',
      collections: [
        CONVERSATIONS,
        CUSTOMERS,
        ORDERS,
        ARTICLES,
        RUNS,
        TRACES,
        DECISION_RECORDS,
        TICKETS,
        AUDIT,
        FEEDBACK,
        RESPONSES
      ]
    },
    {
      version: 3,
      title: 'tickets-say-more',
      fields: { tickets: { issue: 'text', destination: 'text', answers: 'json', replaces: 'json' } }
    },
    {
      version: 4,
      title: 'open-records-and-desks',
      collections: [IMPORTS, OUTBOX, DESK_LINKS],
      fields: {
        tickets: { version: 'integer', assignee: 'text', notes: 'json', updated_at: 'text' },
        customers: { attributes: 'json', version: 'integer' },
        orders: { attributes: 'json', version: 'integer' }
      },
      fill: { tickets: { version: 1 } },
      indexes: { tickets: [['tenant', 'customer_id', 'created_at']] }
    },
    {
      version: 5,
      title: 'duties',
      collections: [RATES, CODES, KEY_USES, TURNS],
      fields: { conversations: { identity_level: 'text', version: 'integer' } },
      indexes: {
        conversations: [['conversation_id'], ['tenant', 'customer_id']],
        decisions: [['run_id']],
        tickets: [['tenant', 'conversation_id']],
        feedback: [['tenant', 'conversation_id']],
        responses: [['created_at']]
      }
    },
    {
      version: 6,
      title: 'inbox-and-shadows',
      fields: { decisions: { diverges: 'boolean' } },
      indexes: { tickets: [['tenant', 'status', 'ticket_id']] }
    },
    {
      version: 7,
      title: 'desks-say-status-and-erasures-stay',
      collections: [ERASURES],
      indexes: { desk_links: [['desk', 'external_id']] }
    }
  ]
};
