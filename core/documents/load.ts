import { createHash } from 'node:crypto';
import type { Problem } from '../errors.js';
import { ExampleLedger, type ExampleOutcome } from './examples.js';
import {
  filesBehind,
  inOrder,
  keepValue,
  keptValue,
  type Assembly,
  type Checking,
  type SetReport,
  type StaticItems
} from './assembly.js';
import { compileTexts, type CompiledTexts } from './compile-texts.js';
import { foreignTo, type IsForeign } from './foreign.js';
import type { DocumentKind } from './kind.js';
import { foldersOf, readTexts, type Reader, type TextFile } from './read.js';
import { DocumentSet } from './set.js';
import { statedTexts, utcDay } from './stated.js';
import {
  assemblyCheck,
  builtSnapshot,
  filesDigest,
  notePassed,
  passedSnapshot,
  type Snapshot,
  snapshotWith
} from './snapshot.js';

export interface Candidate {
  /** Absent when there is any error. */
  readonly set?: DocumentSet;
  /** What it is from a later day on, where texts say then another value of another file. */
  readonly later: readonly DatedSet[];
  /** Where there is one and `LoadOptions.salvage` asked for it: what can be made of the sound files, as far as it goes. */
  readonly partial?: DocumentSet;
  readonly problems: readonly Problem[];
  readonly files: number;
  /** Where `LoadOptions.examples` asked for them. */
  readonly examples: readonly ExampleOutcome[];
}

export interface DatedSet {
  /** The first day, YYYY-MM-DD (UTC). */
  readonly from: string;
  readonly set: DocumentSet;
}

export interface LoadOptions {
  readonly root: string;
  /** Kinds whose files are compiled. */
  readonly kinds: readonly DocumentKind<any>[];
  /** Folders of the root that are read; those of the kinds where it is absent. */
  readonly folders?: readonly string[];
  /**
   * Ids of all kinds that other services bring, whose files are none of our business. Absent where other services are
   * not known: then every other kind is theirs, unless its file stands among ours or its name looks like a slip.
   */
  readonly otherKinds?: ReadonlySet<string>;
  readonly assemblies: readonly Assembly<any>[];
  readonly items: StaticItems;
  /** Check every file, known from the build or not, by the means that decide in production. */
  readonly thorough?: boolean;
  /** `collect`: a failed example is an outcome of its own instead of a problem, for those who want to see all of them. */
  readonly examples?: 'collect';
  /** `refuse`: what is learned from the files must have been learned before, as a service wants it. */
  readonly learning?: 'refuse';
  /**
   * Make what can be made where files are unsound, for those who explain and look into them; nothing is served by it. All of
   * it, or these and what they build on: some take seconds.
   */
  readonly salvage?: true | readonly Assembly<any>[];
  /** Instead of reading every file anew. */
  readonly read?: Reader;
  /** Instead of the one that lies beside the compiled code. */
  readonly snapshot?: Snapshot;
  /** The set in force, from which is taken over what is the same. */
  readonly before?: DocumentSet;
  /** Awaited between pieces of work, by those whose process has something else to do. */
  readonly pause?: () => Promise<void>;
}

/**
 * A file's way: read, check, compile, assemble. Start-up, reload and `policy check` all come through here. What the snapshot
 * of the build holds is not checked again.
 */
export async function loadDocuments(options: LoadOptions): Promise<Candidate> {
  const { kinds, otherKinds, thorough = false, before } = options;
  const known = before === undefined ? builtSnapshot : snapshotWith(before, options);
  const ledger = options.examples === undefined ? undefined : new ExampleLedger();
  const { snapshot = thorough ? passedSnapshot : known } = options;
  const problems: Problem[] = [];
  const isForeign = foreignTo(kinds, otherKinds);
  const { texts, skipped } = readOwn(options, isForeign, problems);
  const stated = statedTexts(texts, kinds);
  const today = utcDay(new Date());
  const how: Loading = { ...options, snapshot, isForeign, ledger };
  const set = await setOf(stated.on(today, problems), how, problems);
  const later: DatedSet[] = [];
  for (const from of problems.length === 0 && ledger === undefined ? stated.daysAfter(today) : []) {
    const last = later.at(-1)?.set ?? set;
    const found: Problem[] = [];
    const rest: Loading = { ...how, before: last, snapshot: snapshotWith(last, options) };
    later.push({ from, set: await setOf(stated.on(from, found), rest, found) });
    problems.push(...found.map(each => ({ ...each, message: `from ${from} on: ${each.message}` })));
  }
  const causes = stated.causes(problems).toSorted(byPlace);
  const found = { problems: causes, later, files: texts.length + skipped, examples: ledger?.outcomes ?? [] };
  if (problems.length > 0)
    return options.salvage !== undefined ? { partial: await salvaged(set, options), ...found } : found;
  if (thorough && (ledger === undefined || ledger.failures === 0)) notePassed(set, options);
  return { set, ...found };
}

