import type { DocumentSet } from '../documents/set.js';
import { extensionPoint } from '../point.js';

/** A pattern of a file that finds something in texts. */
export interface TextPattern {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** As the file writes it. */
  readonly pattern: string;
}

/** A text that stands as an example in a file, and what else tells how it is read. */
export interface PatternExample {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly read: readonly [text: string, ...more: readonly string[]];
}

export interface PatternReader {
  readonly patterns: readonly TextPattern[];
  readonly examples: readonly PatternExample[];
  /** Those of the patterns that are found in a text. */
  find(...read: PatternExample['read']): readonly TextPattern[];
}

/** The patterns of a kind of file, so that `policy test --coverage` can say which of them no text of a test has shown. */
export interface TextPatterns {
  readonly name: string;
  readonly service: string;
  load(): Promise<(set: DocumentSet) => PatternReader>;
}

export const TextPatterns = extensionPoint<TextPatterns>('text-patterns', patterns => patterns.name, [
  'name',
  'service',
  'load'
]);
