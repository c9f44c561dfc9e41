import { comparable, family, type Value } from '../reading/values.js';
import type { Clause } from '../reading/clause.js';
import { conceptsIn } from '../reading/words.js';
import type { Vocabulary } from '../reading/vocabulary.js';
import type { Entity, Statement } from './model.js';

export type EvidenceScope = ReturnType<typeof scope>;

/** Which order, ticket or return a sentence speaks of, by the kind of identifier. */
export type Binding = ReadonlyMap<string, ReadonlySet<string>>;

/** The identifiers in a clause that name something the evidence has a record of. */
export function bindingOf({ figures }: Clause, entities: readonly Entity[]): Binding {
  const binding = new Map<string, Set<string>>();
  const bind = (kind: string, id: string) => binding.set(kind, (binding.get(kind) ?? new Set()).add(id));
  for (const { value } of figures) {
    const id = value.type === 'identifier' ? value.id : value.type === 'number' ? value.amount : '';
    if (id.length < 4) continue;
    for (const { ids } of entities)
      for (const [kind, known] of ids)
        if (known === id || (/^\d{4,}$/.test(id) && known.replace(/^[a-z]+/, '') === id)) bind(kind, known);
  }
  return binding;
}

/**
 * The scopes a clause may be judged in: facts of two orders, or of two tickets, are never mixed. Of several tickets those
 * are meant that bear the order which the clause names.
 */
export function scopesOf(
  clause: Clause,
  binding: Binding,
  entities: readonly Entity[],
  v: Vocabulary
): EvidenceScope[] {
  const kinds = [...binding];
  const named = (entity: Entity) => kinds.some(([kind, some]) => some.has(entity.ids.get(kind) ?? ''));
  const bound =
    kinds.length === 0
      ? entities
      : entities.filter(({ ids }) => kinds.every(([kind, some]) => !ids.has(kind) || some.has(ids.get(kind)!)));
  for (const kind of v.fields.entity) {
    if (!differ(bound, kind)) continue;
    const having = bound.filter(({ ids }) => ids.has(kind));
    const meant = having.some(named) ? having.filter(named) : having;
    return [...new Set(meant.map(entity => entity.ids.get(kind)!))].flatMap(id =>
      inside(
        clause,
        bound.filter(entity => (entity.ids.get(kind) ?? id) === id)
      )
    );
  }
  return inside(clause, bound);
}

/** Whether there are two of a kind, two orders for example. */
function differ(entities: readonly Entity[], kind: string): boolean {
  let first: string | undefined;
  for (const { ids } of entities) {
    const id = ids.get(kind);
    if (id !== undefined && id !== (first ??= id)) return true;
  }
  return false;
}

/** Entries of one list compete: those that the clause names are taken, each by itself where it names none. */
function inside(clause: Clause, entities: readonly Entity[]): EvidenceScope[] {
  const entries = entities.filter(({ parent }) => parent !== undefined);
  if (entries.length === 0) return [scope(entities, [])];
  const records = entities.filter(({ parent }) => parent === undefined);
  const said = new Set(conceptsIn(clause.terms.filter(({ form }) => form === undefined)));
  const named = entries.filter(entry => namedIn(said, entry, entries));
  if (entries.length < 2 || named.length > 0)
    return [scope([...(entries.length < 2 ? entries : named), ...records], named)];
  return [...entries.map(entry => [entry, ...records]), records].map(each => scope(each, []));
}

/** Whether a clause uses a name that only some entries of the list bear. */
function namedIn(said: ReadonlySet<string>, { parent, list, names }: Entity, entries: readonly Entity[]): boolean {
  const siblings = entries.filter(each => each.parent === parent && each.list === list);
  return [...names].some(name => said.has(name) && !siblings.every(each => each.names.has(name)));
}

/**
 * Entities that one clause may be taken from together: facts of two orders, or of two items, are never mixed.
 * @param named entries of lists that the clause names: what it says holds of each
 */
export function scope(entities: readonly Entity[], named: readonly Entity[]) {
  let all: readonly Statement[] | undefined;
  const fields = () => (all ??= entities.flatMap(entity => entity.fields));
  const known = new Map<string, readonly Statement[]>();
  return {
    entities,
    named,
    fields,
    /** Fields that name goods in several words. */
    goods: () => entities.flatMap(entity => entity.goods),
    /** Those with a value that competes with this one. */
    kin(value: Value): readonly Statement[] {
      const kind = family(value);
      let kin = known.get(kind);
      if (kin === undefined) {
        const competing: Statement[] = [];
        for (const entity of entities)
          for (const each of entity.fields)
            if (each.values.some(other => comparable(value, other.value))) competing.push(each);
        known.set(kind, (kin = competing));
      }
      return kin;
    }
  };
}
