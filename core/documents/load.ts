import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { Problem } from '../errors.js';
import { editDistance, nearest } from '../text/nearest.js';
import { inOrder, type Assembly, type StaticItems } from './assembly.js';
import type { DocumentKind, Loaded, Source } from './kind.js';
import { parse, readTexts, type ReadFile, type TextFile } from './read.js';
import { validate } from './schema.js';
import { DocumentSet } from './set.js';
import { unparsed } from './unparsed.js';

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
  const foreign = (file: string, kind: string) =>
    !kinds.some(k => k.id === kind) && (otherKinds?.has(kind) ?? !isSlip(file, kind, kinds));
  let skipped = 0;
  const texts = readTexts(root, problems, (file, kind) => {
    const skip = foreign(file, kind);
    if (skip) skipped++;
    return skip;
  });
  const documents = new Map<string, Loaded<unknown>[]>(kinds.map(kind => [kind.id, []]));
  const broken = new Set<string>();
  const recognised = new Set<string>();

  const proven = proveAll ? new Set<string>() : provenKinds(texts, kinds);
  const files: ReadFile[] = [];

  for (const text of texts) {
    if (text.kind !== undefined && proven.has(text.kind)) {
      documents.get(text.kind)!.push(
        unparsed(
          kinds.find(k => k.id === text.kind)!,
          text
        )
      );
      recognised.add(text.source.file);
      continue;
    }
    const file = parse(text.source.file, text.text, problems);
    if (file === undefined) continue;
    files.push(file);
    const id = file.content['kind'];
    const kind = kinds.find(k => k.id === id);
    if (kind === undefined && (typeof id !== 'string' || !foreign(file.source.file, id))) {
      problems.push(unknownKind(file, id, [...kinds.map(k => k.id), ...(otherKinds ?? [])]));
      continue;
    }
    recognised.add(file.source.file);
    if (kind === undefined) continue;
    const loaded = compileFile(kind, file, problems);
    if (loaded === undefined) broken.add(kind.id);
    else documents.get(kind.id)!.push(loaded);
  }
  // A file that did not parse, or whose kind is misspelt, could be of any kind that lives in its folder.
  for (const { file = '' } of problems)
    for (const kind of kinds)
      if (`${file}/`.startsWith(`${kind.folder}/`) && !recognised.has(file)) broken.add(kind.id);
  for (const kind of kinds)
    if (!proven.has(kind.id) && refuseTwins(kind, documents.get(kind.id)!, files, problems)) broken.add(kind.id);

  const ours = new Set(files.filter(f => kinds.some(k => k.id === f.content['kind'])).map(f => f.source.file));
  const isOurs = ({ source, kind }: TextFile) => ours.has(source.file) || (kind !== undefined && proven.has(kind));
  const revision = revisionOf(texts.filter(isOurs));
  const assembled = new Map<string, unknown>();
  const set = new DocumentSet(revision, documents, assembled);
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
  const count = texts.length + skipped;
  return problems.length === 0 ? { set, problems, files: count } : { problems, files: count };
}

/** Kinds whose files are those that this version of the code was tested with, so that none has to be checked. */
function provenKinds(texts: readonly TextFile[], kinds: readonly DocumentKind<unknown>[]): ReadonlySet<string> {
  // A file that does not say at once what it is could be one more of any kind.
  if (texts.some(text => text.kind === undefined)) return new Set();
  const proven = kinds.filter(kind => kind.isProven?.(texts.filter(text => text.kind === kind.id)) === true);
  return new Set(proven.map(kind => kind.id));
}

/** Edits between a kind and a slip of the pen; kinds of different services have to differ by more. */
const SLIP = 2;

/** Whether a file of an unknown kind was most likely meant to be one of ours. */
const isSlip = (file: string, id: string, kinds: readonly DocumentKind<unknown>[]) =>
  kinds.some(kind => posix.dirname(file) === kind.folder || isNear(id, kind.id));

const isNear = (a: string, b: string) => Math.abs(a.length - b.length) <= SLIP && editDistance(a, b) <= SLIP;

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
  if (problems.length === before) kind.check?.(content, report);
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

function revisionOf(files: readonly TextFile[]): string {
  const hash = createHash('sha256');
  for (const { source, digest } of files) hash.update(`${source.file}\0${digest}\n`);
  return hash.digest('hex').slice(0, 12);
}
