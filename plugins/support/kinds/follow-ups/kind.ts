import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { closed, documentSchema } from '../../../../core/documents/index.js';
import { type DocumentKind, PACKAGE_ROOT } from '../../../../core/index.js';
import { answerOf, answerSchema, type FollowUp, letters, nameList } from './answer.js';
import { REQUEST_WORDS, type RequestWords } from './request-words.js';

const phrases = { type: 'array', items: { type: 'string', pattern: '^\\p{Ll}+( \\p{Ll}+)*$' } } as const;

/** What these files say together with the answers: by which words a message is read. */
export interface FollowUpFile {
  readonly answers: readonly FollowUp[];
  /** Words with which a question may begin. */
  readonly opensWith: readonly string[];
  /** Words with which a wish in the form of a question may begin. */
  readonly opensRequest: readonly string[];
  readonly opensCondition: readonly string[];
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
      opens_condition: {
        type: 'array',
        items: { type: 'string' },
        description: 'How a condition begins: what is asked with it in front is only thought about.'
      },
      opens_request: {
        type: 'array',
        items: { type: 'string' },
        description: 'Words with which a wish in the form of a question may begin.'
      },
      interrogatives: {
        type: 'array',
        items: letters,
        description: 'Words that ask for something else than yes or no.'
      },
      leads_in: { type: 'array', items: { type: 'string' }, description: 'Words that may stand before a question.' },
      joins: { type: 'array', items: letters, description: 'Words with which a message joins its wishes.' },
      fillers: { type: 'array', items: letters, description: 'Words that say nothing beside the name of a thing.' },
      asks_again: { ...nameList, description: 'Acts of questions that "and the other one?" asks again, of that one.' },
      of_each: { type: 'array', items: letters, description: 'Asks it of every order that was spoken of.' },
      takes_back: { type: 'array', items: letters, description: 'Words with which a request is taken back.' },
      answers_with: {
        type: 'array',
        items: closed({
          asked: { ...phrases, description: 'The question has all words of one of them.' },
          told: {
            type: 'array',
            items: letters,
            description: 'Then a sentence that answers it has one of these words.'
          },
          most: { type: 'integer', minimum: 1, description: 'Asked for in no more words than these.' }
        })
      },
      own_requests: {
        type: 'array',
        items: letters,
        description: 'What customers call a request that was handed over.'
      },
      of_requests: closed(
        Object.fromEntries(
          Object.entries(REQUEST_WORDS).map(([key, description]) => [key, { ...phrases, description }])
        ),
        []
      ),
      answers: {
        type: 'array',
        minItems: 1,
        items: answerSchema
      }
    },
    [
      'opens_with',
      'opens_condition',
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
    const from = { source, own: !existsSync(join(PACKAGE_ROOT, source.file)) };
    return {
      answers: (content.answers ?? []).map((answer: any, nth: number) =>
        answerOf(answer, from, message => report(`/answers/${nth}/says`, 'template', message))
      ),
      opensWith: content.opens_with ?? [],
      opensCondition: content.opens_condition ?? [],
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
