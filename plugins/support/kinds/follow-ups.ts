import { closed, documentSchema } from '../../../core/documents/index.js';
import type { DocumentKind, Source } from '../../../core/index.js';
import { parseTemplate, type Template } from '../../../core/templates/index.js';
import { DECISIONS, REQUEST_KINDS, type RequestKind } from '../enumerations.js';
import { planOf, type PlanStep, planSchema } from './plan.js';
import { REPLY_VARIABLES } from './reply-variables.js';

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
  /** What the shop states about itself, so that these sentences are proved by this file. */
  readonly states: readonly string[];
  readonly source: Source;
}

export interface Trial {
  /** Absent: the one that decides about the wish that is talked about. */
  readonly table: RequestKind | undefined;
  /** Setting of the table: for so many days after its delivery. */
  readonly period: string | undefined;
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
  'identity_asked',
  'no_question',
  'nothing_before',
  'settled'
] as const;
export type Need = (typeof NEEDS)[number];

const phrases = { type: 'array', items: { type: 'string', pattern: '^\\p{Ll}+( \\p{Ll}+)*$' } } as const;
const word = { type: 'string', pattern: '^\\p{L}+$' } as const;
const names = { type: 'array', minItems: 1, items: { type: 'string', pattern: '^[a-z_]+$' } } as const;

export interface FollowUpFile {
  readonly answers: readonly FollowUp[];
  /** Words with which a question may begin. */
  readonly opensWith: readonly string[];
  /** Words with which a wish in the form of a question may begin. */
  readonly opensRequest: readonly string[];
  /** Words that ask for something else than yes or no. */
  readonly interrogatives: readonly string[];
  /** Words that may stand before it. */
  readonly leadsIn: readonly string[];
  /** Words with which a message joins its wishes. */
  readonly joins: readonly string[];
  /** Words that say nothing beside the name of a thing. */
  readonly fillers: readonly string[];
  /** With which a request is taken back, and what it is called: "drop the case". */
  readonly takesBack: readonly string[];
  readonly ownRequests: readonly string[];
  readonly requestWords: Partial<RequestWords>;
  /** Acts of questions that "and the other one?" asks again, of that one. */
  readonly asksAgain: readonly string[];
  /** Words with which a question is asked of every order that was spoken of. */
  readonly ofEach: readonly string[];
  readonly answersWith: readonly AnswersWith[];
}

/** What a question asks for, and by which words a sentence that answers it is known. */
export interface AnswersWith {
  /** The question has all words of one of them. */
  readonly asked: readonly (readonly string[])[];
  readonly told: readonly string[];
  /** Asked for in no more words than these. */
  readonly most: number;
}

/** With which words a message speaks of requests that are open. */
export const REQUEST_WORDS = {
  all: 'What means all of them, or all of the goods.',
  none: 'What wants none of them.',
  keeping: 'The goods are kept.',
  standing: 'They stand as they are.',
  proceeding: 'They go on.',
  staying: 'What they are about stays.',
  wanting: 'A cancelled order is wanted.',
  withdrawing: 'Phrases with which one is taken back, besides the words.',
  denying: 'Words that deny what follows.',
  first: 'The one that was opened first.',
  second: 'The one after it.',
  last: 'The one that was opened last.',
  removing: 'Words with which an item is taken out of one, with those of "out".',
  out: 'Out of it.',
  adding: 'Words with which an item is added to one.',
  reversing: 'How a word begins that undoes a deed.',
  refusing: 'What stands before a deed that is not wanted.',
  leaving: 'Words with which something is left as it is.',
  thinking: 'It is thought over.',
  taking: 'Words with which one is taken back, with those of "back".',
  back: 'Taken back.',
  only: 'No other is meant.',
  before: 'What may stand before a word that takes one back.',
  pointing: 'What means the request itself.',
  doing: 'Doing what was asked for.',
  halting: 'Alone these stop what was asked for last.',
  holding: 'What may stand before them.',
  restoring: 'As it was before anything was asked for.',
  again: 'The same is asked of another thing.',
  putting: 'With these a further piece is wished for in an order, with those of "extra".',
  extra: 'What makes a piece a further one.',
  allowing: 'How a question begins that asks whether something is possible.',
  helping: 'Who does what the agent cannot.',
  wishing: 'With these somebody is called who does it.'
} as const;
export type RequestWords = Readonly<Record<keyof typeof REQUEST_WORDS, readonly string[]>>;

