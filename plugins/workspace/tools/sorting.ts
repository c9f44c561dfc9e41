import type { SizedEntry } from '../sandbox/contract.js';

export type SortOrder = 'name' | 'size' | 'modified' | 'type';

const byText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/** `.ts` of `a.ts`, empty where there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot).toLowerCase() : '';
}

/** Folders before files for `type`; largest and newest first for the other two; names decide between equals. */
export function entryOrder(sort: SortOrder): ((left: SizedEntry, right: SizedEntry) => number) | undefined {
  const name = (left: SizedEntry, right: SizedEntry): number => byText(left.name, right.name);
  switch (sort) {
    case 'name':
      return undefined;
    case 'size':
      return (left, right) => right.size - left.size || name(left, right);
    case 'modified':
      return (left, right) => right.mtimeMs - left.mtimeMs || name(left, right);
    case 'type':
      return (left, right) =>
        Number(right.kind === 'directory') - Number(left.kind === 'directory') ||
        byText(extensionOf(left.name), extensionOf(right.name)) ||
        name(left, right);
  }
}
