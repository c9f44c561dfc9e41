import { OPERATORS } from '../facts/operators.js';

const reference = { $ref: '#/$defs/condition' };
const several = { type: 'array', minItems: 1, items: reference };

/** JSON Schema of a condition, for the `$defs` of a kind. Exactly one of all, any, not, condition, fact is checked by compiling. */
export const condition = {
  type: 'object',
  additionalProperties: false,
  properties: {
    all: several,
    any: several,
    not: reference,
    condition: { type: 'string' },
    fact: { type: 'string' },
    operator: { enum: OPERATORS },
    value: {
      description: 'A constant, a list for in and notIn, or { setting: name }.',
      type: ['boolean', 'number', 'string', 'array', 'object'],
      items: { type: ['number', 'string'] },
      minItems: 1,
      additionalProperties: false,
      required: ['setting'],
      properties: { setting: { type: 'string' } }
    }
  }
};
