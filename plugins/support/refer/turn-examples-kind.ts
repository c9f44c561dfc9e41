import { closed, documentSchema } from '../../../core/documents/index.js';
import type { DocumentKind } from '../../../core/index.js';
import { SITUATIONS, type Situation } from './types.js';
import { AUTHORED } from '../understand/examples-kind.js';

export interface TurnExample {
  readonly text: string;
  /** What the agent had said. */
  readonly after?: Situation['after'];
  /** The intent that was talked about. */
  readonly about?: string;
}

/** What customers write in the middle of a conversation, by what it does there. */
export interface TurnExamples {
  readonly name: string;
  readonly origin: string;
  readonly examples: Readonly<Record<string, readonly TurnExample[]>>;
}

const name = { type: 'string', pattern: '^[a-z][a-z0-9_]*$' } as const;

/** `policies/dialogue/acts/examples/*.yaml`: messages from which acts are learned, beside those of their own files. */
export const TurnExamplesKind: DocumentKind<TurnExamples> = {
  id: 'turn-examples',
  version: 1,
  folder: 'policies/dialogue/acts/examples',
  nameOf: content => content.name,
  schema: documentSchema('turn-examples', 1, {
    ...AUTHORED,
    examples: {
      type: 'object',
      propertyNames: name,
      description: 'By act.',
      additionalProperties: {
        type: 'array',
        items: closed(
          {
            text: { type: 'string', minLength: 1, maxLength: 300 },
            after: { enum: SITUATIONS, description: 'What the agent had said.' },
            about: { ...name, description: 'The intent that was talked about.' }
          },
          ['after', 'about']
        )
      }
    }
  }),
  compile: (content: TurnExamples) => content
};
