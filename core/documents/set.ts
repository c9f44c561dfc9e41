import type { Assembly } from './assembly.js';
import { PACKAGE_ROOT } from '../package-root.js';
import type { DocumentKind, Loaded } from './kind.js';

/** All declarative files of a service as they stood at one moment. Never changes; a reload makes another one. */
export class DocumentSet {
  readonly #documents: ReadonlyMap<string, readonly Loaded<unknown>[]>;
  readonly #assembled: ReadonlyMap<string, unknown>;

  constructor(
    /** 12 hex digits over the names and digests of every file. */
    readonly revision: string,
    documents: ReadonlyMap<string, readonly Loaded<unknown>[]>,
    assembled: ReadonlyMap<string, unknown>,
    /** The folder of these files, and whether what must be learned from them may be learned while they are loaded. */
    readonly origin: { readonly root: string; readonly mayLearn: boolean } = { root: PACKAGE_ROOT, mayLearn: false }
  ) {
    this.#documents = documents;
    this.#assembled = assembled;
  }

  /** The documents of one kind, ordered by file name. */
  of<T>(kind: DocumentKind<T>): readonly Loaded<T>[] {
    return (this.#documents.get(kind.id) ?? []) as readonly Loaded<T>[];
  }

  /** Every file with its revision, by name. */
  get files(): ReadonlyMap<string, string> {
    const sources = [...this.#documents.values()].flat().map(({ source }) => source);
    return new Map(sources.map(({ file, revision }) => [file, revision]));
  }

  /** Whether the service of this set brings the assembly. */
  has(assembly: Assembly<unknown>): boolean {
    return this.#assembled.has(assembly.id);
  }

  /** The same set, with what an assembly makes of it. */
  with<T>(assembly: Assembly<T>, value: T): DocumentSet {
    const assembled = new Map(this.#assembled).set(assembly.id, value);
    return new DocumentSet(this.revision, this.#documents, assembled, this.origin);
  }

  /** What an assembly built from this set. */
  get<T>(assembly: Assembly<T>): T {
    if (!this.#assembled.has(assembly.id)) throw new Error(`assembly '${assembly.id}' is not part of this set`);
    return this.#assembled.get(assembly.id) as T;
  }
}
