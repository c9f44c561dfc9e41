import { closed } from '../documents/closed.js';
import type { DocumentKind } from '../documents/kind.js';
import type { DependencyText } from './dependencies.js';
import { OPERATORS } from '../facts/operators.js';
import type { FactText } from '../facts/declared-facts.js';
import { expressionSchema } from '../facts/expression-schema.js';
import { word } from '../facts/read-values.js';
import { FACT_TYPES, misfit } from '../facts/typed-values.js';
import { isObject } from '../json.js';

/** What a fact is called, what it holds and what that means to a reader of the policy. */
export interface FactDeclaration extends FactText {
  readonly meaning: string;
  /** What a number counts, for example `days` or `kg`. */
  readonly unit?: string;
}

/** Why a fact can never be this value; undefined where it can. */
export function misfitFact(fact: FactDeclaration, value: unknown): string | undefined {
  const wrong = misfit(fact, value);
  if (wrong !== undefined || fact.type !== 'string' || fact.values !== undefined) return wrong;
  const { from } = fact;
  const {
    field,
    as = 'word',
    operator
  } = (isObject(from) ? from : { field: from }) as Readonly<Record<string, unknown>>;
  if (typeof field !== 'string' || as !== 'word' || operator !== undefined || word(value) === value) return undefined;
  return `is read in small letters, as '${word(value)}'`;
}

export interface FactDeclarations {
  readonly id: string;
  readonly facts: ReadonlyMap<string, FactDeclaration>;
  /** What holds between facts because of how they are computed. */
  readonly dependencies: readonly DependencyText[];
}

const ORDERED: readonly string[] = ['integer', 'number', 'money'];
const NO_ORDER = 'makes no sense; only integer, number and money have one';

const reference = { $ref: '#/$defs/condition' };
const several = { type: 'array', minItems: 1, items: reference };

/** JSON Schema of a condition, for the `$defs` of a kind. Exactly one of all, any, not, condition, fact is checked by compiling. */
export const condition = closed(
  {
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
  },
  ['all', 'any', 'not', 'condition', 'fact', 'operator', 'value']
);

export const NAME = '^[a-z][a-z0-9_]*$';

/** Type, and the allowed values of a string, as facts, settings and parameters write them. */
export const typeProperties = {
  type: { enum: FACT_TYPES },
  values: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string' } }
};

const some = { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string' } };
const names = { ...some, minItems: 2 };

const expression = { $ref: '#/$defs/expression' };
const factExample = closed({
  given: { type: 'object', description: 'What the records hold, by the first word of a path.' },
  is: { type: ['boolean', 'number', 'string', 'null'], description: 'The fact; null where it is not known.' }
});

/** Which forms go together is checked when facts and tables are joined. */
const dependency = closed(
  {
    why: { type: 'string', minLength: 1, description: 'How the facts are computed, so that this always holds.' },
    never: { $ref: '#/$defs/condition', description: 'A condition that no case fulfils.' },
    known: { ...some, description: 'Facts that are always known, or known where `when` holds.' },
    unknown: { ...some, description: 'Facts that are never known where `when` holds.' },
    when: { $ref: '#/$defs/condition', description: 'Narrows known and unknown.' },
    ascending: { ...names, description: 'Facts none of which exceeds the next one, where both are known.' },
    sum: closed({ of: { ...names, maxItems: 2 }, is: { type: 'string' } }, [], {
      description: 'Two whole numbers that make a third, where all are known.'
    })
  },
  ['never', 'known', 'unknown', 'when', 'ascending', 'sum']
);

/** Facts that rule tables may look at: one file can serve many tables. */
export const FactDeclarationsKind: DocumentKind<FactDeclarations> = {
  id: 'facts',
  version: 1,
  folder: 'policies',
  schema: closed(
    {
      kind: { const: 'facts' },
      version: { const: 1 },
      id: { type: 'string', pattern: NAME },
      facts: {
        type: 'object',
        minProperties: 1,
        propertyNames: { pattern: NAME },
        additionalProperties: {
          type: 'object',
          additionalProperties: false,
          required: ['type', 'meaning'],
          properties: {
            ...typeProperties,
            minimum: { description: 'What is less is not known; money in quotes.', type: ['number', 'string'] },
            unit: { type: 'string' },
            meaning: { type: 'string', minLength: 1 },
            from: { ...expression, description: 'How it is computed from records; see the page for policy teams.' },
            computed: { const: 'code', description: 'A plugin computes it, because an expression cannot say it.' },
            examples: {
              type: 'array',
              minItems: 1,
              items: factExample,
              description: 'Records, and what it is of them.'
            }
          }
        }
      },
      dependencies: {
        description:
          'What holds between facts because of how they are computed. A table is held to those whose facts it lists.',
        type: 'array',
        items: dependency
      }
    },
    ['dependencies'],
    { $defs: { condition, expression: expressionSchema } }
  ),
  nameOf: content => content.id,
  compile(content, report) {
    const facts = new Map<string, FactDeclaration>(Object.entries(content.facts));
    for (const [name, { from, computed, examples }] of facts) {
      if (from !== undefined && computed !== undefined)
        report(`/facts/${name}/computed`, 'bad_expression', `'${name}' is computed by code or comes \`from\` records`);
      if (examples !== undefined && from === undefined)
        report(`/facts/${name}/examples`, 'bad_example', `'${name}' has no \`from\` that an example could show`);
    }
    for (const [name, fact] of facts)
      if (fact.values !== undefined && fact.type !== 'string')
        report(
          `/facts/${name}/values`,
          'values_need_string',
          `'${name}' is of type ${fact.type}; only a string lists its values`
        );
    for (const [name, { minimum, ...fact }] of facts) {
      const wrong = minimum === undefined ? undefined : ORDERED.includes(fact.type) ? misfit(fact, minimum) : NO_ORDER;
      if (wrong !== undefined) report(`/facts/${name}/minimum`, 'value_type', `the minimum of '${name}' ${wrong}`);
    }
    return { id: content.id, facts, dependencies: content.dependencies ?? [] };
  }
};
