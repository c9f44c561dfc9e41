import { ajvPackage } from '../../core/index.js';
import { readLines } from './lines.js';

/** A ticket as a turn wants it; what is left out may be anything. */
export interface WantedTicket {
  readonly order?: string | null;
  /** In any order. */
  readonly lines?: readonly string[];
  readonly intent?: string;
  /** A decimal number; `25` and `25.00` are the same. */
  readonly amount?: string | null;
}

/** Proves an address, and says nothing. */
export interface Verification {
  readonly verify: string;
}

/** One message of a customer, and what must hold when it is answered. */
export interface Message {
  readonly say: string;
  /** The address that is verified before the message is sent. */
  readonly verify_before?: string;
  /** One of these. */
  readonly state?: readonly string[];
  /** One of these. */
  readonly intent?: readonly string[];
  /** Regular expressions, case ignored, that the reply matches, every one. */
  readonly says?: readonly string[];
  /** Regular expressions, case ignored, of which the reply matches none. */
  readonly never?: readonly string[];
  /** The reply names no order but these; it need not name one. */
  readonly order?: string | readonly string[];
  /** The open tickets of the conversation, all of them, once the message is answered. */
  readonly tickets?: readonly WantedTicket[];
  /** No ticket of the conversation was opened, changed or closed by the message. */
  readonly same_tickets?: true;
  /** The reply may be the one before it, word for word. */
  readonly repeat?: true;
}

/** One line of a file of conversations. */
export interface Conversation {
  /** Unique in its file. */
  readonly id: string;
  readonly title?: string;
  readonly turns: readonly (Verification | Message)[];
}

const TEXT = { type: 'string', pattern: '\\S' };
const TEXTS = { type: 'array', items: TEXT };
const ORDER = { type: 'string', pattern: '^ORD-\\d+$' };
const PATTERNS = { type: 'array', items: { type: 'string', minLength: 1, format: 'regex' } };
const STATE = { enum: ['answered', 'clarifying', 'escalated', 'refused', 'failed'] };

const objectOf = (properties: Readonly<Record<string, object>>, required: readonly string[] = []) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties
});

const WANTED = objectOf({
  order: { ...ORDER, type: ['string', 'null'] },
  lines: TEXTS,
  intent: TEXT,
  amount: { type: ['string', 'null'], pattern: '^\\d+(\\.\\d+)?$' }
});
const VERIFICATION = objectOf({ verify: TEXT }, ['verify']);
const MESSAGE = objectOf(
  {
    say: TEXT,
    verify_before: TEXT,
    state: { type: 'array', items: STATE },
    intent: TEXTS,
    says: PATTERNS,
    never: PATTERNS,
    order: { if: { type: 'array' }, then: { items: ORDER }, else: ORDER },
    tickets: { type: 'array', items: WANTED },
    same_tickets: { const: true },
    repeat: { const: true }
  },
  ['say']
);
const TURN = { if: { type: 'object', required: ['verify'] }, then: VERIFICATION, else: MESSAGE };
const CONVERSATION = objectOf({ id: TEXT, title: TEXT, turns: { type: 'array', minItems: 1, items: TURN } }, [
  'id',
  'turns'
]);

const { Ajv2020 } = ajvPackage();
const validate = new Ajv2020({
  allErrors: true,
  verbose: true,
  strict: false,
  formats: { regex: isPattern }
}).compile<Conversation>(CONVERSATION);

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'i') instanceof RegExp;
  } catch {
    return false;
  }
}

/** Reads a file of conversations, one a line. Throws with the line and place of everything wrong, and quotes none of it. */
export const readConversations = (file: string): readonly Conversation[] => readLines(file, validate);