/** `policies/dialogue/follow-ups/*.yaml`: what questions about a settled wish are answered from. */
export const FollowUps: DocumentKind<FollowUpFile> = {
  id: 'follow-ups',
  version: 1,
  folder: 'policies/dialogue/follow-ups',
  nameOf: content => content.name,
  schema: documentSchema(
    'follow-ups',
    1,
    {
      name: { type: 'string', pattern: '^[a-z_]+$' },
      opens_with: { type: 'array', items: { type: 'string' }, description: 'Words with which a question may begin.' },
      opens_request: {
        type: 'array',
        items: { type: 'string' },
        description: 'Words with which a wish in the form of a question may begin.'
      },
      interrogatives: { type: 'array', items: word, description: 'Words that ask for something else than yes or no.' },
      leads_in: { type: 'array', items: { type: 'string' }, description: 'Words that may stand before a question.' },
      joins: { type: 'array', items: word, description: 'Words with which a message joins its wishes.' },
      fillers: { type: 'array', items: word, description: 'Words that say nothing beside the name of a thing.' },
      asks_again: { ...names, description: 'Acts of questions that "and the other one?" asks again, of that one.' },
      of_each: { type: 'array', items: word, description: 'Asks it of every order that was spoken of.' },
      takes_back: { type: 'array', items: word, description: 'Words with which a request is taken back.' },
      answers_with: {
        type: 'array',
        items: closed({
          asked: { ...phrases, description: 'The question has all words of one of them.' },
          told: { type: 'array', items: word, description: 'Then a sentence that answers it has one of these words.' },
          most: { type: 'integer', minimum: 1, description: 'Asked for in no more words than these.' }
        })
      },
      own_requests: { type: 'array', items: word, description: 'What customers call a request that was handed over.' },
      of_requests: closed(
        Object.fromEntries(
          Object.entries(REQUEST_WORDS).map(([key, description]) => [key, { ...phrases, description }])
        ),
        []
      ),
      answers: {
        type: 'array',
        minItems: 1,
        items: closed(
          {
            acts: { ...names, description: 'Dialogue acts it answers; without it, whatever else is asked.' },
            after: { ...names, description: 'Intents one of which was settled last.' },
            hints: { ...names, description: 'Intents one of which the question sounds like.' },
            decisions: { ...names, items: { enum: DECISIONS }, description: 'What was decided last.' },
            reasons: { ...names, description: 'Reasons one of which the last decision has.' },
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
              items: word,
              description: 'The message has none of these words.'
            },
            before: { ...names, description: 'Dialogue acts of the question that was answered just before.' },
            needs: { ...names, items: { enum: NEEDS } },
            plan: planSchema,
            tries: closed(
              {
                table: { enum: REQUEST_KINDS, description: 'Absent: the one that decides about the wish.' },
                period: { type: 'string', description: 'Setting of the table: for so many days after the delivery.' }
              },
              ['table', 'period'],
              { description: 'Rules that are tried on what is meant, as `ruling`; nothing is kept of it.' }
            ),
            says: {
              type: 'string',
              minLength: 1,
              description: 'Liquid. The first answer that can be proved is given, the most particular ones first.'
            },
            unless_told: { type: 'boolean', description: 'An article that says just what is asked goes before it.' },
            offers: { type: 'string', description: 'The intent that it offers, which a yes takes.' },
            states: {
              type: 'array',
              items: { type: 'string', minLength: 1 },
              description:
                'Sentences about the shop itself that this file answers for; they hold no figures of a customer.'
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
            'states'
          ]
        )
      }
    },
    [
      'opens_with',
      'opens_request',
      'interrogatives',
      'leads_in',
      'joins',
      'fillers',
      'takes_back',
      'own_requests',
      'of_requests',
      'asks_again',
      'of_each',
      'answers_with',
      'answers'
    ]
  ),
  compile(content, report, source) {
    const answers = (content.answers ?? []).map((answer: any, i: number): FollowUp => {
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
      const says = parseTemplate(answer.says, REPLY_VARIABLES, message =>
        report(`/answers/${i}/says`, 'template', message)
      );
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
        tries: tries === undefined ? undefined : { table: undefined, period: undefined, ...tries },
        says: says!,
        unlessTold: answer.unless_told === true,
        offers,
        states,
        source
      };
    });
    return {
      answers,
      opensWith: content.opens_with ?? [],
      opensRequest: content.opens_request ?? [],
      interrogatives: content.interrogatives ?? [],
      leadsIn: content.leads_in ?? [],
      joins: content.joins ?? [],
      fillers: content.fillers ?? [],
      takesBack: content.takes_back ?? [],
      ownRequests: content.own_requests ?? [],
      requestWords: content.of_requests ?? {},
      asksAgain: content.asks_again ?? [],
      ofEach: content.of_each ?? [],
      answersWith: (content.answers_with ?? []).map(({ asked, ...rest }: any) => ({
        ...rest,
        asked: asked.map((all: string) => all.split(' '))
      }))
    };
  }
};
