import { OPERATORS } from './operators.js';

const text = { type: 'string', minLength: 1 };
const expression = { $ref: '#/$defs/expression' };
const several = { type: 'array', minItems: 1, items: expression };
const two = { type: 'array', minItems: 2, maxItems: 2, items: expression };
const constant = { type: ['boolean', 'number', 'string'] };
const list = { ...text, description: 'Path of a list, for example lines, order.lines or refunds.' };
const between = (more: object) => ({
  type: 'object',
  additionalProperties: false,
  required: ['from', 'to'],
  properties: { from: expression, to: expression, ...more }
});
const zone = { ...text, description: 'Time zone in which days are counted, for example Europe/Berlin; default UTC.' };

/** The forms of an expression, each with the keys that may stand beside it. */
export const FORMS: Readonly<Record<string, readonly string[]>> = {
  field: ['absent', 'empty', 'minimum', 'as'],
  fact: [],
  all: [],
  any: [],
  not: [],
  known: [],
  exists: [],
  count: ['where'],
  some: ['where'],
  every: ['where'],
  sum: ['over', 'where'],
  min: ['over', 'where', 'none'],
  max: ['over', 'where', 'none'],
  days: [],
  hours: [],
  date: ['zone'],
  after: [],
  add: [],
  subtract: [],
  multiply: [],
  contains: ['value'],
  lookup: ['in', 'else'],
  first: [],
  if: ['then', 'else']
};

/** JSON Schema of an expression, for the `$defs` of a kind. That it has exactly one form is checked by compiling. */
export const expressionSchema = {
  description: 'A path such as order.status, a constant { value: … }, or one operation.',
  type: ['string', 'object'],
  minLength: 1,
  additionalProperties: false,
  properties: {
    field: { ...text, description: 'Path of a value: request, customer, order, line, refund, conversation, tools.' },
    absent: { ...constant, description: 'What it counts as where the field is not there.' },
    empty: { ...constant, description: 'What it counts as where the field is there and null.' },
    minimum: { type: ['number', 'string'], description: 'Less than this is nonsense, hence not known.' },
    as: { enum: ['word', 'text', 'currency'], description: 'How a text is read. word (default): small letters, _.' },
    fact: { ...text, description: 'Another fact of the facts files.' },
    operator: { enum: OPERATORS },
    value: {
      description: 'A constant, a list for in and notIn, or an expression.',
      type: ['boolean', 'number', 'string', 'array', 'object'],
      if: { type: 'object' },
      then: expression,
      else: { items: { type: ['number', 'string'] }, minItems: 1 }
    },
    all: { ...several, description: 'All of these hold.' },
    any: { ...several, description: 'One of these holds.' },
    not: expression,
    known: { ...expression, description: 'Whether this can be known.' },
    exists: { ...text, description: 'Whether anything stands at this path.' },
    count: list,
    some: list,
    every: list,
    sum: expression,
    min: expression,
    max: expression,
    over: list,
    none: { ...constant, description: 'What it is where there are no items.' },
    where: { ...expression, description: 'Only items for which this holds.' },
    days: {
      ...between({ zone, calendar: { ...text, description: 'Count only working days of this calendar file.' } }),
      description: 'Calendar days from one moment to another.'
    },
    hours: { ...between({}), description: 'Whole hours from one moment to another.' },
    date: { ...expression, description: 'The day of a moment.' },
    zone,
    after: { ...two, description: 'Whether the first moment is later than the second.' },
    add: several,
    subtract: { ...two, description: 'The first less the second.' },
    multiply: two,
    contains: { ...list, description: 'Whether this list has the value.' },
    lookup: expression,
    in: { type: 'object', minProperties: 1, additionalProperties: constant },
    first: { ...several, description: 'The first of these that is known.' },
    if: expression,
    then: expression,
    else: expression
  }
} as const;
