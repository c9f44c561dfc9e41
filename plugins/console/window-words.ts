import type { DocumentKind } from '../../core/index.js';

const NAMES = [
  'title',
  'greeting',
  'close',
  'over',
  'write',
  'send',
  'you',
  'agent',
  'typing',
  'sending',
  'waiting',
  'failed',
  'again',
  'choices',
  'email',
  'verify',
  'unverified',
  'code',
  'code_sent',
  'wrong_code',
  'new_code',
  'other_address',
  'unreachable',
  'helpful',
  'yes',
  'no',
  'thanks',
  'person',
  'next',
  'case'
];

export interface WindowWords {
  readonly language: string;
  readonly words: Readonly<Record<string, string>>;
}

/** `policies/window/*.yaml`: what the customer's window says in one language. */
export const WindowWordsKind: DocumentKind<WindowWords> = {
  id: 'window',
  version: 1,
  folder: 'policies/window',
  nameOf: content => content.language,
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['kind', 'version', 'language', 'words'],
    properties: {
      kind: { const: 'window' },
      version: { const: 1 },
      language: { type: 'string', pattern: '^[a-z]{2}$', description: 'As in the `lang` of a page: de, fr.' },
      words: {
        type: 'object',
        additionalProperties: false,
        required: NAMES,
        properties: Object.fromEntries(NAMES.map(name => [name, { type: 'string', minLength: 1, maxLength: 400 }]))
      }
    }
  },
  compile: ({ language, words }) => ({ language, words })
};
