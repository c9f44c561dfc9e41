import type { DocumentKind } from '../../../core/index.js';
import { LANGUAGE } from '../enumerations.js';
import { decisionSchema } from './decision.js';
import type { IntentVocabulary } from './vocabulary.js';

const list = { type: 'array', items: { type: 'string', minLength: 1, maxLength: 200 } } as const;
const name = { type: 'string', pattern: '^[a-z][a-z0-9_]*$' } as const;
const count = { type: 'integer', minimum: 1, maximum: 2000 } as const;
const numbers = { type: 'object', additionalProperties: { type: 'number' } } as const;
const lists = { type: 'object', additionalProperties: list } as const;
const object = (properties: Readonly<Record<string, object>>, required = Object.keys(properties)) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties
});

/** Words shared by all intents. `intents/vocabulary/*.yaml`; one file or several, they are read as one. */
export const VocabularyKind: DocumentKind<IntentVocabulary> = {
  id: 'vocabulary',
  version: 1,
  folder: 'intents/vocabulary',
  schema: object(
    {
      kind: { const: 'vocabulary' },
      version: { const: 1 },
      name,
      language: { ...LANGUAGE, description: 'Words for messages of that language alone.' },
      concepts: {
        type: 'array',
        items: object(
          {
            name,
            includes: { type: 'array', items: name },
            action: { type: 'boolean' },
            filler: { type: 'boolean' },
            foreign: { type: 'boolean' },
            light: { type: 'boolean' },
            exact: { type: 'boolean' },
            transitive: { type: 'boolean' },
            words: list
          },
          ['name', 'words']
        )
      },
      also: lists,
      correct_to: { type: 'boolean' },
      rewrites: { type: 'object', additionalProperties: { type: 'string', maxLength: 60 } },
      real_words: list,
      topics: { type: 'array', items: object({ id: name, phrases: list }) },
      suffixes: { type: 'object', additionalProperties: { type: 'string', maxLength: 20 } },
      negation: object({ cue: name, end: name, reach: count, aside: name }, ['cue', 'end', 'reach']),
      supposed: object({ cue: name, end: name, reach: count }),
      past: object({ forms: name, determiner: name, before: name, not_before: name, reach: count }),
      joins: name,
      openers: name,
      definite: name,
      contrast: name,
      destination: name,
      abbreviations: list,
      not_between: list,
      slots: object(
        {
          order_ids: {
            type: 'array',
            items: object({ pattern: { type: 'string', maxLength: 200 }, write: { type: 'string', maxLength: 40 } })
          },
          reported_issue: lists,
          refund_destination: lists,
          delivery_charge_only: list,
          quantity: object({ not_asked: list, asked: list, named: list }, []),
          part: object({ except: list, amount: list, pieces: list }, []),
          goods: list,
          other_order: list,
          numbers,
          yes: list,
          no: list,
          pick: object({ first: list, second: list, third: list, last: list, other: list, all: list }, []),
          acknowledgement: list,
          slot_filler: list
        },
        []
      ),
      signs: lists,
      decision: decisionSchema
    },
    ['kind', 'version', 'name']
  ),
  nameOf: (content: { name: string }) => content.name,
  compile: (content: IntentVocabulary, report) => {
    content.slots?.order_ids?.forEach(({ pattern }, index) => {
      try {
        new RegExp(pattern, 'giu');
      } catch (error) {
        report(`/slots/order_ids/${index}/pattern`, 'bad_pattern', (error as Error).message);
      }
    });
    return content;
  }
};
