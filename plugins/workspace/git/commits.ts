export interface ChangedFile {
  readonly path: string;
  readonly oldPath?: string;
  /** Git's letter: A, M, D, R, C, T. */
  readonly status?: string;
  /** Undefined for binary files. */
  readonly insertions?: number;
  readonly deletions?: number;
}

export interface LoggedCommit {
  readonly hash: string;
  readonly shortHash: string;
  readonly parents: readonly string[];
  readonly author: string;
  readonly authored: string;
  readonly committed: string;
  readonly subject: string;
  readonly body: string;
  readonly files: readonly ChangedFile[];
  /** From the summary line, where one was asked for. */
  readonly totals?: { readonly files: number; readonly insertions: number; readonly deletions: number };
}
