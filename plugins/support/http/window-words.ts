import type { HttpPage } from '../../../core/http/index.js';
import { LANGUAGE } from '../enumerations.js';
import { type DocumentKind, type LiveDocuments, StartupError } from '../../../core/index.js';

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

interface WindowWords {
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
      language: { ...LANGUAGE, description: 'As in the `lang` of a page: de, fr.' },
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

/**
 * The words in force, as a script of the window: it is loaded with the others, by the same rules. Throws a `StartupError`
 * where there are none; files that go away later leave those that were there.
 */
export function windowWords(documents: LiveDocuments): HttpPage {
  const read = () => documents.current.of(WindowWordsKind).map(({ value }) => [value.language, value.words] as const);
  let known = read();
  if (known.length === 0)
    throw new StartupError([
      { code: 'file_missing', message: "there is no file of kind 'window'; take those of the shipped policies/window" }
    ]);
  return {
    path: '/assets/chat/words.js',
    type: 'text/javascript; charset=utf-8',
    open: true,
    revision: () => documents.current.revision,
    load: async () => {
      const now = read();
      if (now.length > 0) known = now;
      return Buffer.from(`export default ${JSON.stringify(Object.fromEntries(known))};`);
    }
  };
}
