import type { DocumentKind } from '../../../core/index.js';
import { FIELD_LISTS, FORMS, GRAMMAR_LISTS, type VerificationFile } from './vocabulary/policy-file.js';
import { expand } from './vocabulary/shorthand.js';

/** A list, or a text of words parted by commas. */
const strings = { type: ['string', 'array'], items: { type: 'string' } };
const byId = { type: 'object', additionalProperties: strings };
/** A text of `word=value` parted by commas. */
const pairs = { type: 'string', pattern: '^[^=,]+=[^=,]+(?:,\\s+[^=,]+=[^=,]+)*$' };
const share = { type: 'number', minimum: 0, maximum: 1 };
const all = (names: readonly string[]) => ({
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(names.map(name => [name, strings]))
});
const condition = {
  type: 'object',
  additionalProperties: false,
  required: ['field'],
  properties: {
    field: { type: 'string', description: 'Name of a field, `*` for any run of characters' },
    in: { type: 'array', items: { type: 'string' } },
    and: { type: 'array', items: { $ref: '#/$defs/condition' } }
  }
};
const conditions = { type: 'array', items: { $ref: '#/$defs/condition' } };
const proof = { type: 'object', additionalProperties: false, properties: { proved: conditions, denied: conditions } };

export const VerificationPolicy: DocumentKind<VerificationFile> = {
  id: 'verification',
  version: 1,
  folder: 'policies/verification',
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Vocabulary of the answer verifier',
    type: 'object',
    additionalProperties: false,
    required: ['kind', 'version', 'name'],
    $defs: { condition },
    properties: {
      kind: { const: 'verification' },
      version: { const: 1 },
      name: { type: 'string', pattern: '^[a-z][a-z0-9-]*$' },
      words: byId,
      opposites: byId,
      states: byId,
      flags: all(['modal', 'soft', 'strict', 'amount', 'general', 'who', 'excludes', 'span']),
      proofs: {
        type: 'object',
        additionalProperties: {
          type: 'object',
          additionalProperties: false,
          properties: Object.fromEntries(FORMS.map(form => [form, { type: 'string' }]))
        }
      },
      meanings: {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['id', 'words'],
          properties: {
            id: { type: 'string', pattern: '^[a-z][a-z0-9_]*$' },
            words: strings,
            opposite: strings,
            states: strings,
            modal: { type: 'boolean' },
            soft: { type: 'boolean' },
            strict: { type: 'boolean' },
            denies: strings,
            amount: { type: 'boolean' },
            as: { type: 'string' },
            by: { enum: ['us', 'customer'] },
            general: { type: 'boolean' },
            who: { type: 'boolean' },
            excludes: { type: 'boolean' },
            span: { type: 'boolean' },
            proofs: {
              type: 'object',
              additionalProperties: false,
              properties: Object.fromEntries(FORMS.map(form => [form, proof]))
            }
          }
        }
      },
      irregular: pairs,
      glue: strings,
      soft: strings,
      linking: strings,
      wares: strings,
      kinds: { type: 'object', additionalProperties: strings },
      courtesy: strings,
      requests: strings,
      universals: strings,
      absolutes: strings,
      partial: strings,
      restrictive: strings,
      attribution: strings,
      certain: strings,
      hedges: strings,
      sums: strings,
      differences: strings,
      shares: strings,
      lasting: strings,
      overstating: pairs,
      limits: strings,
      telling: { type: 'object', additionalProperties: strings },
      acts: { type: 'object', additionalProperties: strings },
      colouring: all(['suffixes', 'unsuffixed']),
      noun_suffixes: strings,
      rivals: { type: 'object', additionalProperties: strings },
      negation: all(['cues', 'not_cues', 'prefixes', 'unprefixed']),
      grammar: all(GRAMMAR_LISTS),
      comparators: all(['at_most', 'at_least', 'more', 'less']),
      bounds: pairs,
      trailing_comparators: all(['at_most', 'at_least']),
      numbers: {
        type: 'object',
        additionalProperties: false,
        required: ['words', 'ordinals', 'phrases', 'not_one_before', 'not_one_after'],
        properties: {
          words: pairs,
          ordinals: strings,
          phrases: pairs,
          uncounted: strings,
          not_one_before: strings,
          not_one_after: strings
        }
      },
      units: pairs,
      months: pairs,
      month_parts: {
        type: 'object',
        additionalProperties: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 }
      },
      day_parts: {
        type: 'object',
        additionalProperties: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 }
      },
      weekdays: pairs,
      relative_days: pairs,
      currencies: pairs,
      fields: all(FIELD_LISTS),
      thresholds: {
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(['shown', 'doubted'].map(name => [name, share]))
      }
    }
  },
  nameOf: content => content.name,
  compile: expand
};
