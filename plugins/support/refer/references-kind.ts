import type { DocumentKind } from '../../../core/index.js';

type Words = readonly string[];

/** `policies/dialogue/references.yaml`: with which words messages mean orders and items. */
export interface ReferenceFile {
  readonly numbers: {
    readonly prefix: string;
    readonly digits: { readonly from: number; readonly to: number };
    readonly announced_by: Words;
    readonly ends_with: Words;
    readonly not_after: Words;
    readonly not_before: Words;
    readonly street: Words;
    readonly linking: Words;
    readonly digit_words: Readonly<Record<string, string>>;
    readonly doubling: Readonly<Record<string, number>>;
    readonly thousand: string;
    readonly joining: Words;
  };
  readonly counts: Readonly<Record<string, number>>;
  readonly things: Readonly<Record<'order' | 'item' | 'any' | 'some' | 'open' | 'which' | 'single', Words>>;
  /** Words with which another clause begins. */
  readonly clauses: Words;
  readonly articles: Words;
  readonly determiners: Words;
  readonly before_deeds: Words;
  readonly places: Readonly<
    Record<
      '1' | '2' | '3' | '4' | '5' | 'last' | 'last_but_one' | 'above' | 'below' | (typeof PLACE_CONTEXTS)[number],
      Words
    >
  >;
  readonly everything: Readonly<
    Record<'whole' | 'beside_whole' | 'entire' | 'stands' | 'both' | 'all' | 'all_but' | 'not_after', Words>
  >;
  readonly other: Words;
  /** What is left of the order spoken of. */
  readonly rest: Words;
  readonly pronouns: Readonly<Record<'one' | 'several', Words>>;
  readonly statuses: readonly { readonly words: Words; readonly means: Words; readonly not: Words }[];
  readonly not: Words;
  readonly asking: Words;
  readonly relative: Words;
  readonly relative_pronouns: Words;
  readonly relating: Words;
  readonly times: {
    readonly event: Readonly<Record<'ordered' | 'arrived', Words>>;
    /** Words for a thing that say what became of it. */
    readonly event_things: Readonly<Record<'ordered' | 'arrived', Words>>;
    readonly since_that: Readonly<Record<'before' | 'after', Words>>;
    readonly coming: Words;
    readonly from: Words;
    readonly age: Readonly<Record<'newest' | 'second' | 'oldest' | 'before' | 'earlier' | 'later', Words>>;
    readonly day: Readonly<Record<'today' | 'yesterday' | 'other', Words>>;
    readonly ago: Words;
    readonly units: Readonly<Record<'day' | 'week' | 'month', Words>>;
    readonly week_or_month: Readonly<Record<'this' | 'last', Words>>;
    /** From Sunday. */
    readonly weekdays: readonly Words[];
    readonly months: readonly Words[];
    readonly few: Words;
    readonly age_or_place: Words;
  };
  readonly prices: {
    readonly currency: Words;
    readonly before: Words;
  };
  /** By what orders and items are compared: words for the most and the least of it. */
  readonly extremes: Readonly<Record<'price' | 'weight', Readonly<Record<'most' | 'least', Words>>>>;
  /** An order by how much is in it. */
  readonly contents: Readonly<Record<'holding' | 'several' | 'inside', Words>>;
  readonly exclusion: Readonly<
    Record<'words' | 'after_all' | 'of_wishes' | 'not_behind' | 'behind' | 'leaving' | 'left', Words>
  >;
  /** What lists things, and what is only told of them. */
  readonly joining: Readonly<Record<'and' | 'also' | 'beside' | 'praise', Words>>;
  readonly pieces: Readonly<Record<'counted' | 'alone' | 'wishing' | 'linking' | 'uncounted', Words>>;
  readonly correction: Readonly<Record<'opening' | 'anywhere' | 'between', Words>>;
  readonly kinds: Readonly<Record<string, Words>>;
  /** Goods that the customer never bought: the concept of the vocabulary that names goods, and what asks for those behind it. */
  readonly goods: { readonly concept: string; readonly behind: Words };
  /** Words of names: what such a thing is made of or for, in words of others. */
  readonly traits: Readonly<Record<string, Words>>;
  readonly empty_words: Words;
  readonly colours: Words;
  readonly real_words: Words;
}

