import { closed, documentSchema } from '../../../core/documents/index.js';
import type { DocumentKind } from '../../../core/index.js';

export const ARTICLE_TOPICS = ['orders', 'refunds', 'returns', 'shipping', 'accounts', 'payments'] as const;
export type ArticleTopic = (typeof ARTICLE_TOPICS)[number];

/** One article of the published knowledge base. */
export interface Article {
  readonly id: string;
  readonly title: string;
  readonly topic: ArticleTopic;
  /** Words customers use for the subject, lower case. */
  readonly keywords: readonly string[];
  /** Two to six sentences, each a fact that can be quoted by itself. */
  readonly sentences: readonly string[];
  /** Where each of them stands, as a JSON pointer. */
  readonly places: readonly string[];
  /** By sentence: questions that it answers; `{a|b}` stands for either. */
  readonly questions: readonly (readonly string[])[];
  /** By sentence: what people wrote who asked for it, to learn from. */
  readonly asked: readonly (readonly AskedExample[])[];
  /** By sentence: acts that ask what it tells in general, and records tell of the case. */
  readonly on_record: readonly (readonly string[])[];
  /** By sentence: intents that it says how to begin. */
  readonly begins: readonly (readonly string[])[];
  /** By sentence: the intent with which a person does what it says. */
  readonly offers: readonly (string | undefined)[];
}

/** What somebody wrote who asked for a sentence. */
export interface AskedExample {
  readonly text: string;
  /** The intent that was talked about. */
  readonly about?: string;
  /** The article of which a sentence had just been told. */
  readonly after?: string;
}

interface ArticleFile extends Omit<
  Article,
  'sentences' | 'places' | 'questions' | 'asked' | 'on_record' | 'begins' | 'offers'
> {
  readonly body: string;
  readonly asked?: BySentence<string | AskedExample>;
  readonly on_record?: BySentence<string>;
  readonly begins?: BySentence<string>;
  readonly offers?: Readonly<Record<string, string>>;
  readonly questions?: BySentence<string>;
}

export const ARTICLE_ID = { type: 'string', pattern: '^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$', maxLength: 60 };

/** As it stands in a file: a text alone, or with what was talked about. */
export const ASKED_EXAMPLE = {
  anyOf: [
    { type: 'string', minLength: 2, maxLength: 300 },
    closed(
      {
        text: { type: 'string', minLength: 2, maxLength: 300 },
        about: { type: 'string', pattern: '^[a-z][a-z0-9_]*$', description: 'The intent that was talked about.' },
        after: { ...ARTICLE_ID, description: 'The article of which a sentence had just been told.' }
      },
      ['about', 'after']
    )
  ]
};

export const askedExample = (written: string | AskedExample): AskedExample =>
  typeof written === 'string' ? { text: written } : written;

/** By the number of a sentence, from 1. */
type BySentence<Value> = Readonly<Record<string, readonly Value[]>>;

const CONTACT = /https?:|www\.|\S@\S|\+?\d[\d ()-]{7,}\d/i;
const LEANS_ON_ANOTHER_SENTENCE = /^(?:it|they|this|that|these|those|he|she|however|also|otherwise|then)\b/i;

/** Of an act or an intent. */
const NAME = { type: 'string', pattern: '^[a-z][a-z_]*$' };

/** Schema of lists by the number of a sentence. */
const bySentence = (items: object, description: string) => ({
  type: 'object',
  propertyNames: { pattern: '^[1-6]$' },
  additionalProperties: { type: 'array', minItems: 1, items },
  description: `By number of the sentence: ${description}`
});

