import type { Collection, Schema } from './store.js';

/** The collections as all steps together leave them. Throws a `TypeError` for steps that do not fit each other. */
export function collectionsOf({ name, steps }: Schema): readonly Collection[] {
  const collections = new Map<string, Collection>();
  let version = 0;
  for (const step of steps) {
    if (!(step.version > version)) throw new TypeError(`schema ${name}: versions ascend`);
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(step.title)) throw new TypeError(`schema ${name}: no title '${step.title}'`);
    version = step.version;
    for (const collection of step.collections ?? []) {
      if (collections.has(collection.name)) throw new TypeError(`two collections are called ${collection.name}`);
      collections.set(collection.name, collection);
    }
    for (const [of, fields] of Object.entries(step.fields ?? {})) {
      const before = known(of);
      const twice = Object.keys(fields).find(field => Object.hasOwn(before.fields, field));
      if (twice !== undefined) throw new TypeError(`collection ${of} has the field '${twice}' already`);
      collections.set(of, { ...before, fields: { ...before.fields, ...fields } });
    }
    for (const [of, indexes] of Object.entries(step.indexes ?? {})) {
      const before = known(of);
      collections.set(of, { ...before, indexes: [...(before.indexes ?? []), ...indexes] });
    }
  }
  return [...collections.values()];

  function known(of: string): Collection {
    const collection = collections.get(of);
    if (collection === undefined)
      throw new TypeError(`schema ${name}: no collection '${of}' before version ${version}`);
    return collection;
  }
}
