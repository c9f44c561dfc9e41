import type { DocumentKind } from '../../../core/index.js';

export interface Concept {
  readonly name: string;
  /** Words and word groups; `*` in a group stands for at most two other words. */
  readonly words: readonly string[];
  /** Other concepts whose words count as this one too. */
  readonly includes?: readonly string[];
  /** A deed that can be wished for: negation cancels it, and an account of the past turns it into `<name>_done`. */
  readonly action?: boolean;
  /** Says nothing by itself: skipped at the ends of a sentence (please, hello, could you). */
  readonly filler?: boolean;
  /** Carries no subject: looked past when a deed's object is sought. */
  readonly light?: boolean;
  /** Belongs to another subject: in its sentence other phrases count for less. */
  readonly foreign?: boolean;
  /** Is matched as written, never by stem, and nothing is corrected to it. */
  readonly exact?: boolean;
}

export interface Topic {
  readonly id: string;
  /** Phrases in the language of the intent files. */
  readonly phrases: readonly string[];
}

export interface SlotPatterns {
  /** A regular expression for order numbers, with the number in group 1, and how to write it canonically. */
  readonly order_ids?: readonly { readonly pattern: string; readonly write: string }[];
  readonly reported_issue?: Readonly<Record<string, readonly string[]>>;
  readonly refund_destination?: Readonly<Record<string, readonly string[]>>;
  readonly delivery_charge_only?: readonly string[];
  readonly quantity?: readonly string[];
  readonly numbers?: Readonly<Record<string, number>>;
  readonly yes?: readonly string[];
  readonly no?: readonly string[];
  readonly acknowledgement?: readonly string[];
  /** What may surround a bare order number (order, number, it is). */
  readonly slot_filler?: readonly string[];
}

/** Numbers of the decision between acting and asking. */
export interface DecisionSettings {
  /** Least confidence to act on an intent. */
  readonly act_at: number;
  /** Least lead over the second intent. */
  readonly margin: number;
  /** Score at which a second intent is a second wish, however clear the first is. */
  readonly second_wish_at: number;
  readonly second_deed_at: number;
  /** For a wish in a clause where the best intent is not spoken of. */
  readonly second_clause_at: number;
  /** Least score to be named in a question. */
  readonly name_at: number;
  readonly most_candidates: number;
  /** What a further hit of the same intent adds of its weight. */
  readonly support: number;
  /** Factors on a hit: a circumstance beside a wish, a sentence with a foreign subject, words that a weightier phrase claims. */
  readonly background: number;
  readonly foreign: number;
  /** Factor on a hit whose deed has an object of no concept. */
  readonly strange_object: number;
  readonly contested: number;
  /** Share of words not in the vocabulary above which a short message counts for less, and by how much at most. */
  readonly unfamiliar_from: number;
  readonly unfamiliar_discount: number;
  /** Longer messages are stories; their unfamiliar words say nothing. */
  readonly unfamiliar_words: number;
  /** Words read from the beginning and the end of a long message. */
  readonly first_words: number;
  readonly last_words: number;
}

export interface Vocabulary {
  readonly name: string;
  readonly concepts?: readonly Concept[];
  /** Further words of concepts that other files define, for example those of another language. */
  readonly also?: Readonly<Record<string, readonly string[]>>;
  /** Whether misspelt words may be taken for words of this file. Default true. */
  readonly correct_to?: boolean;
  /** Written form -> one or several words (`ur: your`, `cant: can not`). */
  readonly rewrites?: Readonly<Record<string, string>>;
  /** Real words that look like a slip of a vocabulary word and are not. */
  readonly real_words?: readonly string[];
  readonly topics?: readonly Topic[];
  /** Endings split off a word (`n't: not`). */
  readonly suffixes?: Readonly<Record<string, string>>;
  /** Concepts: after a `cue` deeds are not wished for, for `reach` words or up to an `end`. */
  readonly negation?: { readonly cue: string; readonly end: string; readonly reach: number };
  /**
   * Concepts: within `reach` words after a `before`, an `-ed` form or one of `forms` is an account of the past, unless a
   * `not_before` is nearer.
   */
  readonly past?: {
    readonly forms: string;
    /** Directly before an `-ed` form, these make it describe the past ("my cancelled order"). */
    readonly determiner: string;
    readonly before: string;
    readonly not_before: string;
    readonly reach: number;
  };
  /** Concept of words that join two deeds (and, or). */
  readonly joins?: string;
  /** Concept of words that, after a joining word, open a wish of their own. */
  readonly openers?: string;
  /** Concept of words after which an unknown word names a thing of the customer. */
  readonly definite?: string;
  /** Words that `*` in a group never stands for. */
  readonly not_between?: readonly string[];
  readonly slots?: SlotPatterns;
  readonly decision?: DecisionSettings;
}

