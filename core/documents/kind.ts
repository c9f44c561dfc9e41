import type { ExamplePlace } from './examples.js';

/** Reports a problem at a JSON pointer into the file being compiled, for example `/rules/3/when`. */
export type Report = (pointer: string, code: string, message: string) => void;

/**
 * One kind of declarative file. The kernel finds, reads and validates the files; the kind turns one
 * validated file into something usable. Files say `kind: <id>` and `version: <version>`.
 */
export interface DocumentKind<T> {
  readonly id: string;
  readonly version: number;
  /** Folder under the root in which files of this kind live, for example `policies/injection`. */
  readonly folder: string;
  /** JSON Schema (draft 2020-12) of the whole file, `kind` and `version` included. */
  readonly schema: object;
  /** The document's own name; two documents of one kind with one name are refused. */
  nameOf?(content: any): string;
  /** Mappings that `policy fmt` writes on one line: a key that tells one, and the keys it may have besides. */
  readonly oneLine?: readonly (readonly [told: string, ...keys: string[]])[];
  /** Where the examples stand that loading a file runs, for `policy test`; `content` has passed the schema. */
  examples?(content: any): readonly ExamplePlace[];
  /**
   * What all its files together let other files say by name (`{{ setting.NAME }}`), as it is on a day (YYYY-MM-DD): one value,
   * or several where they disagree. The contents are unchecked; what is not as it should be is left out.
   */
  states?(contents: readonly any[], today: string): ReadonlyMap<string, ReadonlySet<string>>;
  /** Says what the schema cannot; `content` has passed it. */
  check?(content: any, report: Report): void;
  /** `content` has passed the schema and `check`. Problems go to `report`; the value is dropped if any was reported. */
  compile(content: any, report: Report, source: Source): T;
}

/** Where a compiled value came from. */
export interface Source {
  /** Path relative to the root, with forward slashes. */
  readonly file: string;
  /** First 12 hex digits of the SHA-256 of the file's bytes; recorded on every decision taken from it. */
  readonly revision: string;
  /** 1-based line and column of a JSON pointer, or of its nearest ancestor. */
  place(pointer: string): { readonly line: number; readonly column: number };
  /** What it says by name of other files. */
  readonly stated?: readonly StatedValue[];
}

export interface StatedValue {
  readonly name: string;
  readonly value: string;
  readonly line: number;
}

export interface Loaded<T> {
  readonly source: Source;
  readonly value: T;
}
