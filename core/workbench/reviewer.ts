import type { SetReport } from '../documents/assembly.js';
import type { DocumentSet } from '../documents/set.js';
import { extensionPoint } from '../point.js';

/** Finds what is sound and still looks like a mistake. `bylaw policy check` reports it as warnings; a start does not look. */
export interface Reviewer {
  readonly name: string;
  readonly service: string;
  load(): Promise<(set: DocumentSet, warn: SetReport) => void | Promise<void>>;
}

export const Reviewer = extensionPoint<Reviewer>('reviewer', reviewer => reviewer.name, ['name', 'service', 'load']);
