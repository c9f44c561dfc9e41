import type { EvidenceRecord, Unit, World } from './facts.js';
import { POSITIVE } from './proofs.js';
import type { Clause } from './words.js';
import { kinOf } from './places.js';
import type { Value } from './values.js';
import type { Vocabulary } from './vocabulary.js';

/** Which of the things that the evidence tells apart (orders, tickets) a clause speaks of, by the kind of identifier. */
export type Binding = ReadonlyMap<string, ReadonlySet<string>>;

/** The identifiers in a clause that name something the evidence has a record of. */
export function bindingOf(clause: Clause, records: readonly EvidenceRecord[]): Binding {
  const binding = new Map<string, Set<string>>();
  for (const { value } of clause.values) {
    const id =
      value.type === 'identifier'
        ? value.id
        : value.type === 'number' && value.amount.length > 3
          ? value.amount
          : undefined;
    if (id === undefined) continue;
    for (const { entities } of records) {
      for (const [kind, known] of entities) {
        if (known === id || (/^\d{4,}$/.test(id) && known.replace(/^[a-z]+/, '') === id))
          binding.set(kind, (binding.get(kind) ?? new Set()).add(known));
      }
    }
  }
  return binding;
}

/** What one reply may rest on, with everything that its clauses ask for again and again. */
export interface Worlds {
  readonly records: readonly EvidenceRecord[];
  /**
   * The sets of records that a clause may be taken from: figures and statements of two different orders are never
   * mixed. Records about no particular order belong to every world. A clause that names two orders must hold of each.
   */
  readonly of: (binding: Binding) => readonly World[];
}

export function worldsOver(records: readonly EvidenceRecord[], v: Vocabulary): Worlds {
  const known = new Map<string, World[]>();
  return {
    records,
    of(binding) {
      const key = [...binding].map(([kind, ids]) => `${kind}:${[...ids].join(' ')}`).join(';');
      let worlds = known.get(key);
      if (!worlds) known.set(key, (worlds = worldsOf(binding, records, v)));
      return worlds;
    }
  };
}

function worldsOf(binding: Binding, records: readonly EvidenceRecord[], v: Vocabulary): World[] {
  const bound = records.filter(({ entities }) =>
    [...binding].every(([kind, ids]) => ids.has(entities.get(kind) ?? '') || !entities.has(kind))
  );
  const extra = countsOf(records, v);
  for (const kind of v.fields.entity) {
    const ids = [...new Set(bound.map(({ entities }) => entities.get(kind)).filter(id => id !== undefined))];
    if (ids.length < 2) continue;
    return ids.map(id =>
      worldOf(
        bound.filter(({ entities }) => (entities.get(kind) ?? id) === id),
        extra,
        records
      )
    );
  }
  return [worldOf(bound, extra, records)];
}

export function worldOf(
  records: readonly EvidenceRecord[],
  extra: readonly Unit[],
  everything: readonly EvidenceRecord[]
): World {
  const fields = records.flatMap(record => record.fields).concat(extra);
  const known = new Map<Value['type'], readonly Unit[]>();
  return {
    records,
    extra,
    everything,
    kin(value) {
      let kin = known.get(value.type);
      if (!kin) known.set(value.type, (kin = kinOf(value, fields)));
      return kin;
    }
  };
}

/** "You have three orders": how many different ones the evidence holds. */
function countsOf(records: readonly EvidenceRecord[], v: Vocabulary): Unit[] {
  const out: Unit[] = [];
  for (const kind of v.fields.entity) {
    const ids = new Set(records.map(({ entities }) => entities.get(kind)).filter(id => id !== undefined));
    const record = records.find(({ entities }) => entities.has(kind));
    if (!record) continue;
    const noun = new Map([[kind.replace(/_id$/, ''), POSITIVE]]);
    out.push({
      record,
      own: noun,
      context: new Map(),
      values: [{ value: { type: 'number', amount: String(ids.size) } }],
      clauses: [],
      said: new Map()
    });
  }
  return out;
}
