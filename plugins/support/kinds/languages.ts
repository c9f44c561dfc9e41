import type { DocumentKind } from '../../../core/index.js';

/** A language that the agent recognises and does not write. */
export interface Language {
  readonly name: string;
  /** Frequent words of it that English has not; lower case. */
  readonly words: ReadonlySet<string>;
  /** Tells letters of its script, where that is its own. */
  readonly script: RegExp | undefined;
  /** What is said, in that language. */
  readonly says: string;
}

/** `policies/dialogue/languages/*.yaml`: one language a file. */
export const Languages: DocumentKind<Language> = {
  id: 'language',
  version: 1,
  folder: 'policies/dialogue/languages',
  nameOf: content => content.name,
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['kind', 'version', 'name', 'says'],
    properties: {
      kind: { const: 'language' },
      version: { const: 1 },
      name: { type: 'string', pattern: '^[a-z]{2,20}$' },
      words: { type: 'array', items: { type: 'string', minLength: 1 }, description: 'Words English has not.' },
      script: {
        type: 'array',
        minItems: 1,
        items: { type: 'string', pattern: '^[A-Z][A-Za-z_]+$' },
        description: 'Unicode scripts.'
      },
      says: {
        type: 'string',
        minLength: 1,
        description: 'That the agent writes English, and that a person can be asked for.'
      }
    }
  },
  compile: ({ name, words = [], script, says }) => ({
    name,
    words: new Set(words),
    script:
      script === undefined
        ? undefined
        : new RegExp(`[${script.map((each: string) => `\\p{Script=${each}}`).join('')}]`, 'gu'),
    says
  })
};
