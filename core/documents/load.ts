import { createHash } from 'node:crypto';
import type { Problem } from '../errors.js';
import { ExampleLedger, type ExampleOutcome } from './examples.js';
import { inOrder, type Assembly, type StaticItems } from './assembly.js';
import { compileTexts } from './compile-texts.js';
import { foreignTo } from './foreign.js';
import type { DocumentKind } from './kind.js';
import { readTexts, type Reader, type TextFile } from './read.js';
import { DocumentSet } from './set.js';

export interface Candidate {
  /** Absent when there is any error. */
  readonly set?: DocumentSet;
  readonly problems: readonly Problem[];
  readonly files: number;
  /** Where `LoadOptions.examples` asked for them. */
  readonly examples: readonly ExampleOutcome[];
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
  /** `collect`: a failed example is an outcome of its own instead of a problem, for those who want to see all of them. */
  readonly examples?: 'collect';
  /** `refuse`: what is learned from the files must have been learned before, as a service wants it. */
  readonly learning?: 'refuse';
  /** Instead of reading every file anew. */
  readonly read?: Reader;
}

/** Reads, validates and compiles every file. Start-up, reload and `policy check` all come through here. */
export async function loadDocuments(options: LoadOptions): Promise<Candidate> {
  const {
    root,
    kinds,
    otherKinds,
    assemblies,
    items,
    proveAll = false,
    examples,
    learning,
    read = readTexts
  } = options;
  const ledger = examples === undefined ? undefined : new ExampleLedger();
  const problems: Problem[] = [];
  const isForeign = foreignTo(kinds, otherKinds);
  let skipped = 0;
  const texts = read(root, problems, (file, kind) => {
    const skip = isForeign(file, kind);
    if (skip) skipped++;
    return skip;
  });
  const { documents, ours, broken } = compileTexts(texts, { kinds, otherKinds, isForeign, proveAll, ledger }, problems);
  const assembled = new Map<string, unknown>();
  const set = new DocumentSet(revisionOf(ours), documents, assembled, { root, mayLearn: learning !== 'refuse' });
  for (const assembly of inOrder(assemblies)) {
    const ready =
      assembly.kinds.every(k => !broken.has(k.id)) && (assembly.after ?? []).every(a => assembled.has(a.id));
    if (!ready) continue;
    const before = problems.length;
    const value: unknown = await assembly.build(
      set,
      (source, pointer, code, message) => {
        const problem = { code, message, file: source.file, ...source.place(pointer) };
        if (ledger?.takes(problem) !== true) problems.push(problem);
      },
      items
    );
    if (problems.length === before) assembled.set(assembly.id, value);
  }
  problems.sort(byPlace);
  const found = { problems, files: texts.length + skipped, examples: ledger?.outcomes ?? [] };
  return problems.length === 0 ? { set, ...found } : found;
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
