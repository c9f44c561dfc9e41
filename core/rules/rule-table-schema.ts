import { closed } from '../documents/closed.js';
import { condition as conditionDefinition, NAME, typeProperties } from './fact-declarations.js';

const text = { type: 'string', minLength: 1 };
const condition = { $ref: '#/$defs/condition' };
const DAY = '^\\d{4}-\\d{2}-\\d{2}$';
const constant = { type: ['boolean', 'number', 'string', 'array'], minItems: 1, items: { type: ['number', 'string'] } };
const values = {
  description:
    'The value for each case: by one fact a mapping, by several a list such as { fact: …, is: … }; without by, the only texts it may be.',
  type: ['object', 'array'],
  minProperties: 1,
  minItems: 1,
  additionalProperties: constant,
  items: {
    type: ['object', 'string'],
    required: ['is'],
    minProperties: 2,
    properties: { is: constant },
    additionalProperties: constant
  }
};
const day = { type: 'string', pattern: DAY };
const exampleFacts = { type: 'object', additionalProperties: { type: ['boolean', 'number', 'string', 'null'] } };
const examples = { type: 'array', items: exampleFacts };
const firing = {
  type: 'array',
  // No property of its own, so that it may stand behind the facts.
  items: {
    type: 'object',
    additionalProperties: {
      type: ['boolean', 'number', 'string', 'null', 'object'],
      minProperties: 1,
      additionalProperties: { type: ['boolean', 'number', 'string', 'null'] },
      description: 'A fact; or under `expect` what the facts come to: decision, reason, and what the table gives.'
    }
  }
};

/** A mapping from names to things of one shape. */
const named = (items: object) => ({ type: 'object', propertyNames: { pattern: NAME }, additionalProperties: items });

const rule = closed(
  {
    id: { type: 'string', pattern: '^[a-z][a-z0-9-]*$' },
    ref: { ...text, description: 'Where the written policy states this rule, for example P12.' },
    priority: { type: 'integer', minimum: 1, description: 'Higher is tried first; no two rules share one.' },
    tier: {
      enum: ['safeguard', 'exception', 'standard'],
      description: 'An exception overtakes standard rules (default), and never a safeguard.'
    },
    why: { ...text, description: 'One sentence for the next reader.' },
    when: {
      description: 'A condition, or `always` for the last rule.',
      type: ['object', 'string'],
      if: { type: 'object' },
      then: condition,
      else: { const: 'always' }
    },
    then: {
      type: 'object',
      required: ['decision', 'reason'],
      properties: { decision: { type: 'string' }, reason: { type: 'string', pattern: NAME } },
      additionalProperties: {
        description: 'A constant, or { fact: name }.',
        type: ['boolean', 'number', 'string', 'object'],
        additionalProperties: false,
        required: ['fact'],
        properties: { fact: { type: 'string' } }
      }
    },
    says: { ...text, description: "Liquid text in the customer's words; knows facts, settings and params." },
    asks: {
      type: 'string',
      description:
        'The fact that `says` asks for: yes or no, or one of its values. The answer counts where it is not known.'
    },
    examples: closed({ fires: firing, near_misses: examples }, ['fires', 'near_misses'], {
      description: 'Facts that differ from the baseline.'
    })
  },
  ['tier', 'asks', 'examples']
);

/** JSON Schema of policies of kind `rule-table`. Exactly one of all, any, not, condition, fact is checked by compiling. */
export const ruleTableSchema = closed(
  {
    kind: { const: 'rule-table' },
    version: { const: 1 },
    id: { type: 'string', pattern: NAME },
    title: text,
    mode: {
      enum: ['enforce', 'shadow'],
      description: 'shadow: decided beside the table of the same id and recorded, never acted on. Default: enforce.'
    },
    effective_from: { ...day, description: 'First day on which this version holds; without it, since ever.' },
    effective_until: {
      ...day,
      description: 'Last day on which this version holds; then the one before it holds again.'
    },
    effective_by: {
      type: 'string',
      pattern: NAME,
      description: 'The day that chooses the version: `now` (default), or a fact of type date.'
    },
    decides: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string', pattern: NAME } },
    gives: {
      ...named({
        type: 'object',
        additionalProperties: false,
        required: ['type'],
        properties: {
          ...typeProperties,
          currency: { description: 'For money: the fact that holds its currency.', type: 'string' }
        }
      }),
      description: 'What a decision may carry besides decision and reason.'
    },
    facts: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string' } },
    settings: named(
      closed(
        {
          type: typeProperties.type,
          value: constant,
          by: {
            description: 'The fact, or the facts, that tell apart the cases with other values.',
            type: ['string', 'array'],
            minItems: 1,
            items: { type: 'string' }
          },
          values,
          from: {
            description: 'Other values from a day (UTC) on, by that day: a constant, or { value, values }.',
            type: 'object',
            minProperties: 1,
            propertyNames: { pattern: DAY },
            additionalProperties: {
              ...constant,
              type: [...constant.type, 'object'],
              required: ['value'],
              additionalProperties: false,
              properties: { value: constant, values }
            }
          },
          unit: { type: 'string' },
          meaning: text
        },
        ['by', 'values', 'from', 'unit']
      )
    ),
    conditions: named(condition),
    baseline: { ...exampleFacts, description: 'An ordinary case; examples say only how they differ from it.' },
    rules: { type: 'array', minItems: 1, items: rule }
  },
  ['mode', 'effective_from', 'effective_until', 'effective_by', 'gives', 'settings', 'conditions'],
  { $defs: { condition: conditionDefinition } }
);
