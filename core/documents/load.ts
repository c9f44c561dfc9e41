import { createHash } from 'node:crypto';
import type { Problem } from '../errors.js';
import { inOrder, type Assembly, type StaticItems } from './assembly.js';
import { compileTexts } from './compile-texts.js';
import { foreignTo } from './foreign.js';
import type { DocumentKind } from './kind.js';
import { readTexts, type TextFile } from './read.js';
import { DocumentSet } from './set.js';

export interface Candidate {
  /** Absent when there is any error. */
  readonly set?: DocumentSet;
  readonly problems: readonly Problem[];
  readonly files: number;
}

export interface LoadOptions {
  readonly root: string;
  /** Kinds whose files are compiled. */
  readonly kinds: readonly DocumentKind<any>[];
  /**
   * Ids of all kinds that other services bring, whose files are none of our business. Absent where other services are
   * not known: then every other kind is theirs, unless its file stands among ours or its name looks like a slip.
   */
  readonly otherKinds?: ReadonlySet<string>;
  readonly assemblies: readonly Assembly<any>[];
  readonly items: StaticItems;
  /** Check the files that count as proven too. */
  readonly proveAll?: boolean;
}

/** Reads, validates and compiles every file. Start-up, reload and `policy check` all come through here. */
export async function loadDocuments(options: LoadOptions): Promise<Candidate> {
  const { root, kinds, otherKinds, assemblies, items, proveAll = false } = options;
  const problems: Problem[] = [];
  const isForeign = foreignTo(kinds, otherKinds);
  let skipped = 0;
  const texts = readTexts(root, problems, (file, kind) => {
    const skip = isForeign(file, kind);
    if (skip) skipped++;
    return skip;
  });
  const { documents, ours, broken } = compileTexts(texts, { kinds, otherKinds, isForeign, proveAll }, problems);
  const assembled = new Map<string, unknown>();
  const set = new DocumentSet(revisionOf(ours), documents, assembled);
  for (const assembly of inOrder(assemblies)) {
    const ready =
      assembly.kinds.every(k => !broken.has(k.id)) && (assembly.after ?? []).every(a => assembled.has(a.id));
    if (!ready) continue;
    const before = problems.length;
    const value: unknown = await assembly.build(
      set,
      (source, pointer, code, message) => problems.push({ code, message, file: source.file, ...source.place(pointer) }),
      items
    );
    if (problems.length === before) assembled.set(assembly.id, value);
  }
  problems.sort(byPlace);
  const files = texts.length + skipped;
  return problems.length === 0 ? { set, problems, files } : { problems, files };
}

const order = (a = '', b = '') => (a < b ? -1 : a > b ? 1 : 0);

/** Problems in the order of their files, and from top to bottom of each. */
export const byPlace = (a: Problem, b: Problem) =>
  order(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);

function revisionOf(files: readonly TextFile[]): string {
  const hash = createHash('sha256');
  for (const { source, digest } of files) hash.update(`${source.file}\0${digest}\n`);
  return hash.digest('hex').slice(0, 12);
}
