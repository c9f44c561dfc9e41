import { closed } from '../../../core/documents/index.js';
import type { PairSettings } from './two-wishes.js';

/** When the agent acts and when it asks instead; given by the `decision` of one vocabulary file. */
export interface DecisionSettings {
  /** Least share of 1 to act on an intent. */
  readonly act_at: number;
  /** Least share to take a message for another subject. */
  readonly refuse_at: number;
  /** Least share to act on a message of which most words are in no vocabulary. */
  readonly strange_at: number;
  /** Share of another subject, and of two wishes, above which no intent is acted on. */
  readonly outside_at_most: number;
  readonly two_at_most: number;
  /** Least share at which a clause by itself is a wish beside another. */
  readonly second_wish_at: number;
  /** Intents that two clauses may say together and mean one: the rules, and the case to which they are applied. */
  readonly akin: readonly (readonly string[])[];
  /** Least share to be named in a question. */
  readonly name_at: number;
  /** The same for what a clause says by itself. */
  readonly clause_name_at: number;
  /** Share of the likeliest intent below which a question names none. */
  readonly hint_at: number;
  readonly most_candidates: number;
  /** Words that part clauses, beside marks. */
  readonly clause_words: readonly string[];
  /** Words a clause must have to be a wish. */
  readonly clause_length: number;
  /** How much an example of an intent file counts against one of a file of examples. */
  readonly own_weight: number;
  /** The examples of one intent count at least so much together. */
  readonly label_weight: number;
  /** Messages that are learned from a template with alternatives. */
  readonly variants: number;
  /** Messages of two wishes that are made of two messages, and how. */
  readonly two_wishes: PairSettings;
  /** A fit is refused that makes the right answers to an intent fewer, or the wrong ones more, by more than this share. */
  readonly worse_at_most: number;
  /** Words that slots are read from, at the beginning and the end of a long message. */
  readonly first_words: number;
  readonly last_words: number;
}

const share = { type: 'number', minimum: 0, maximum: 1 } as const;
const count = { type: 'integer', minimum: 1, maximum: 2000 } as const;
const properties = {
  act_at: share,
  refuse_at: share,
  strange_at: share,
  outside_at_most: share,
  two_at_most: share,
  second_wish_at: share,
  akin: { type: 'array', items: { type: 'array', minItems: 2, items: { type: 'string' } } },
  name_at: share,
  clause_name_at: share,
  hint_at: share,
  most_candidates: count,
  clause_words: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 40 } },
  clause_length: count,
  own_weight: { type: 'number', exclusiveMinimum: 0, maximum: 100 },
  label_weight: { type: 'number', minimum: 0, maximum: 10_000 },
  variants: count,
  two_wishes: closed({
    pairs: { type: 'integer', minimum: 0, maximum: 20_000 },
    pair_weight: share,
    pair_length: count,
    pair_joins: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 60 } }
  }),
  worse_at_most: share,
  first_words: count,
  last_words: count
} as const satisfies Readonly<Record<keyof DecisionSettings, object>>;

/** JSON Schema of `decision`: every number must be given. */
export const decisionSchema = {
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties
} as const;
