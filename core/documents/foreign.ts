import { posix } from 'node:path';
import { editDistance } from '../nearest.js';
import type { DocumentKind } from './kind.js';

/** Whether a file that names a kind is another service's. */
export type IsForeign = (file: string, kind: string) => boolean;

/** Edits between a kind and a slip of the pen; kinds of different services have to differ by more. */
const SLIP = 2;

/**
 * Where the kinds of the other services are known, those are foreign. Where they are not, because their plugins were not
 * imported, all others are, but for files that stand among ours and kinds that look like a slip of one of ours.
 */
export function foreignTo(kinds: readonly DocumentKind<unknown>[], otherKinds?: ReadonlySet<string>): IsForeign {
  const own = new Set(kinds.map(({ id }) => id));
  const folders = new Set(kinds.map(({ folder }) => folder));
  const near = new Map<string, boolean>();
  const isNearOurs = (id: string): boolean => {
    let known = near.get(id);
    if (known === undefined) near.set(id, (known = kinds.some(kind => isNear(id, kind.id))));
    return known;
  };
  const isSlip = (file: string, id: string) => folders.has(posix.dirname(file)) || isNearOurs(id);
  return (file, kind) => !own.has(kind) && (otherKinds?.has(kind) ?? !isSlip(file, kind));
}

const isNear = (a: string, b: string) => Math.abs(a.length - b.length) <= SLIP && editDistance(a, b) <= SLIP;
