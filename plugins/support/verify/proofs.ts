import type { Field } from './evidence-parse.js';
import type { Condition, Form, Meaning } from './policy-file.js';

export const POSITIVE = 1;
export const NEGATIVE = 2;

export interface Proven {
  /** `POSITIVE` or `NEGATIVE`. */
  readonly sign: number;
  /** The field that proves or denies it. */
  readonly field: string;
}

/** Adds what the fields of one record prove or deny to `proven`, by `meaning:form`. */
export type Proofs = (fields: readonly Field[], proven: Map<string, Proven>) => void;

interface Known {
  readonly name: string;
  readonly plain: string;
}

type Lookup = (field: string) => readonly Known[];

const NONE: readonly Known[] = [];
const EMPTY = /^(?:null|none|undefined|n\/a|false|no|)$/;

/** Looks the fields up by their last key, because a record has few of the many that the vocabulary speaks of. */
export function proofsOf(meanings: ReadonlyMap<string, Meaning>, causes: ReadonlySet<string>): Proofs {
  const rules = [...meanings].flatMap(([id, { proofs }]) =>
    Object.entries(proofs ?? {}).map(([form, proof]) => ({ key: `${id}:${form as Form}`, ...proof }))
  );
  return (fields, proven) => {
    const byKey = new Map<string, Known[]>();
    for (const { path, value } of fields) {
      const key = path.at(-1) ?? '';
      const plain = value
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_');
      const field = { name: path.join('.'), plain };
      const same = byKey.get(key);
      if (same) same.push(field);
      else byKey.set(key, [field]);
    }
    const told = [...causes].flatMap(cause => byKey.get(cause) ?? NONE);
    const lookup: Lookup = field =>
      field.includes('*') ? starred(field, byKey) : causes.has(field) ? told : (byKey.get(field) ?? NONE);
    for (const { key, proved, denied } of rules) {
      const against = first(denied, lookup);
      if (against !== undefined) proven.set(key, { sign: NEGATIVE, field: against });
      else {
        const field = first(proved, lookup);
        if (field !== undefined) proven.set(key, { sign: POSITIVE, field });
      }
    }
  };
}

function starred(pattern: string, byKey: ReadonlyMap<string, readonly Known[]>): readonly Known[] {
  const star = pattern.indexOf('*');
  const [head, tail] = [pattern.slice(0, star), pattern.slice(star + 1)];
  return [...byKey].filter(([key]) => key.startsWith(head) && key.endsWith(tail)).flatMap(([, fields]) => fields);
}

/** The field that meets the first condition that one does. */
function first(conditions: readonly Condition[] | undefined, lookup: Lookup): string | undefined {
  for (const condition of conditions ?? []) {
    const field = holds(condition, lookup);
    if (field !== undefined) return field;
  }
  return undefined;
}

function holds({ field, in: values, and }: Condition, lookup: Lookup): string | undefined {
  const match = lookup(field).find(({ plain }) => (values ? values.includes(plain) : !EMPTY.test(plain)));
  return match && (and ?? []).every(other => holds(other, lookup) !== undefined) ? match.name : undefined;
}
