import { comparable, type Value } from '../notation/values.js';
import type { Clause } from '../parse/clause.js';
import type { Term } from '../parse/words.js';
import type { Vocabulary } from '../vocabulary/vocabulary.js';
import { POSITIVE, type Entity, type Statement } from './model.js';

/** Entities that one clause may be taken from together: facts of two orders, or of two items, are never mixed. */
export interface EvidenceScope {
  readonly entities: readonly Entity[];
  /** Entries of lists that the clause names: what it says holds of each. */
  readonly named: readonly Entity[];
  /** All that there are, also those of other orders. */
  readonly everything: readonly Entity[];
  /** Statements of fields with a value that competes with this one. */
  readonly kin: (value: Value) => readonly Statement[];
}

/** Which order, ticket or return a sentence speaks of, by the kind of identifier. */
export type Binding = ReadonlyMap<string, ReadonlySet<string>>;

interface Parts {
  readonly entries: readonly Entity[];
  /** Kinds of identifiers of which there are several, and the entities that bear one. */
  readonly several: readonly { readonly kind: string; readonly having: readonly Entity[] }[];
}

const parts = new WeakMap<readonly Entity[], Parts>();

function partsOf(entities: readonly Entity[]): Parts {
  let known = parts.get(entities);
  if (known) return known;
  const kinds = [...new Set(entities.flatMap(({ ids }) => [...ids.keys()]))];
  known = {
    entries: entities.filter(({ parent }) => parent !== undefined),
    several: kinds
      .map(kind => ({ kind, having: entities.filter(({ ids }) => ids.has(kind)) }))
      .filter(({ kind, having }) => new Set(having.map(({ ids }) => ids.get(kind))).size > 1)
  };
  parts.set(entities, known);
  return known;
}

/** The identifiers in a clause that name something the evidence has a record of. */
export function bindingOf({ figures, terms }: Clause, entities: readonly Entity[]): Binding {
  const binding = new Map<string, Set<string>>();
  const bind = (kind: string, id: string) => binding.set(kind, (binding.get(kind) ?? new Set()).add(id));
  for (const { value } of figures) {
    const id = value.type === 'identifier' ? value.id : value.type === 'number' ? value.amount : '';
    if (id.length < 4) continue;
    for (const { ids } of entities)
      for (const [kind, known] of ids)
        if (known === id || (/^\d{4,}$/.test(id) && known.replace(/^[a-z]+/, '') === id)) bind(kind, known);
  }
  if (binding.size > 0) return binding;
  // "the bread maker" names the one order that has it
  for (const { kind, having } of partsOf(entities).several) {
    for (const { senses, soft, verb } of terms) {
      if (soft || verb) continue;
      const owners = having.filter(entity =>
        [entity, ...entity.entries].some(({ names }) => senses.some(({ concept }) => names.has(concept)))
      );
      const ids = new Set(owners.map(each => each.ids.get(kind)));
      if (ids.size === 1) bind(kind, owners[0]!.ids.get(kind)!);
    }
  }
  return binding;
}

/** The scopes a clause may be judged in; one that names two orders is judged in each. */
export function scopesOf(
  clause: Clause,
  binding: Binding,
  entities: readonly Entity[],
  v: Vocabulary
): EvidenceScope[] {
  const bound = entities.filter(({ ids }) =>
    [...binding].every(([kind, some]) => !ids.has(kind) || some.has(ids.get(kind)!))
  );
  for (const kind of v.fields.entity) {
    const ids = [...new Set(bound.map(entity => entity.ids.get(kind)).filter(id => id !== undefined))];
    if (ids.length < 2) continue;
    return ids.flatMap(id =>
      inside(
        clause,
        bound.filter(entity => (entity.ids.get(kind) ?? id) === id),
        entities
      )
    );
  }
  return inside(clause, bound, entities);
}

/** Entries of one list compete: those that the clause names are taken, each by itself where it names none. */
function inside(clause: Clause, entities: readonly Entity[], everything: readonly Entity[]): EvidenceScope[] {
  const { entries } = partsOf(entities);
  const records = entities.filter(({ parent }) => parent === undefined);
  const named = entries.filter(entry => namedIn(clause, entry, entries));
  if (entries.length < 2 || named.length === entries.length)
    return [scope([...entries, ...records], named, everything)];
  if (named.length > 0) return [scope([...named, ...records], named, everything)];
  return [...entries.map(entry => [entry, ...records]), records].map(each => scope(each, [], everything));
}

const CUT = /,|\b(?:and|but|while|whereas|before|after)\b/giu;

/**
 * A clause that speaks of several entries in turn ("your billing address is in Leeds and your shipping address in
 * York"), one part for each; the clause itself where it does not.
 */