interface Loading extends LoadOptions {
  readonly snapshot: Snapshot;
  readonly isForeign: IsForeign;
  readonly ledger: ExampleLedger | undefined;
}

/** Compiles and assembles texts; what is wrong goes to `problems`. */
async function setOf(texts: readonly TextFile[], how: Loading, problems: Problem[]): Promise<DocumentSet> {
  const { kinds, otherKinds, isForeign, snapshot, before, pause = async () => {}, ledger } = how;
  const compiled = await compileTexts(
    texts,
    { kinds, otherKinds, isForeign, snapshot, before, pause, ledger },
    problems
  );
  const report: SetReport = (source, pointer, code, message) => {
    const problem = { code, message, file: source.file, ...source.place(pointer) };
    if (ledger?.takes(problem) !== true) problems.push(problem);
  };
  return await assemble({ ...how, pause }, compiled, report, () => problems.length);
}

/** The set with everything that can be built of what is sound. What is wrong with it is told already, and echoes are dropped. */
async function salvaged(set: DocumentSet, { assemblies, items, salvage }: LoadOptions): Promise<DocumentSet> {
  const wanted = assemblies.filter(each => salvage === true || salvage?.includes(each));
  for (const assembly of inOrder(wanted)) {
    if (set.has(assembly)) continue;
    try {
      const value: unknown = await assembly.build(set, () => {}, items);
      if (value !== undefined) set = set.with(assembly, value);
    } catch {
      // It cannot do without what is missing.
    }
  }
  return set;
}

/** The texts of the folders but for those of other services, which are only counted. */
function readOwn(
  { root, kinds, folders = foldersOf(kinds), read = readTexts }: LoadOptions,
  isForeign: IsForeign,
  problems: Problem[]
) {
  let skipped = 0;
  const skip = (file: string, kind: string) => {
    const foreign = isForeign(file, kind);
    if (foreign) skipped++;
    return foreign;
  };
  const texts = read({ root, folders }, problems, { skip });
  return { texts, skipped };
}

/** Builds each assembly whose files and whose assemblies before it are sound, and checks what the build has not. */
async function assemble(
  {
    root,
    assemblies,
    items,
    learning,
    thorough = false,
    snapshot,
    before,
    pause,
    ledger
  }: Loading & Required<Pick<LoadOptions, 'pause'>>,
  { documents, ours, broken }: CompiledTexts,
  report: SetReport,
  problemCount: () => number
): Promise<DocumentSet> {
  const assembled = new Map<string, unknown>();
  const revision = revisionOf(ours);
  // What a file says by name of others may be otherwise on another day.
  const same = before?.files;
  if (revision === before?.revision && ours.every(({ source }) => same?.get(source.file) === source.revision))
    return before;
  const set = new DocumentSet(revision, documents, assembled, { root, mayLearn: learning !== 'refuse' });
  const sound = inOrder(assemblies).filter(({ kinds }) => !kinds.some(kind => broken.has(kind.id)));
  const unlearned = new Set<string>();
  const learn = async (assembly: Assembly<unknown>) =>
    await assembly.learn?.(set, (...problem) => {
      unlearned.add(assembly.id);
      report(...problem);
    });
  if (set.origin.mayLearn) await Promise.all(sound.map(learn));
  for (const assembly of sound) {
    const { id, after = [] } = assembly;
    if (unlearned.has(id) || after.some(other => !assembled.has(other.id))) continue;
    await pause();
    const problems = problemCount();
    const failures = ledger?.failures;
    const files = filesBehind(assembly, set);
    const digest = filesDigest(files);
    // Failed examples are told by those who build: of files that passed in this process none fails.
    const isTold = ledger === undefined || snapshot.isSound(assemblyCheck(id), files, assembly);
    const known = isTold ? keptValue(assembly, set, digest) : undefined;
    const value: unknown = known ?? (await assembly.build(set, report, items));
    if (problemCount() > problems) continue;
    if (assembly.check !== undefined && !snapshot.isSound(assemblyCheck(id), files, assembly)) {
      await pause();
      await inParts(assembly.check(value, set, report, thorough), pause);
    }
    if (problemCount() > problems) continue;
    assembled.set(id, value);
    if (ledger?.failures === failures) keepValue(assembly, set, digest, value);
  }
  return set;
}

async function inParts(checking: Checking, pause: () => Promise<void>): Promise<void> {
  if (typeof checking === 'object' && Symbol.iterator in checking) for (const _part of checking) await pause();
  else await checking;
}

const order = (a = '', b = '') => (a < b ? -1 : a > b ? 1 : 0);

/** Problems in the order of their files, and from top to bottom of each. */
export const byPlace = (a: Problem, b: Problem) =>
  order(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);

function revisionOf(files: readonly TextFile[]): string {
  const hash = createHash('sha256');
  for (const { source, digest, written = digest } of files) hash.update(`${source.file}\0${written}\n`);
  return hash.digest('hex').slice(0, 12);
}
