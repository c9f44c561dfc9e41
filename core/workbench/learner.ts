import type { DocumentKind } from '../documents/kind.js';
import type { DocumentSet } from '../documents/set.js';
import { extensionPoint } from '../point.js';

/** What a fit found, label by label, on examples that it had held back. */
export interface LearnedFigures {
  readonly [label: string]: { readonly rows: number; readonly right: number; readonly wrong: number };
}

/** A fit that was made and not yet written. */
export interface Learned {
  /** How many examples it was fitted to. */
  readonly examples: number;
  readonly figures: LearnedFigures;
  /** Share by which a label may be worse than before. */
  readonly worseAtMost: number;
  /** Writes the model for the service. */
  keep(): void;
}

/** Learns a model from the files of a root. `bylaw learn` runs all of them. */
export interface Learner {
  readonly name: string;
  readonly kinds: readonly DocumentKind<any>[];
  load(): Promise<(set: DocumentSet, progress: (done: number) => void) => Promise<Learned>>;
}

export const Learner = extensionPoint<Learner>('learner', learner => learner.name, ['name', 'kinds', 'load']);
