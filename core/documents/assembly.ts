import type { ExtensionPoint } from '../point.js';
import type { DocumentKind, Loaded, Source } from './kind.js';
import type { DocumentSet } from './set.js';

/** Reports a problem in one of the files an assembly reads. */
export type SetReport = (source: Source, pointer: string, code: string, message: string) => void;

/**
 * Something built once from all files of a set: a compiled classifier, a guard, cross-checked plans.
 * Problems it reports refuse the set. It is built only when every file of its kinds is sound, so it never
 * complains about the echo of another problem.
 */
export interface Assembly<T> {
  readonly id: string;
  readonly kinds: readonly DocumentKind<any>[];
  /** Assemblies that `build` takes from the set. */
  readonly after?: readonly Assembly<any>[];
  /**
   * Its value says nothing but what the files behind it say, or those and other files of their root: a process that loads
   * the same files again, for a reload or for another command, keeps the value.
   */
  readonly lasting?: 'anywhere' | 'in its root';
  /** Learns ahead of `build`, in a thread, what would take it long; nothing where it was learned before. */
  learn?(set: DocumentSet, report: SetReport): Promise<void>;
  /** `items` gives what the service's plugins added to a point without being started. */
  build(set: DocumentSet, report: SetReport, items: StaticItems): T | Promise<T>;
  /**
   * What takes long to find out about a value that could be built: examples that do not hold, rules that never decide. It
   * depends on the files alone. Of files that are those of the build it is known.
   * @param thorough by the means that decide in production, where a start may take quicker ones that come to the same
   */
  check?(value: T, set: DocumentSet, report: SetReport, thorough: boolean): Checking;
}

/** A check that takes long gives parts, between which whoever else the process serves is let in. */
export type Checking = void | Promise<void> | Iterable<unknown>;

export type StaticItems = <T>(point: ExtensionPoint<T>) => readonly T[];

/** Every file that an assembly comes from, those of the assemblies it builds on included. */
export const filesBehind = ({ kinds, after = [] }: Assembly<any>, set: DocumentSet): readonly Loaded<unknown>[] => [
  ...kinds.flatMap(kind => set.of(kind)),
  ...after.flatMap(other => filesBehind(other, set))
];

/** How many values of a lasting assembly a process keeps: of the files in force, and of those beside or before them. */
const KEPT = 2;
const kept = new WeakMap<Assembly<any>, readonly { readonly key: string; readonly value: unknown }[]>();

/** The value that this process has built of the same files; undefined where there is none. */
export function keptValue(assembly: Assembly<any>, set: DocumentSet, files: string): unknown {
  const key = keyOf(assembly, set, files);
  const found = kept.get(assembly)?.find(each => each.key === key);
  if (found !== undefined) keepValue(assembly, set, files, found.value);
  return found?.value;
}

/** Keeps a value for as long as it is among the last. */
export function keepValue(assembly: Assembly<any>, set: DocumentSet, files: string, value: unknown): void {
  if (assembly.lasting === undefined || value === undefined) return;
  const key = keyOf(assembly, set, files);
  const others = (kept.get(assembly) ?? []).filter(each => each.key !== key);
  kept.set(assembly, [{ key, value }, ...others].slice(0, KEPT));
}

const keyOf = ({ lasting }: Assembly<any>, { origin }: DocumentSet, files: string) =>
  lasting === 'anywhere' ? files : `${files} ${origin.root}`;

/** Each after those it builds on, whatever the order in which plugins were listed. */
export function inOrder(assemblies: readonly Assembly<any>[]): readonly Assembly<any>[] {
  const ordered = new Set<Assembly<any>>();
  const visit = (assembly: Assembly<any>) => {
    assembly.after?.forEach(visit);
    ordered.add(assembly);
  };
  assemblies.forEach(visit);
  return [...ordered];
}
