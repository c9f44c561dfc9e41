import { closed, documentSchema } from '../documents/closed.js';
import type { DocumentKind } from '../documents/kind.js';
import { CHANNELS, SEVERITIES, SIGNALS, type InjectionFile } from './injection-rules.js';

const weight = { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 };
const texts = { type: 'array', items: { type: 'string', minLength: 1 } };
const strings = { ...texts, minItems: 1 };
const channels = { type: 'array', minItems: 1, uniqueItems: true, items: { enum: CHANNELS } };

const status = { enum: ['experimental', 'test', 'stable', 'deprecated'] };
const severity = { enum: SEVERITIES };

const described = {
  version: { type: 'integer', minimum: 1 },
  status,
  severity,
  channels,
  description: { type: 'string', minLength: 1 },
  falsepositives: texts
};
const examples = { must_match: { ...texts, minItems: 5 }, must_not_match: { ...texts, minItems: 5 } };
const required = Object.keys({ ...described, ...examples });

const rule = {
  type: 'object',
  additionalProperties: false,
  required: ['id', ...required, 'patterns'],
  properties: {
    id: { type: 'string', pattern: '^INJ-[0-9]{3}$' },
    ...described,
    views: strings,
    keywords: strings,
    unless: strings,
    patterns: {
      type: 'array',
      minItems: 1,
      items: closed(
        {
          id: { type: 'string', pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' },
          language: { type: 'string', pattern: '^([a-z]{2}|any)$' },
          status,
          severity,
          form: { enum: ['words', 'raw'] },
          channels,
          match: strings,
          unless: strings
        },
        ['status', 'severity', 'form', 'channels', 'unless']
      )
    },
    ...examples
  }
};

const signal = {
  type: 'object',
  additionalProperties: false,
  required: ['id', ...required, 'signal', 'min'],
  properties: {
    id: { type: 'string', pattern: '^SIG-[A-Z]+$' },
    signal: { enum: SIGNALS },
    min: { type: 'number', exclusiveMinimum: 0 },
    ...described,
    ...examples
  }
};

const count = { type: 'integer', minimum: 0, maximum: 100_000 };
const score = { type: 'number', minimum: -20, maximum: 20 };
const threshold = closed(
  {
    block: weight,
    detect: weight,
    alone: weight,
    near: count,
    whole_up_to: count,
    around: count,
    sentences_up_to: count,
    needs: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { type: 'string', pattern: '^(INJ-[0-9]{3}|SIG-[A-Z]+)$' }
    },
    refuse_from: score,
    least_words: { type: 'integer', minimum: 1, maximum: 50 },
    rules: closed({
      count: { type: 'number', minimum: 0, maximum: 20 },
      most: { type: 'number', exclusiveMinimum: 0, maximum: 10 }
    })
  },
  ['needs']
);

/**
 * Rules, signals, vocabulary and thresholds of the guard. Files refer to each other's vocabulary, so what goes beyond
 * the schema is checked by `compileGuard` over all of them.
 */
export const InjectionRules: DocumentKind<InjectionFile> = {
  id: 'injection-rules',
  version: 1,
  folder: 'policies/injection',
  schema: documentSchema(
    'injection-rules',
    1,
    {
      rules: { type: 'array', minItems: 1, items: rule },
      signals: { type: 'array', minItems: 1, items: signal },
      macros: {
        type: 'object',
        propertyNames: { pattern: '^[a-z][a-z0-9_]*$' },
        additionalProperties: {
          anyOf: [
            strings,
            { type: 'object', propertyNames: { pattern: '^([a-z]{2}|any)$' }, additionalProperties: strings }
          ]
        }
      },
      thresholds: {
        type: 'object',
        additionalProperties: false,
        required: [...CHANNELS],
        properties: Object.fromEntries(CHANNELS.map(name => [name, threshold]))
      },
      neutralise: closed({ replacement: { type: 'string', minLength: 1, maxLength: 60 } }),
      mention: closed({
        near: { type: 'integer', minimum: 1, maximum: 2000 },
        words: { type: 'array', minItems: 1, items: { type: 'string', pattern: '^[a-z]+( [a-z]+)*$' } }
      }),
      weights: {
        type: 'object',
        additionalProperties: false,
        required: SEVERITIES,
        properties: Object.fromEntries(SEVERITIES.map(name => [name, weight]))
      },
      learning: closed({
        expansions: { type: 'integer', minimum: 1, maximum: 100 },
        template_weight: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
        step: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
        passes: { type: 'integer', minimum: 1, maximum: 20 },
        contrast: { type: 'number', minimum: 0, maximum: 1 },
        file_weights: {
          type: 'object',
          propertyNames: { pattern: '^[a-z0-9-]+$' },
          additionalProperties: { type: 'number', exclusiveMinimum: 0, maximum: 10 }
        }
      }),
      vocabulary: closed({
        words: { type: 'array', items: { type: 'string', pattern: '^[a-z]{3,16}$' } },
        known: { type: 'array', items: { type: 'string', pattern: '^[a-z]{3,16}$' } },
        common: { type: 'array', items: { type: 'string', pattern: '^[a-z]{2,16}$' } }
      })
    },
    ['rules', 'signals', 'macros', 'thresholds', 'neutralise', 'mention', 'weights', 'learning', 'vocabulary']
  ),
  examples: (content: InjectionFile) =>
    (['rules', 'signals'] as const).flatMap(section =>
      (content[section] ?? []).flatMap((rule, i) =>
        (['must_match', 'must_not_match'] as const).flatMap(list =>
          rule[list].map((text, k) => ({
            pointer: `/${section}/${i}/${list}/${k}`,
            name: `${rule.id} ${list} "${text}"`
          }))
        )
      )
    ),
  compile: (content: InjectionFile) => content
};