export function turnsOf(clause: Clause, entities: readonly Entity[]): readonly Clause[] {
  const { entries } = partsOf(entities);
  if (entries.length < 2) return [clause];
  const cuts = [...clause.text.matchAll(CUT)].map(({ index }) => clause.start + index);
  const parts: { clause: Clause; named: string }[] = [];
  let from = clause.start;
  for (const to of [...cuts, Infinity]) {
    const part = slice(clause, from, to);
    const named = entries.flatMap((entry, i) => (namedIn(part, entry, entries) ? [i] : [])).join(' ');
    const last = parts.at(-1);
    const tells = part.figures.length > 0 || part.terms.some(term => !names(term, entries));
    if (named !== '' && tells) {
      parts.push({ clause: part, named });
      from = to;
    } else if (named === '' && last) {
      last.clause = slice(clause, last.clause.start, to);
      from = to;
    }
  }
  return parts.length > 1 && new Set(parts.map(({ named }) => named)).size > 1
    ? parts.map(part => part.clause)
    : [clause];
}

/** Names of different entries that a clause puts together: "your shipping address is in Leeds", which is the other one. */
export function mixedNames(clause: Clause, entities: readonly Entity[]): readonly string[] {
  const { entries } = partsOf(entities);
  if (entries.length < 2) return [];
  const cuts = [...clause.text.matchAll(CUT)].map(({ index }) => clause.start + index);
  return [...cuts, Infinity].flatMap((to, i) => {
    const named = slice(clause, cuts[i - 1] ?? clause.start, to).terms.flatMap(term => {
      const owners = ownersOf(term, entries);
      return owners.length > 0 ? [{ term, owners }] : [];
    });
    const [first, ...others] = named;
    if (!first || first.owners.some(owner => others.every(({ owners }) => owners.includes(owner)))) return [];
    return others
      .filter(({ owners }) => !owners.some(owner => first.owners.includes(owner)))
      .map(({ term }) => term.text);
  });
}

/** The entries that alone of their list bear the name that a word is. */
function ownersOf({ senses, verb, soft }: Term, entries: readonly Entity[]): readonly Entity[] {
  if (verb || soft) return [];
  const bears = ({ names: own }: Entity) => senses.some(({ concept }) => own.has(concept));
  const owners = entries.filter(bears);
  const [first] = owners;
  const list = entries.filter(({ parent, list: name }) => parent === first?.parent && name === first?.list);
  return owners.every(owner => list.includes(owner)) && owners.length < list.length ? owners : [];
}

/** What a clause says from one place to another. */
function slice(clause: Clause, from: number, to: number): Clause {
  const terms = clause.terms.filter(({ at }) => at >= from && at < to);
  return {
    ...clause,
    start: from,
    text: clause.text.slice(from - clause.start, to - clause.start),
    terms,
    figures: clause.figures.filter(({ start }) => start >= from && start < to)
  };
}

const names = ({ senses }: Term, entries: readonly Entity[]) =>
  entries.some(entry => senses.some(({ concept }) => entry.names.has(concept)));

/** Whether a clause uses a name that only some entries of the list bear. */
function namedIn({ terms, figures }: Clause, entry: Entity, entries: readonly Entity[]): boolean {
  const siblings = entries.filter(({ parent, list }) => parent === entry.parent && list === entry.list);
  const tells = (has: (entity: Entity) => boolean) => has(entry) && !siblings.every(has);
  return (
    terms.some(
      ({ senses, words, verb }) =>
        !verb &&
        [...senses, ...words.flatMap(word => word.senses)].some(({ concept }) =>
          tells(({ names }) => names.has(concept))
        )
    ) ||
    figures.some(
      ({ value }) => value.type === 'identifier' && tells(({ fields }) => fields.some(each => holdsId(each, value.id)))
    )
  );
}

function holdsId({ values }: Statement, id: string): boolean {
  return values.some(({ value }) => value.type === 'identifier' && value.id === id);
}

export function scope(
  entities: readonly Entity[],
  named: readonly Entity[],
  everything: readonly Entity[]
): EvidenceScope {
  let fields: readonly Statement[] | undefined;
  const known = new Map<Value['type'], readonly Statement[]>();
  return {
    entities,
    named,
    everything,
    kin(value) {
      fields ??= entities.flatMap(entity => entity.fields).concat(countsOf(everything));
      let kin = known.get(value.type);
      if (!kin)
        known.set(
          value.type,
          (kin = fields.filter(({ values }) => values.some(each => comparable(value, each.value))))
        );
      return kin;
    }
  };
}

const counts = new WeakMap<readonly Entity[], Statement[]>();

/** "You have three orders": how many different ones the evidence holds. */
function countsOf(entities: readonly Entity[]): Statement[] {
  const known = counts.get(entities);
  if (known) return known;
  const kinds = new Set(entities.flatMap(({ ids }) => [...ids.keys()]));
  const told = [...kinds].map((kind): Statement => {
    const having = entities.filter(({ ids }) => ids.has(kind));
    const count = new Set(having.map(({ ids }) => ids.get(kind))).size;
    return {
      entity: having[0]!,
      says: new Map([[kind.replace(/_id$/, ''), POSITIVE]]),
      context: new Map(),
      values: [{ value: { type: 'number', amount: String(count) } }]
    };
  });
  counts.set(entities, told);
  return told;
}
