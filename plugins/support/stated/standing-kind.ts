import { closed, documentSchema } from '../../../core/documents/index.js';
import type { DocumentKind } from '../../../core/index.js';
import { AUTHORED } from '../understand/examples-kind.js';

/** What a message does to requests that are open: it takes one back, leaves them, or asks whether one could be taken back. */
export const STANDINGS = ['withdrawn', 'stands', 'asks'] as const;

export type StandingLabel = (typeof STANDINGS)[number];

/** Messages that were written when a request had just been opened. */
export interface StandingExamples {
  readonly name: string;
  /** Who wrote them, and how. */
  readonly origin: string;
  readonly examples: {
    readonly [Each in StandingLabel]?: readonly { readonly text: string; readonly about: string }[];
  };
}

const messages = {
  type: 'array',
  items: closed(
    {
      text: { type: 'string', minLength: 1, maxLength: 1000 },
      about: { type: 'string', pattern: '^[a-z][a-z0-9_]*$', description: 'The intent of the request.' }
    },
    []
  )
} as const;

/** `policies/dialogue/standing/*.yaml`: from which is learned whether a message takes an open request back. */
export const StandingExamplesKind: DocumentKind<StandingExamples> = {
  id: 'standing-examples',
  version: 1,
  folder: 'policies/dialogue/standing',
  nameOf: content => content.name,
  schema: documentSchema('standing-examples', 1, {
    ...AUTHORED,
    examples: closed(
      {
        withdrawn: { ...messages, description: 'Takes the request back: the ticket is withdrawn.' },
        stands: { ...messages, description: 'The request stands, whatever the message sounds like.' },
        asks: { ...messages, description: 'Asks whether it could be taken back.' }
      },
      [...STANDINGS]
    )
  }),
  compile: (content: StandingExamples) => content
};