/** `seeds/knowledge/*.yaml`: the body holds one sentence a line, so that a diff shows which fact changed. */
export const ArticleKind: DocumentKind<Article> = {
  id: 'article',
  version: 1,
  folder: 'seeds/knowledge',
  schema: documentSchema(
    'article',
    1,
    {
      id: {
        ...ARTICLE_ID,
        description: 'Name of the article in evidence and traces; does not change when the title does.'
      },
      title: { type: 'string', minLength: 5, maxLength: 80 },
      topic: { enum: ARTICLE_TOPICS },
      keywords: {
        type: 'array',
        minItems: 3,
        maxItems: 20,
        uniqueItems: true,
        items: {
          type: 'string',
          pattern: '^[^A-Z\\n]+$',
          minLength: 2,
          maxLength: 40,
          description: 'In small letters.'
        },
        description: 'Words and short phrases customers use, lower case.'
      },
      body: { type: 'string', maxLength: 1200, description: 'Two to six sentences, one a line.' },
      questions: bySentence(
        { type: 'string', minLength: 2, maxLength: 300 },
        'questions that it answers; {a|b} stands for either.'
      ),
      asked: bySentence(
        ASKED_EXAMPLE,
        'what people wrote who asked for it. Which sentence is likely is learned from these too.'
      ),
      on_record: bySentence(
        NAME,
        'dialogue acts that ask what it tells in general. Where records tell it of the case, they answer.'
      ),
      begins: bySentence(NAME, 'intents that it says how to begin. Who has such a request open is not told it.'),
      offers: {
        type: 'object',
        propertyNames: { pattern: '^[1-6]$' },
        additionalProperties: NAME,
        description:
          'By number of the sentence: the intent with which a colleague does what it says. It is offered beside it.'
      }
    },
    ['questions', 'asked', 'on_record', 'begins', 'offers']
  ),
  nameOf: (content: ArticleFile) => content.id,
  compile(
    {
      id,
      title,
      topic,
      keywords,
      body,
      questions = {},
      asked = {},
      on_record = {},
      begins = {},
      offers = {}
    }: ArticleFile,
    report
  ) {
    const lines = body
      .split('\n')
      .map((line, nth) => ({ text: line.trim(), at: `/body/${nth}` }))
      .filter(({ text }) => text !== '');
    const sentences = lines.map(({ text }) => text);
    if (sentences.length < 2 || sentences.length > 6)
      report(
        '/body',
        'sentence_count',
        `an article has 2 to 6 sentences, one a line; this one has ${sentences.length}`
      );
    for (const [nth, { text, at }] of lines.entries()) {
      if (sentences.indexOf(text) < nth)
        report(at, 'sentence_repeated', 'two sentences are the same; remove one of them');
      checkSentence(text, (code, message) => report(at, code, message));
    }
    for (const [key, lists] of Object.entries({ questions, asked, on_record, begins, offers }))
      for (const line of Object.keys(lists))
        if (Number(line) > sentences.length)
          report(`/${key}/${line}`, 'sentence_missing', `the article has ${sentences.length} sentences`);
    const answered = sentences.map((_, i) => questions[i + 1] ?? []);
    const wrote = sentences.map((_, i) => (asked[i + 1] ?? []).map(askedExample));
    const recorded = sentences.map((_, i) => on_record[i + 1] ?? []);
    const places = lines.map(({ at }) => at);
    return {
      id,
      title,
      topic,
      keywords,
      sentences,
      places,
      questions: answered,
      asked: wrote,
      on_record: recorded,
      begins: sentences.map((_, i) => begins[i + 1] ?? []),
      offers: sentences.map((_, i) => offers[i + 1])
    };
  }
};

function checkSentence(sentence: string, report: (code: string, message: string) => void): void {
  const shown = sentence.length > 40 ? `${sentence.slice(0, 40)}…` : sentence;
  if (!/^[\p{Lu}\p{N}].*\.$/u.test(sentence) || /[.!?]\s+\p{Lu}/u.test(sentence))
    report('not_one_sentence', `'${shown}': a line is one sentence with a capital letter and a full stop`);
  if (sentence.length > 180) report('sentence_too_long', `'${shown}': a sentence has at most 180 characters`);
  if (CONTACT.test(sentence))
    report('contact_in_article', `'${shown}': links, addresses and phone numbers do not belong in an article`);
  if (LEANS_ON_ANOTHER_SENTENCE.test(sentence))
    report('sentence_leans', `'${shown}': name the subject, because the sentence may be quoted alone`);
}
