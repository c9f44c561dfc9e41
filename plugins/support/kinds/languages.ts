import { documentSchema } from '../../../core/documents/index.js';
import type { DocumentKind } from '../../../core/index.js';
import { LANGUAGE } from '../enumerations.js';

/** A language that the agent recognises. */
export interface Language {
  readonly name: string;
  /** By which `policies/locales` knows it. */
  readonly code: string | undefined;
  /** The files that name no language are written in it. */
  readonly own: boolean;
  /** Whose conversations begin in it where nothing else says which. */
  readonly tenants: readonly string[];
  /** Frequent words of it that the others have not; lower case. */
  readonly words: ReadonlySet<string>;
  /** Tells a word with a letter that the others have not. */
  readonly letters: RegExp | undefined;
  /** Tells letters of its script, where that is its own. */
  readonly script: RegExp | undefined;
  /** What is said, in that language, where the agent does not write it. */
  readonly says: string | undefined;
  /** What is said once, in that language, after the first reply in it. */
  readonly first: string | undefined;
}

/** `policies/dialogue/languages/*.yaml`: one language a file. */
export const Languages: DocumentKind<Language> = {
  id: 'language',
  version: 1,
  folder: 'policies/dialogue/languages',
  nameOf: content => content.name,
  schema: documentSchema(
    'language',
    1,
    {
      name: { type: 'string', pattern: '^[a-z]{2,20}$' },
      code: { ...LANGUAGE, description: 'ISO 639-1 code, as the folders of policies/locales are called.' },
      own: { const: true, description: 'The files that name no language are written in it.' },
      tenants: {
        type: 'array',
        items: { type: 'string' },
        description: 'Whose conversations begin in it, unless a message or the browser says another.'
      },
      letters: { type: 'string', minLength: 1, description: 'Letters that no other of these languages has.' },
      words: {
        type: 'array',
        items: { type: 'string', minLength: 1 },
        description: 'Frequent words that no other of these languages has.'
      },
      script: {
        type: 'array',
        minItems: 1,
        items: { type: 'string', pattern: '^[A-Z][A-Za-z_]+$' },
        description: 'Unicode scripts.'
      },
      says: {
        type: 'string',
        minLength: 1,
        description: 'That the agent does not write it, and that a person can be asked for.'
      },
      first: {
        type: 'string',
        minLength: 1,
        description: 'What is said once, after the first reply in it, where the agent writes it.'
      }
    },
    ['code', 'own', 'tenants', 'letters', 'words', 'script', 'says', 'first']
  ),
  compile: ({ name, code, own = false, tenants = [], words = [], letters, script, says, first }) => ({
    name,
    code,
    own,
    tenants,
    words: new Set(words),
    letters: letters === undefined ? undefined : new RegExp(`[${letters}]`, 'u'),
    script:
      script === undefined
        ? undefined
        : new RegExp(`[${script.map((each: string) => `\\p{Script=${each}}`).join('')}]`, 'gu'),
    says,
    first
  })
};
