import { documentSchema } from '../../../core/documents/index.js';
import type { DocumentKind } from '../../../core/index.js';
import { ASKED_EXAMPLE, ARTICLE_ID, askedExample, type AskedExample } from '../kinds/article.js';
import { AUTHORED } from '../understand/examples-kind.js';

/** Questions from conversations, and the sentences of articles that answer them. */
export interface AskedInTalks {
  readonly name: string;
  readonly origin: string;
  /** By article, then by the number of the sentence, from 1. */
  readonly questions: Readonly<Record<string, Readonly<Record<string, readonly AskedExample[]>>>>;
}

interface AskedFile extends Omit<AskedInTalks, 'questions'> {
  readonly questions: Readonly<Record<string, Readonly<Record<string, readonly (string | AskedExample)[]>>>>;
}

/** `seeds/asked/*.yaml`: what customers asked in conversations, beside what articles themselves list as asked. */
export const AskedKind: DocumentKind<AskedInTalks> = {
  id: 'asked',
  version: 1,
  folder: 'seeds/asked',
  nameOf: content => content.name,
  schema: documentSchema('asked', 1, {
    ...AUTHORED,
    questions: {
      type: 'object',
      propertyNames: ARTICLE_ID,
      description: 'By article.',
      additionalProperties: {
        type: 'object',
        propertyNames: { pattern: '^[1-6]$' },
        description: 'By number of the sentence.',
        additionalProperties: { type: 'array', minItems: 1, items: ASKED_EXAMPLE }
      }
    }
  }),
  compile: ({ questions, ...rest }: AskedFile) => ({
    ...rest,
    questions: Object.fromEntries(
      Object.entries(questions).map(([article, sentences]) => [
        article,
        Object.fromEntries(Object.entries(sentences).map(([nth, rows]) => [nth, rows.map(askedExample)]))
      ])
    )
  })
};
