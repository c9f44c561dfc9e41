import { closed, documentSchema } from '../../../core/documents/index.js';
import type { DocumentKind } from '../../../core/index.js';
import { LANGUAGE } from '../enumerations.js';

/** Keys of files with messages that somebody wrote, for their schemas. */
export const AUTHORED = {
  name: { type: 'string', pattern: '^[a-z][a-z0-9_-]*$' },
  origin: { type: 'string', minLength: 1, description: 'Who wrote these messages, and how.' }
} as const;

/** Messages of customers by intent, from which the intents are learned. */
export interface ExampleFile {
  readonly name: string;
  /** Who wrote them, and how. */
  readonly origin: string;
  /** ISO 639-1 code; the shop's own language without one. */
  readonly language?: string;
  /** How much each counts; 1 without one. */
  readonly weight?: number;
  readonly examples: Readonly<Record<string, readonly string[]>>;
  /** Messages with two wishes or readings, about which the agent asks. */
  readonly two_wishes?: readonly { readonly text: string; readonly of: readonly string[] }[];
}

const text = { type: 'string', minLength: 1, maxLength: 2000 } as const;
const name = { type: 'string', pattern: '^[a-z][a-z0-9_]*$' } as const;

/** `intents/examples/*.yaml`: what customers write, beside the examples of the intents' own files. */
export const ExamplesKind: DocumentKind<ExampleFile> = {
  id: 'examples',
  version: 1,
  folder: 'intents/examples',
  nameOf: content => content.name,
  schema: documentSchema(
    'examples',
    1,
    {
      ...AUTHORED,
      language: { ...LANGUAGE, description: 'Without one, the language of all files that name none.' },
      weight: { type: 'number', exclusiveMinimum: 0, maximum: 10, description: 'How much each counts. Default 1.' },
      examples: {
        type: 'object',
        propertyNames: name,
        additionalProperties: { type: 'array', items: text },
        description: 'By intent; {a|b} stands for either, {product} for any word of a list of signs.'
      },
      two_wishes: {
        type: 'array',
        description: 'Messages with two wishes or readings: the agent asks which is meant.',
        items: closed({ text, of: { type: 'array', minItems: 2, items: name } })
      }
    },
    ['language', 'weight', 'two_wishes']
  ),
  compile: (content: ExampleFile) => content
};
