import { documentSchema } from '../../../core/documents/index.js';
import type { DocumentKind } from '../../../core/index.js';
import { ASKED_EXAMPLE, askedExample, type AskedExample } from '../kinds/article.js';
import { AUTHORED } from '../understand/examples-kind.js';

/** Questions that no article answers. */
export interface Unanswered {
  readonly name: string;
  readonly origin: string;
  readonly questions: readonly AskedExample[];
}

interface UnansweredFile extends Omit<Unanswered, 'questions'> {
  readonly questions: readonly (string | AskedExample)[];
}

/** `seeds/unanswered/*.yaml`: what customers ask and no article says, so that none is told for being the nearest. */
export const UnansweredKind: DocumentKind<Unanswered> = {
  id: 'unanswered',
  version: 1,
  folder: 'seeds/unanswered',
  nameOf: content => content.name,
  schema: documentSchema('unanswered', 1, {
    ...AUTHORED,
    questions: { type: 'array', minItems: 1, items: ASKED_EXAMPLE }
  }),
  compile: ({ questions, ...rest }: UnansweredFile) => ({ ...rest, questions: questions.map(askedExample) })
};