const PLACE_CONTEXTS = ['from_end', 'before', 'behind', 'not_after', 'numbered', 'not_before'] as const;

const words = {
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: 60, pattern: "^[^A-Z'’]+$" }
} as const;
const object = (properties: Readonly<Record<string, object>>): object => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties
});
const lists = (...names: readonly string[]): object => object(Object.fromEntries(names.map(name => [name, words])));
const numbers = { type: 'object', additionalProperties: { type: 'integer', minimum: 1, maximum: 100 } } as const;

/** One file: the words of references. */
export const ReferencesKind: DocumentKind<ReferenceFile> = {
  id: 'references',
  version: 1,
  folder: 'policies/dialogue',
  nameOf: () => 'references',
  schema: object({
    kind: { const: 'references' },
    version: { const: 1 },
    numbers: object({
      prefix: { type: 'string', maxLength: 10, description: 'Of order numbers, where no order shows how they begin.' },
      digits: object({ from: { type: 'integer', minimum: 2 }, to: { type: 'integer', maximum: 20 } }),
      announced_by: words,
      ends_with: words,
      not_after: words,
      not_before: words,
      street: words,
      linking: words,
      digit_words: { type: 'object', additionalProperties: { type: 'string', pattern: '^[0-9]{1,3}$' } },
      doubling: numbers,
      thousand: { type: 'string' },
      joining: words
    }),
    counts: numbers,
    things: lists('order', 'item', 'any', 'some', 'open', 'which', 'single'),
    clauses: words,
    articles: words,
    determiners: words,
    before_deeds: words,
    places: lists('1', '2', '3', '4', '5', 'last', 'last_but_one', 'above', 'below', ...PLACE_CONTEXTS),
    everything: lists('whole', 'beside_whole', 'entire', 'stands', 'both', 'all', 'all_but', 'not_after'),
    other: words,
    rest: words,
    pronouns: lists('one', 'several'),
    statuses: { type: 'array', items: lists('words', 'means', 'not') },
    not: words,
    asking: words,
    relative: words,
    relative_pronouns: words,
    relating: words,
    times: object({
      event: lists('ordered', 'arrived'),
      event_things: lists('ordered', 'arrived'),
      since_that: lists('before', 'after'),
      coming: words,
      from: words,
      age: lists('newest', 'second', 'oldest', 'before', 'earlier', 'later'),
      day: lists('today', 'yesterday', 'other'),
      ago: words,
      units: lists('day', 'week', 'month'),
      week_or_month: lists('this', 'last'),
      weekdays: { type: 'array', minItems: 7, maxItems: 7, items: words },
      months: { type: 'array', minItems: 12, maxItems: 12, items: words },
      few: words,
      age_or_place: words
    }),
    prices: object({ currency: words, before: words }),
    extremes: object({ price: lists('most', 'least'), weight: lists('most', 'least') }),
    contents: lists('holding', 'several', 'inside'),
    exclusion: lists('words', 'after_all', 'of_wishes', 'not_behind', 'behind', 'leaving', 'left'),
    joining: lists('and', 'also', 'beside', 'praise'),
    pieces: lists('counted', 'alone', 'wishing', 'linking', 'uncounted'),
    correction: lists('opening', 'anywhere', 'between'),
    kinds: {
      type: 'object',
      additionalProperties: words,
      description: 'MessageWord in the name of an item: other words for it.'
    },
    traits: { type: 'object', additionalProperties: words },
    empty_words: words,
    goods: object({
      concept: {
        type: 'string',
        description: 'The concept of the vocabulary (intents/vocabulary) whose words are goods.'
      },
      behind: words
    }),
    colours: words,
    real_words: words
  }),
  compile: ({ kind: _kind, version: _version, ...file }) => file
};
