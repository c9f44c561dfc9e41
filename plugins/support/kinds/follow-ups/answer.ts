import { closed } from '../../../../core/documents/index.js';
import type { Source } from '../../../../core/index.js';
import { parseTemplate, type Template } from '../../../../core/templates/index.js';
import { DECISIONS, REQUEST_KINDS, type RequestKind } from '../../enumerations.js';
import { planOf, type PlanStep, planSchema } from '../plan.js';
import { REPLY_VARIABLES } from '../reply-variables.js';

/** One way to answer a question about what was settled, from the records. Nothing is decided again. */
export interface FollowUp {
  /** Dialogue acts that it answers. None: whatever else is asked. */
  readonly acts: readonly string[];
  /** Intents one of which was settled last; none: any. */
  readonly after: readonly string[];
  readonly decisions: readonly string[];
  /** Intents one of which the question sounds like. */
  readonly hints: readonly string[];
  readonly reasons: readonly string[];
  /** Articles one of which answers the question in general. */
  readonly articles: readonly string[];
  /** Lower case, in any language; the message has all words of one of them. */
  readonly words: readonly (readonly string[])[];
  /** The message has none of these words. */
  readonly unlessWords: readonly string[];
  /** Acts of the question that was answered just before. */
  readonly before: readonly string[];
  /** What must be there: an open ticket, a decision, an amount, an order that was talked about. */
  readonly needs: readonly Need[];
  readonly plan: readonly PlanStep[];
  /** The rules that are tried on what is meant, and nothing is kept of it. */
  readonly tries: Trial | undefined;
  readonly says: Template;
  /** An article that says just what is asked goes before it. */
  readonly unlessTold: boolean;
  /** The wish that it offers, for a yes. */
  readonly offers: string | undefined;
  /** What waited for an answer of the customer waits no more. */
  readonly drops: boolean;
  /** What the shop states about itself, so that these sentences are proved by this file. */
  readonly states: readonly string[];
  readonly source: Source;
  /** It stands in a file that is not shipped: no shipped lesson knows it. */
  readonly own: boolean;
}

export interface Trial {
  /** Absent: the one that decides about the wish that is talked about. */
  readonly table: RequestKind | undefined;
  /** Setting of the table: for so many days after its delivery. */
  readonly period: string | undefined;
  /** Reasons for which it can be done: it is tried on each order that is named, or on all, and those with one of these are read as `rulings`. */
  readonly allowing: readonly string[] | undefined;
}

export const NEEDS = [
  'cases',
  'no_case',
  'ticket',
  'no_ticket',
  'in_progress',
  'resolved',
  'withdrawn',
  'decision',
  'amount',
  'order',
  'no_order',
  'identity_asked',
  'coming',
  'no_question',
  'nothing_before',
  'settled',
  'by_amount'
] as const;
export type Need = (typeof NEEDS)[number];

/** Schema of one word, and of a list of names. */
export const letters = { type: 'string', pattern: '^\\p{L}+$' } as const;
export const nameList = { type: 'array', minItems: 1, items: { type: 'string', pattern: '^[a-z_]+$' } } as const;

/** One entry under `answers`. */
export const answerSchema = closed(
  {
    acts: { ...nameList, description: 'Dialogue acts it answers; without it, whatever else is asked.' },
    after: { ...nameList, description: 'Intents one of which was settled last.' },
    hints: { ...nameList, description: 'Intents one of which the question sounds like.' },
    decisions: { ...nameList, items: { enum: DECISIONS }, description: 'What was decided last.' },
    reasons: { ...nameList, description: 'Reasons one of which the last decision has.' },
    articles: {
      type: 'array',
      minItems: 1,
      items: { type: 'string', pattern: '^[a-z0-9-]+$' },
      description: 'Articles one of which answers the question in general.'
    },
    words: {
      type: 'array',
      minItems: 1,
      items: { type: 'string', pattern: '^\\p{Ll}+( \\p{Ll}+)*$' },
      description: 'In any language; the message has all words of one of them, in any order.'
    },
    unless_words: {
      type: 'array',
      minItems: 1,
      items: letters,
      description: 'The message has none of these words.'
    },
    before: { ...nameList, description: 'Dialogue acts of the question that was answered just before.' },
    needs: { ...nameList, items: { enum: NEEDS } },
    plan: planSchema,
    tries: closed(
      {
        table: { enum: REQUEST_KINDS, description: 'Absent: the one that decides about the wish.' },
        period: { type: 'string', description: 'Setting of the table: for so many days after the delivery.' },
        allowing: {
          ...nameList,
          description:
            'Reasons for which it can be done. It is tried on each order that is named, else on all, and `rulings` are those with one of these.'
        }
      },
      ['table', 'period', 'allowing'],
      { description: 'Rules that are tried on what is meant, as `ruling`; nothing is kept of it.' }
    ),
    says: {
      type: 'string',
      minLength: 1,
      description: 'Liquid. The first answer that can be proved is given, the most particular ones first.'
    },
    unless_told: { type: 'boolean', description: 'An article that says just what is asked goes before it.' },
    offers: { type: 'string', description: 'The intent that it offers, which a yes takes.' },
    drops: { type: 'boolean', description: 'What the customer was asked is asked no more.' },
    states: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      description: 'Sentences about the shop itself that this file answers for; they hold no figures of a customer.'
    }
  },
  [
    'acts',
    'after',
    'hints',
    'decisions',
    'reasons',
    'articles',
    'words',
    'unless_words',
    'before',
    'needs',
    'plan',
    'tries',
    'unless_told',
    'offers',
    'drops',
    'states'
  ]
);

/** @param report of a mistake in its text */
export function answerOf(
  answer: any,
  { source, own }: Pick<FollowUp, 'source' | 'own'>,
  report: (message: string) => void
): FollowUp {
  const {
    acts = [],
    after = [],
    decisions = [],
    hints = [],
    reasons = [],
    articles = [],
    words = [],
    unless_words: unlessWords = [],
    before = [],
    needs = [],
    plan = [],
    states = [],
    tries,
    offers
  } = answer;
  const says = parseTemplate(answer.says, REPLY_VARIABLES, report);
  return {
    acts,
    after,
    decisions,
    hints,
    reasons,
    articles,
    words: words.map((each: string) => each.split(' ')),
    unlessWords,
    before,
    needs,
    plan: planOf(plan),
    tries: tries === undefined ? undefined : { table: undefined, period: undefined, allowing: undefined, ...tries },
    says: says!,
    unlessTold: answer.unless_told === true,
    drops: answer.drops === true,
    offers,
    states,
    source,
    own
  };
}

/** Those that ask for more of a turn come before those that ask for less. */
export const byParticularity = (followUps: readonly FollowUp[]): readonly FollowUp[] => {
  const conditions = ({ acts, after, decisions, hints, reasons, articles, words, before, needs }: FollowUp) => {
    const lists = [acts, after, decisions, hints, hints, reasons, reasons, articles, words, words, before];
    // An amount that only one order comes to says more than any word.
    const sum = needs.includes('by_amount') ? BY_AMOUNT : 0;
    return (lists.filter(list => list.length > 0).length + sum) * 10 + needs.length;
  };
  return [...followUps].sort((a, b) => conditions(b) - conditions(a));
};

/** As much as so many other conditions. */
const BY_AMOUNT = 3;
