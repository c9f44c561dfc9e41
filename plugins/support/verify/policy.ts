import type { DocumentKind } from '../../../core/index.js';
import { FIELDS, FORMS, GRAMMAR, LISTS, PAIRS, type VerificationFile } from './reading/vocabulary-file.js';

/** A list, or a text of words parted by commas. */
const words = { type: ['string', 'array'], items: { type: 'string' } };
const pairs = { type: 'string', pattern: '^[^=,]+=[^=,]+(?:,\\s+[^=,]+=[^=,]+)*$' };
const share = { type: 'number', minimum: 0, maximum: 1 };
const span = {
  type: 'object',
  additionalProperties: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 }
};
const byId = { type: 'object', additionalProperties: words };
const all = (names: string, each: object = words) => ({
  type: 'object',
  additionalProperties: false,
  properties: named(names, each)
});
const named = (names: string, each: object) => Object.fromEntries(names.split(' ').map(name => [name, each]));

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
    properties: {
      kind: { const: 'verification' },
      version: { const: 1 },
      name: { type: 'string', pattern: '^[a-z][a-z0-9-]*$' },
      ...named('words opposites states groups telling acts rivals', byId),
      proofs: { type: 'object', additionalProperties: all(FORMS, { type: 'string' }) },
      ...named(LISTS, words),
      ...named(PAIRS, pairs),
      grammar: all(GRAMMAR),
      fields: all(FIELDS),
      colouring: all('suffixes unsuffixed'),
      negation: all('cues not_cues'),
      comparators: all('at_most at_least more less'),
      numbers: {
        type: 'object',
        additionalProperties: false,
        properties: {
          ...named('words phrases', pairs),
          ...named('ordinals uncounted not_one_before not_one_after', words)
        }
      },
      ...named('month_parts day_parts', span),
      thresholds: all('shown doubted', share)
    }
  },
  nameOf: content => content.name,
  compile: (content: VerificationFile) => content
};
