import type { Evidence, Support } from './contract.js';
import type { Extract } from './extract.js';
import type { Normalise } from './normalise.js';
import type { Proofs } from './proofs.js';
import type { Named, Value } from './values.js';
import type { Vocabulary } from './vocabulary.js';
import type { Clause, Reading, Token } from './words.js';

/** One field of a record, or one sentence of prose: what is said together. */
export interface Unit {
  readonly record: EvidenceRecord;
  readonly field?: string;
  /** Key and value of a field that only names things; the name of a rule states what it says. */
  readonly text?: string;
  /** Concepts said here, with their polarity as bits. */
  readonly own: Map<string, number>;
  /** Concepts of the item or passage this is part of. */
  readonly context: Map<string, number>;
  readonly values: {
    readonly value: Named;
    readonly comparator?: string | undefined;
    readonly anchor?: string | undefined;
  }[];
  /** The clause, where the unit is prose. */
  readonly clauses: readonly Clause[];
  /** Every reading in the clauses, by concept. */
  readonly said: ReadonlyMap<string, readonly Saying[]>;
}

/** One reading of a passage. `part`: of a word inside a phrase that means something of its own. */
export type Saying = Reading & Pick<Token, 'who' | 'denied'> & { readonly part: boolean };

export interface EvidenceRecord {
  readonly evidence: Evidence;
  readonly prose: boolean;
  readonly fromCustomer: boolean;
  /** The day it was taken, where it says so (`today=2026-05-10`). */
  readonly clock?: Date | undefined;
  /** What its fields say. */
  readonly fields: Unit[];
  /** What its sentences say, in order. */
  readonly passages: Unit[];
  /** The passages by what they say. */
  readonly bySaid: Map<string, Unit[]>;
  /** What it is about, by its reference: `kb:price-match`. */
  readonly topic: ReadonlySet<string>;
  /** Concepts of all fields. */
  readonly concepts: Map<string, number>;
  /** `meaning:form` statements that the fields prove or deny, with the field that does. */
  readonly proven: Map<string, { readonly sign: number; readonly field: string }>;
  /** Identifiers of what the record is about, by kind (`order_id`). */
  readonly entities: Map<string, string>;
}

/** Records that one clause may be taken from together. */
export interface World {
  readonly records: readonly EvidenceRecord[];
  /** Figures that belong to the evidence as a whole, such as how many orders there are. */
  readonly extra: readonly Unit[];
  /** All records there are, also those of other orders. */
  readonly everything: readonly EvidenceRecord[];
  /** Fields and figures that compete with a value for its place. */
  readonly kin: (value: Value) => readonly Unit[];
}

export interface Reader {
  readonly vocabulary: Vocabulary;
  readonly normalise: Normalise;
  readonly extract: Extract;
  /** Concepts of a short text with their polarity; keys, statuses and names come again in every run. */
  readonly concepts: (text: string) => ReadonlyMap<string, number>;
  /** What a key names, glue included: what `orders_count` counts needs no evidence elsewhere. */
  readonly keys: (key: string) => ReadonlyMap<string, number>;
  readonly values: (text: string) => Named[];
  /** What a code says was done, or was not. */
  readonly deeds: (code: string) => readonly Reading[];
  readonly proofs: Proofs;
  /** The records of one piece of evidence. Read-only: articles and decisions come again and again. */
  readonly records: (evidence: Evidence) => readonly EvidenceRecord[];
}

export function supportOf({ evidence }: EvidenceRecord, field: string | undefined): Support {
  const { kind, reference } = evidence;
  return field === undefined || field === '' ? { kind, reference } : { kind, reference, field };
}
