import { closed, documentSchema } from '../../../core/documents/index.js';
import type { DocumentKind } from '../../../core/index.js';
import { LANGUAGE } from '../enumerations.js';
import { REQUEST_WORDS, type RequestWords } from '../kinds/follow-ups/request-words.js';

/** A text as the files in the shop's own language have it, and what is said instead. */
export interface Translation {
  readonly text: string;
  readonly says: string;
  /** Of a sentence of an article: questions that it answers; `{a|b}` stands for either. */
  readonly asked?: readonly string[];
}

/** `policies/locales/de/…`: a part of one language. */
export interface LocaleFile {
  readonly language: string;
  /** Nothing of it may be missing. */
  readonly complete?: boolean;
  readonly texts?: readonly Translation[];
  /** Values of records, the status of an order, and names of places. */
  readonly words?: Readonly<Record<string, string>>;
  /** By dialogue act and issue: what customers write. */
  readonly heard?: Readonly<Record<string, readonly string[]>>;
  /** Further words of `policies/dialogue/references.yaml`, under its keys. */
  readonly references?: Words;
  /** Further words of `policies/dialogue/follow-ups`, under their keys. */
  readonly turns?: Readonly<Partial<Record<(typeof TURN_WORDS)[number], readonly string[]>>>;
}

/** Words of references, as their file has them: lists by key, or by key and value. */
export interface Words {
  readonly [key: string]: Words | string | number | readonly (string | Words)[];
}

export const TURN_WORDS = [
  'opens_with',
  'opens_condition',
  'opens_request',
  'interrogatives',
  'leads_in',
  'joins',
  'fillers',
  'takes_back',
  'own_requests',
  ...(Object.keys(REQUEST_WORDS) as (keyof RequestWords)[]).map(purpose => `requests_${purpose}` as const)
] as const;

const text = { type: 'string', minLength: 1, maxLength: 2000 } as const;
const list = { type: 'array', items: { ...text, maxLength: 300 } } as const;
const lists = { type: 'object', additionalProperties: list } as const;

export const LocaleKind: DocumentKind<LocaleFile> = {
  id: 'locale',
  version: 1,
  folder: 'policies/locales',
  nameOf: ({ language, name }) => `${language}/${name}`,
  schema: documentSchema(
    'locale',
    1,
    {
      language: { ...LANGUAGE, description: 'ISO 639-1 code; the folder of the file is called so.' },
      name: {
        type: 'string',
        pattern: '^[a-z][a-z0-9_-]*$',
        description: 'Tells it from other files of the language.'
      },
      complete: { type: 'boolean', description: 'A text that is missing in the language is an error.' },
      texts: {
        type: 'array',
        items: closed(
          {
            text: { ...text, description: "As the files in the shop's own language have it." },
            says: { ...text, description: 'The same in this language, from the same variables.' },
            asked: { ...list, description: 'Of a sentence of an article: questions that it answers.' }
          },
          ['asked']
        )
      },
      words: {
        type: 'object',
        additionalProperties: text,
        description: 'Values of records and names of places, as the filter `word` says them.'
      },
      heard: { ...lists, description: 'By dialogue act or issue: what customers write; {a|b} stands for either.' },
      references: { type: 'object', description: 'Further words under the keys of policies/dialogue/references.yaml.' },
      turns: {
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(TURN_WORDS.map(name => [name, list])),
        description: 'Further words under the keys of policies/dialogue/follow-ups.'
      }
    },
    ['complete', 'texts', 'words', 'heard', 'references', 'turns']
  ),
  compile(content, report, { file }) {
    if (file.split('/')[2] !== content.language)
      report(
        '/language',
        'wrong_folder',
        `files of '${content.language}' live in policies/locales/${content.language}`
      );
    return content;
  }
};
