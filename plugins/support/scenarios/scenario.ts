import { DECISIONS, STATES } from '../enumerations.js';

/** What has to come of one message. Only what is named is compared. */
export interface Expectation {
  readonly state: string;
  readonly intent?: string;
  readonly escalation_reason?: string;
  readonly refusal_reason?: string;
  readonly tools?: readonly string[];
  readonly rule?: string;
  readonly decision?: string;
  readonly order?: string;
  readonly amount?: string;
  readonly lines?: readonly string[];
  readonly ticket?: boolean | 'same' | 'another';
  readonly reply_has?: readonly string[];
  readonly reply_lacks?: readonly string[];
  readonly reply_same_as_step?: number;
}

export type Step =
  | { readonly say: string; readonly expect: Expectation }
  | { readonly verify: string; readonly expect: { readonly verified: boolean } };

/** A conversation with the agent and what has to come of each of its messages. */
export interface Scenario {
  readonly title: string;
  readonly tenant?: string;
  readonly customer?: string;
  readonly verify?: boolean;
  /** What tools of other systems answer, by the tool's name: those systems are not asked in a test. */
  readonly answers?: Readonly<Record<string, readonly CannedRecord[]>>;
  readonly steps: readonly Step[];
}

export interface CannedRecord {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const text = { type: 'string', minLength: 1 };
const texts = { type: 'array', items: { type: 'string' } };
const object = (required: readonly string[], properties: object) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties
});

const expectation = object(['state'], {
  state: { enum: STATES },
  intent: { type: 'string' },
  escalation_reason: { type: 'string' },
  refusal_reason: { type: 'string' },
  tools: { ...texts, description: 'The tools that ran, in order; [] for none.' },
  rule: { type: 'string', description: 'Id of the rule that decided.' },
  decision: { enum: DECISIONS },
  order: { type: 'string', description: 'The order that was decided about, or that the reply names.' },
  amount: { type: 'string', description: 'Amount on the ticket.' },
  lines: { ...texts, description: 'Lines of the order on the ticket; [] for all of it.' },
  ticket: {
    enum: [true, false, 'same', 'another'],
    description: 'Whether a ticket is named; the one of an earlier step of the conversation, or another.'
  },
  reply_has: texts,
  reply_lacks: texts,
  reply_same_as_step: {
    type: 'integer',
    minimum: 1,
    description: 'The reply must equal that of an earlier step, counted from 1.'
  }
});

/** JSON Schema of one conversation. */
export const SCENARIO_SCHEMA = object(['title', 'steps'], {
  title: { ...text, description: 'What is right here, as a sentence.' },
  tenant: { type: 'string', pattern: '^[a-z0-9_-]+$', description: 'Whose key talks to the service; demo.' },
  customer: { type: 'string', description: 'Address that the conversation is bound to.' },
  verify: { type: 'boolean', description: 'Whether the customer is verified first; true.' },
  answers: {
    type: 'object',
    description: 'What tools of other systems answer, by name; those systems are not asked.',
    additionalProperties: {
      type: 'array',
      items: object(['name', 'fields'], { name: text, fields: { type: 'object' } })
    }
  },
  steps: {
    type: 'array',
    minItems: 1,
    items: {
      type: 'object',
      properties: { verify: {}, say: {}, expect: {} },
      if: { properties: { verify: {} }, required: ['verify'] },
      then: object(['verify', 'expect'], {
        verify: { type: 'string', description: 'Address that the person gives.' },
        expect: object(['verified'], { verified: { type: 'boolean' } })
      }),
      else: object(['say', 'expect'], { say: text, expect: expectation })
    }
  }
});
