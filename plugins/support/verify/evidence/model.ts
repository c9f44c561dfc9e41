import type { Evidence, Support } from '../contract.js';
import type { Value } from '../reading/values.js';
import type { Clause } from '../reading/clause.js';
import type { Term } from '../reading/words.js';

export const POSITIVE = 1;
export const NEGATIVE = 2;

/** Concepts with `POSITIVE` where they hold, `NEGATIVE` where they do not. */
export type Concepts = Map<string, number>;

export interface Known {
  readonly value: Value;
  readonly bound?: string | undefined;
  /** Where it ends in its text. */
  readonly end?: number;
  /** The words that a number inside a name stands between: it is said beside them only. */
  readonly beside?: readonly [string, string] | undefined;
}

/** What is said together: one field of a record, or one clause of a text. */
export interface Statement {
  readonly entity: Entity;
  readonly field?: string | undefined;
  /** The key and the value, where both are words. */
  readonly text?: string | undefined;
  /** What goods are called, in several words: a word of it says nothing else. */
  readonly name?: string | undefined;
  readonly says: Concepts;
  /** What the part of the record is about that it stands in. */
  readonly context: ReadonlyMap<string, number>;
  readonly values: readonly Known[];
  /** Of a list: how many entries it has, or how many pieces they are. */
  readonly length?: number;
  readonly clause?: Clause;
  /** The clauses of its whole sentence. */
  readonly whole?: readonly Clause[];
}

/** A thing that the evidence tells of: an order, one of its items, a refund, an article. */
export interface Entity {
  readonly evidence: Evidence;
  readonly fromCustomer: boolean;
  /** The record and the list that this is an entry of. */
  readonly parent?: Entity | undefined;
  readonly list?: string | undefined;
  readonly entries: Entity[];
  readonly fields: Statement[];
  /** Those that name goods in several words. */
  readonly goods: Statement[];
  readonly passages: Statement[];
  /** The words of its evidence, in whatever form. */
  readonly stems: ReadonlySet<string>;
  /** Everything said of it. */
  readonly concepts: Concepts;
  /** What its reference alone says, and no field or text of it. */
  readonly topics: Set<string>;
  /** What it is called. */
  readonly names: Set<string>;
  /** Identifiers by kind (`order_id`). */
  readonly ids: Map<string, string>;
  /** What the fields prove or deny, by `concept:form`. */
  readonly facts: Map<string, { readonly sign: number; readonly field: string }>;
  /** The day it was taken, where it says so. */
  clock?: Date | undefined;
}

export function supportOf({ entity: { evidence }, field }: Pick<Statement, 'entity' | 'field'>): Support {
  const { kind, reference } = evidence;
  return field === undefined || field === '' ? { kind, reference } : { kind, reference, field };
}

/** What terms say, as it stands or denied. */
export function saidBy(terms: readonly Term[]): Concepts {
  const says: Concepts = new Map();
  for (const { senses, denied } of terms)
    for (const { concept, negative } of senses)
      add(says, concept, negative !== (denied !== undefined) ? NEGATIVE : POSITIVE);
  return says;
}

export function add(map: Concepts, concept: string, bits: number): void {
  map.set(concept, (map.get(concept) ?? 0) | bits);
}

/** The last name of the field's way: `price` of `items.0.price`. */
export const keyOf = ({ field = '' }: Pick<Statement, 'field'>): string => field.slice(field.lastIndexOf('.') + 1);

/** How many of a thing there are; one, where it does not say. */
export function quantityOf({ fields }: Entity): number {
  const known = fields.find(statement => keyOf(statement) === 'quantity')?.values[0]?.value;
  return known?.type === 'number' ? Number(known.amount) : 1;
}
