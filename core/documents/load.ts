import { createHash } from 'node:crypto';
import type { Problem } from '../errors.js';
import { nearest } from '../text/nearest.js';
import { ExampleLedger, type ExampleOutcome } from './examples.js';
import { inOrder, type Assembly, type StaticItems } from './assembly.js';
import type { DocumentKind, Loaded, Source } from './kind.js';
import { readAll, type ReadFile } from './read.js';
import { validate } from './schema.js';
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
  /** Ids of kinds that other services bring; their files are none of our business. */
  readonly otherKinds?: ReadonlySet<string>;
  readonly assemblies: readonly Assembly<any>[];
  readonly items: StaticItems;
  /** `collect`: a failed example is an outcome of its own instead of a problem, for those who want to see all of them. */
  readonly examples?: 'collect';
  /** Instead of reading every file anew. */
  readonly read?: typeof readAll;
}

/** Reads, validates and compiles every file. Start-up, reload and `policy check` all come through here. */
export async function loadDocuments({
  root,
  kinds,
  otherKinds,
  assemblies,
  items,
  examples,
  read = readAll
}: LoadOptions): Promise<Candidate> {
  const ledger = examples === undefined ? undefined : new ExampleLedger();
  const problems: Problem[] = [];
  const files = read(root, problems);
  const documents = new Map<string, Loaded<unknown>[]>(kinds.map(kind => [kind.id, []]));
  const broken = new Set<string>();
  const recognised = new Set<string>();

  for (const file of files) {
    const id = file.content['kind'];
    const kind = kinds.find(k => k.id === id);
    if (kind === undefined && (typeof id !== 'string' || !otherKinds?.has(id))) {
      problems.push(unknownKind(file, id, [...kinds.map(k => k.id), ...(otherKinds ?? [])]));
      continue;
    }
    recognised.add(file.source.file);
    if (kind === undefined) continue;
    const loaded = compileFile(kind, file, problems);
    if (loaded === undefined) {
      broken.add(kind.id);
      continue;
    }
    documents.get(kind.id)!.push(loaded);
    ledger?.add(kind, file.source, file.content);
  }
  // A file that did not parse, or whose kind is misspelt, could be of any kind that lives in its folder.
  for (const { file = '' } of problems)
    for (const kind of kinds)
      if (`${file}/`.startsWith(`${kind.folder}/`) && !recognised.has(file)) broken.add(kind.id);
  for (const kind of kinds) if (refuseTwins(kind, documents.get(kind.id)!, files, problems)) broken.add(kind.id);

  const revision = revisionOf(files.filter(f => kinds.some(k => k.id === f.content['kind'])));
  const assembled = new Map<string, unknown>();
  const set = new DocumentSet(revision, documents, assembled);
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
  const found = { problems, files: files.length, examples: ledger?.outcomes ?? [] };
  return problems.length === 0 ? { set, ...found } : found;
}

const order = (a = '', b = '') => (a < b ? -1 : a > b ? 1 : 0);

/** Problems in the order of their files, and from top to bottom of each. */
export const byPlace = (a: Problem, b: Problem) =>
  order(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);

function compileFile(
  kind: DocumentKind<unknown>,
  { source, content }: ReadFile,
  problems: Problem[]
): Loaded<unknown> | undefined {
  const before = problems.length;
  const report = (pointer: string, code: string, message: string) =>
    void problems.push({ code, message, file: source.file, ...source.place(pointer) });
  if (!source.file.startsWith(`${kind.folder}/`))
    report('/kind', 'wrong_folder', `files of kind ${kind.id} live under ${kind.folder}/; move this one there`);
  validate(kind, content, report);
  if (problems.length > before) return undefined;
  const value = kind.compile(content, report, source);
  return problems.length > before ? undefined : { source, value };
}

function unknownKind({ source, content }: ReadFile, id: unknown, known: readonly string[]): Problem {
  const place = { file: source.file, ...source.place('/kind') };
  if (!Object.hasOwn(content, 'kind'))
    return { code: 'kind_missing', message: "a file says what it is: add 'kind:' and 'version:'", ...place };
  const best = nearest(String(id), known);
  const hint = best === undefined ? '' : `; did you mean '${best}'?`;
  return { code: 'kind_unknown', message: `no plugin brings this kind${hint}`, ...place };
}

/** True when two documents share a name. */
function refuseTwins(
  kind: DocumentKind<unknown>,
  loaded: readonly Loaded<unknown>[],
  files: readonly ReadFile[],
  problems: Problem[]
): boolean {
  if (kind.nameOf === undefined) return false;
  const before = problems.length;
  const first = new Map<string, Source>();
  for (const { source } of loaded) {
    const name = kind.nameOf(files.find(f => f.source === source)!.content);
    const twin = first.get(name);
    if (twin === undefined) first.set(name, source);
    else {
      const message = `${kind.id} '${name}' is defined in ${twin.file} too; rename one`;
      problems.push({ code: 'duplicate_name', message, file: source.file, line: 1, column: 1 });
    }
  }
  return problems.length > before;
}

function revisionOf(files: readonly ReadFile[]): string {
  const hash = createHash('sha256');
  for (const { source, digest } of files) hash.update(`${source.file}\0${digest}\n`);
  return hash.digest('hex').slice(0, 12);
}