const list = { type: 'array', items: { type: 'string', minLength: 1, maxLength: 200 } } as const;
const name = { type: 'string', pattern: '^[a-z][a-z0-9_]*$' } as const;
const share = { type: 'number', minimum: 0, maximum: 1 } as const;
const count = { type: 'integer', minimum: 1, maximum: 2000 } as const;
const lists = { type: 'object', additionalProperties: list } as const;
const object = (properties: Readonly<Record<string, object>>, required = Object.keys(properties)) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties
});

/** Words shared by all intents. `intents/vocabulary/*.yaml`; one file or several, they are read as one. */
export const Vocabulary: DocumentKind<Vocabulary> = {
  id: 'vocabulary',
  version: 1,
  folder: 'intents/vocabulary',
  schema: object(
    {
      kind: { const: 'vocabulary' },
      version: { const: 1 },
      name,
      concepts: {
        type: 'array',
        items: object(
          {
            name,
            includes: { type: 'array', items: name },
            action: { type: 'boolean' },
            filler: { type: 'boolean' },
            foreign: { type: 'boolean' },
            light: { type: 'boolean' },
            exact: { type: 'boolean' },
            words: list
          },
          ['name', 'words']
        )
      },
      also: lists,
      correct_to: { type: 'boolean' },
      rewrites: { type: 'object', additionalProperties: { type: 'string', maxLength: 60 } },
      real_words: list,
      topics: { type: 'array', items: object({ id: name, phrases: list }) },
      suffixes: { type: 'object', additionalProperties: { type: 'string', maxLength: 20 } },
      negation: object({ cue: name, end: name, reach: count }),
      past: object({ forms: name, determiner: name, before: name, not_before: name, reach: count }),
      joins: name,
      openers: name,
      definite: name,
      not_between: list,
      slots: object(
        {
          order_ids: {
            type: 'array',
            items: object({ pattern: { type: 'string', maxLength: 200 }, write: { type: 'string', maxLength: 40 } })
          },
          reported_issue: lists,
          refund_destination: lists,
          delivery_charge_only: list,
          quantity: list,
          numbers: { type: 'object', additionalProperties: { type: 'number' } },
          yes: list,
          no: list,
          acknowledgement: list,
          slot_filler: list
        },
        []
      ),
      decision: object({
        act_at: share,
        margin: share,
        second_wish_at: share,
        second_deed_at: share,
        second_clause_at: share,
        name_at: share,
        most_candidates: count,
        support: share,
        background: share,
        foreign: share,
        strange_object: share,
        contested: share,
        unfamiliar_from: share,
        unfamiliar_discount: share,
        unfamiliar_words: count,
        first_words: count,
        last_words: count
      })
    },
    ['kind', 'version', 'name']
  ),
  nameOf: (content: { name: string }) => content.name,
  compile: (content: Vocabulary, report) => {
    content.slots?.order_ids?.forEach(({ pattern }, index) => {
      try {
        new RegExp(pattern, 'giu');
      } catch (error) {
        report(`/slots/order_ids/${index}/pattern`, 'bad_pattern', (error as Error).message);
      }
    });
    return content;
  }
};
