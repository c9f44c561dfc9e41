import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../core/index.js';

/** One difference inside a document: what was there and what is there now; absent where there was, or is, nothing. */
export interface Change {
  /** Where, in the keys and names of the file: `rules outside-window says`. */
  readonly at: readonly string[];
  readonly before?: unknown;
  readonly after?: unknown;
}

type Mapping = Readonly<Record<string, unknown>>;

/** Keys that name an entry of a list, the first that all its entries have. */
const NAMES = ['id', 'name', 'say', 'tool', 'key'] as const;

/** What differs between two contents. Entries of lists are told apart by their names, not by their places. */
export function contentChanges(before: unknown, after: unknown, at: readonly string[] = []): readonly Change[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap(key => contentChanges(before[key], after[key], [...at, key]));
  }
  if (Array.isArray(before) && Array.isArray(after)) return listChanges(before, after, at);
  return [{ at, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];
}

function listChanges(before: readonly unknown[], after: readonly unknown[], at: readonly string[]): readonly Change[] {
  const name = nameKey([...before, ...after]);
  if (name !== undefined && areDistinct(before, name) && areDistinct(after, name)) {
    const [was, is] = [before, after].map(list => new Map(list.map(item => [String((item as Mapping)[name]), item])));
    const found = [...new Set([...was!.keys(), ...is!.keys()])];
    return found.flatMap(key => contentChanges(was!.get(key), is!.get(key), [...at, key]));
  }
  const gone = without(before, after);
  const added = without(after, before);
  // Entries without names that stand where they stood: what changed inside them is told, not the whole of them twice.
  const stay = before.length === after.length && before.filter((item, i) => !isDeepStrictEqual(item, after[i]));
  if (stay && stay.length === gone.length && [...gone, ...added].every(isObject))
    return before.flatMap((item, i) => contentChanges(item, after[i], [...at, String(i + 1)]));
  if (gone.length + added.length === 0) return [{ at, before: 'another order', after: 'another order' }];
  return [...gone.map(item => ({ at, before: item })), ...added.map(item => ({ at, after: item }))];
}

const nameKey = (items: readonly unknown[]) =>
  NAMES.find(key => items.every(item => isObject(item) && typeof item[key] === 'string'));

const areDistinct = (items: readonly unknown[], key: string) =>
  new Set(items.map(item => (item as Mapping)[key])).size === items.length;

/** Items of one list that the other does not hold, each as often as it is missing. */
export function without<T>(items: readonly T[], others: readonly T[]): readonly T[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(JSON.stringify(other), (left.get(JSON.stringify(other)) ?? 0) + 1);
  return items.filter(item => {
    const count = left.get(JSON.stringify(item)) ?? 0;
    left.set(JSON.stringify(item), count - 1);
    return count <= 0;
  });
}
