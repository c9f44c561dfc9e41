import { closed, documentSchema } from '../../../core/documents/index.js';
import type { DocumentKind } from '../../../core/index.js';
import { parseTemplate, type Template } from '../../../core/templates/index.js';
import { REFUSAL_REASONS } from '../enumerations.js';

/** Everything the agent says that is neither an intent's reply nor an escalation notice. */
export interface Wording {
  readonly questions: ReadonlyMap<string, Template>;
  /** Second wordings of questions, which also offer a way out. */
  readonly again: ReadonlyMap<string, Template>;
  /** What is said of things that a run did by itself. */
  readonly statements: Readonly<Record<StatementName, Template>>;
  readonly refusals: ReadonlyMap<string, Template>;
  /** What the shop states of itself where it refuses, so that these sentences are proved by this file. */
  readonly states: readonly string[];
  readonly verification: { readonly verified: string; readonly notVerified: string; readonly codeSent: string };
}

/** Questions the engine asks by itself; plans may name further ones under `missing`. */
export const QUESTIONS = {
  identity: [],
  order: ['offer', 'orders'],
  which_order: ['orders', 'offer'],
  which_order_first: ['orders', 'offer'],
  which_items: ['items'],
  which_item_first: ['items'],
  how_many: [],
  choice: ['choices'],
  choice_first: ['choices'],
  unclear: [],
  anything_else: [],
  goods_not_found: ['goods', 'orders']
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type Question = keyof typeof QUESTIONS;

/** Statements and what each reads. */
export const STATEMENTS = {
  withdrawn: ['replaced', 'order_id'],
  next_wish: ['begin', 'offer', 'order_id', 'items'],
  would_you: ['says', 'begin', 'offer', 'order_id', 'items'],
  withdraw: ['replaced', 'order_id'],
  overview: ['orders'],
  not_among: [],
  told: ['sentence', 'elsewhere'],
  noted: ['ticket.ticket_id'],
  noted_again: ['ticket.ticket_id'],
  hand_over: [],
  once_more: ['reply'],
  ask_again: ['question']
} as const;
export type StatementName = keyof typeof STATEMENTS;

const text = { type: 'string', minLength: 1 } as const;
const question = { ...text, description: 'Liquid. Asks for exactly one thing.' };

/** `policies/wording/*.yaml`: exactly one file. */
export const WordingKind: DocumentKind<Wording> = {
  id: 'wording',
  version: 1,
  folder: 'policies/wording',
  nameOf: () => 'wording',
  schema: documentSchema(
    'wording',
    1,
    {
      questions: {
        type: 'object',
        required: Object.keys(QUESTIONS),
        properties: Object.fromEntries(Object.keys(QUESTIONS).map(name => [name, question])),
        propertyNames: { pattern: '^[a-z_]+$' },
        additionalProperties: question
      },
      again: {
        type: 'object',
        description: 'How a question is asked the second time.',
        propertyNames: { pattern: '^[a-z_]+$' },
        additionalProperties: question
      },
      statements: {
        type: 'object',
        additionalProperties: false,
        required: Object.keys(STATEMENTS),
        properties: Object.fromEntries(
          Object.entries(STATEMENTS).map(([name, reads]) => [
            name,
            { ...text, description: `Liquid. Reads ${reads.join(', ')}.` }
          ])
        )
      },
      refusals: {
        type: 'object',
        additionalProperties: false,
        required: REFUSAL_REASONS,
        properties: Object.fromEntries(REFUSAL_REASONS.map(r => [r, text]))
      },
      states: {
        type: 'array',
        items: text,
        description: 'Sentences of refusals that the shop states of itself, and that nothing else has to prove.'
      },
      verification: closed(
        {
          verified: text,
          not_verified: text,
          code_sent: { ...text, description: 'Said when a code was asked for, whether the address is known or not.' }
        },
        ['code_sent']
      )
    },
    ['states']
  ),
  compile(content, report) {
    const parse = (pointer: string, source: string, known: readonly string[]): Template =>
      parseTemplate(source, known, message => report(pointer, 'template', message)) ?? {
        text: source,
        reads: [],
        render: () => source
      };
    const known = (name: string): readonly string[] => (name in QUESTIONS ? QUESTIONS[name as Question] : []);
    const all = (group: 'questions' | 'again' | 'refusals', of: (name: string) => readonly string[]) =>
      new Map(
        Object.entries(content[group] as Record<string, string>).map(([name, source]) => [
          name,
          parse(`/${group}/${name}`, source, of(name))
        ])
      );
    return {
      questions: all('questions', known),
      again: all('again', known),
      statements: Object.fromEntries(
        Object.entries(STATEMENTS).map(([name, reads]) => [
          name,
          parse(`/statements/${name}`, content.statements[name], reads)
        ])
      ) as Record<StatementName, Template>,
      refusals: all('refusals', () => []),
      states: content.states ?? [],
      verification: {
        verified: content.verification.verified,
        notVerified: content.verification.not_verified,
        codeSent: content.verification.code_sent ?? content.verification.not_verified
      }
    };
  }
};
