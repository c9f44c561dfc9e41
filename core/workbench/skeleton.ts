import { extensionPoint } from '../point.js';

/** A file to add to a root, without the line that names its schema. */
export interface SkeletonFile {
  /** Path relative to the root. */
  readonly file: string;
  /** The kind of document that it is. */
  readonly kind: string;
  readonly text: string;
}

/** What `bylaw new <name> NAME` adds to a root: files that pass `policy check` as they are. */
export interface Skeleton {
  readonly name: string;
  readonly summary: string;
  files(name: string): readonly SkeletonFile[];
  /** What to do next, one sentence. */
  next?(name: string): string;
}

export const Skeleton = extensionPoint<Skeleton>('skeleton', skeleton => skeleton.name, ['name', 'summary', 'files']);
