import type { DocumentKind } from '../documents/kind.js';
import { FACT_TYPES, type ValueType } from './typed-values.js';

/** What a fact is called, what it holds and what that means to a reader of the policy. */
export interface FactDeclaration extends ValueType {
  readonly meaning: string;
  /** What a number counts, for example `days` or `kg`. */
  readonly unit?: string;
}

export interface FactDeclarations {
  readonly id: string;
  readonly facts: ReadonlyMap<string, FactDeclaration>;
}

export const NAME = '^[a-z][a-z0-9_]*$';

/** Type, and the allowed values of a string, as facts, settings and parameters write them. */
export const typeProperties = {
  type: { enum: FACT_TYPES },
  values: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string' } }
};

/** Facts that rule tables may look at: one file can serve many tables. */
export const FactDeclarationsKind: DocumentKind<FactDeclarations> = {
  id: 'facts',
  version: 1,
  folder: 'policies',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['kind', 'version', 'id', 'facts'],
    properties: {
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
          properties: { ...typeProperties, unit: { type: 'string' }, meaning: { type: 'string', minLength: 1 } }
        }
      }
    }
  },
  nameOf: content => content.id,
  compile(content, report) {
    const facts = new Map<string, FactDeclaration>(Object.entries(content.facts));
    for (const [name, fact] of facts)
      if (fact.values !== undefined && fact.type !== 'string')
        report(
          `/facts/${name}/values`,
          'values_need_string',
          `'${name}' is of type ${fact.type}; only a string lists its values`
        );
    return { id: content.id, facts };
  }
};
