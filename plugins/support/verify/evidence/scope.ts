import { comparable, type Value } from '../reading/values.js';
import type { Clause } from '../reading/clause.js';
import { conceptsIn } from '../reading/words.js';
import type { Vocabulary } from '../reading/vocabulary.js';
import type { Entity, Statement } from './model.js';

/** Entities that one clause may be taken from together: facts of two orders, or of two items, are never mixed. */
export interface EvidenceScope {
  readonly entities: readonly Entity[];
  /** Entries of lists that the clause names: what it says holds of each. */
  readonly named: readonly Entity[];
  /** Fields that name goods in several words. */
  readonly goods: () => readonly Statement[];
  /** Statements of fields with a value that competes with this one. */
  readonly kin: (value: Value) => readonly Statement[];
}

/** Which order, ticket or return a sentence speaks of, by the kind of identifier. */
export type Binding = ReadonlyMap<string, ReadonlySet<string>>;

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
  const nouns = conceptsIn(terms.filter(({ soft, verb }) => !soft && !verb));
  for (const [kind, having] of severalOf(entities)) {
    for (const noun of nouns) {
      const owners = having.filter(entity => [entity, ...entity.entries].some(({ names }) => names.has(noun)));
      if (new Set(owners.map(({ ids }) => ids.get(kind))).size === 1) bind(kind, owners[0]!.ids.get(kind)!);
    }
  }
  return binding;
}

const several = new WeakMap<readonly Entity[], ReadonlyMap<string, readonly Entity[]>>();

/** Kinds of identifiers of which there are several, and the entities that bear one. */
function severalOf(entities: readonly Entity[]): ReadonlyMap<string, readonly Entity[]> {
  const known = several.get(entities);
  if (known) return known;
  const kinds = [...new Set(entities.flatMap(({ ids }) => [...ids.keys()]))];
  const all = kinds.map(kind => [kind, entities.filter(({ ids }) => ids.has(kind))] as const);
  const found = new Map(all.filter(([kind, having]) => new Set(having.map(({ ids }) => ids.get(kind))).size > 1));
  several.set(entities, found);
  return found;
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
    if (ids.length > 1)
      return ids.flatMap(id =>
        inside(
          clause,
          bound.filter(entity => (entity.ids.get(kind) ?? id) === id)
        )
      );
  }
  return inside(clause, bound);
}

/** Entries of one list compete: those that the clause names are taken, each by itself where it names none. */
function inside(clause: Clause, entities: readonly Entity[]): EvidenceScope[] {
  const entries = entities.filter(({ parent }) => parent !== undefined);
  const records = entities.filter(({ parent }) => parent === undefined);
  const said = new Set(conceptsIn(clause.terms.filter(({ verb }) => !verb)));
  const named = entries.filter(entry => namedIn(said, clause, entry, entries));
  if (entries.length < 2 || named.length > 0)
    return [scope([...(entries.length < 2 ? entries : named), ...records], named)];
  return [...entries.map(entry => [entry, ...records]), records].map(each => scope(each, []));
}

/** Whether a clause uses a name or number that only some entries of the list bear. */
function namedIn(said: ReadonlySet<string>, { figures }: Clause, entry: Entity, entries: readonly Entity[]): boolean {
  const siblings = entries.filter(({ parent, list }) => parent === entry.parent && list === entry.list);
  const tells = (has: (entity: Entity) => boolean) => has(entry) && !siblings.every(has);
  const bears =
    (id: string) =>
    ({ fields }: Entity) =>
      fields.some(({ values }) => values.some(({ value }) => value.type === 'identifier' && value.id === id));
  return (
    [...entry.names].some(name => said.has(name) && tells(({ names }) => names.has(name))) ||
    figures.some(({ value }) => value.type === 'identifier' && tells(bears(value.id)))
  );
}

export function scope(entities: readonly Entity[], named: readonly Entity[]): EvidenceScope {
  let all: readonly Statement[] | undefined;
  let goods: readonly Statement[] | undefined;
  const fields = () => (all ??= entities.flatMap(entity => entity.fields));
  const known = new Map<Value['type'], readonly Statement[]>();
  return {
    entities,
    named,
    goods: () => (goods ??= fields().filter(({ name }) => name !== undefined)),
    kin(value) {
      let kin = known.get(value.type);
      if (!kin)
        known.set(
          value.type,
          (kin = fields().filter(({ values }) => values.some(each => comparable(value, each.value))))
        );
      return kin;
    }
  };
}
