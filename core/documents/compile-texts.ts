import type { Problem } from '../errors.js';
import { didYouMean } from '../nearest.js';
import { once } from '../packages.js';
import type { ExampleLedger } from './examples.js';
import type { IsForeign } from './foreign.js';
import type { DocumentKind, Loaded, Source } from './kind.js';
import { parse, type ReadFile } from './parse.js';
import type { TextFile } from './read.js';
import type { DocumentSet } from './set.js';
import { validate } from './schema.js';
import { kindCheck, type Snapshot } from './snapshot.js';

type Kind = DocumentKind<unknown>;

export interface CompileOptions {
  readonly kinds: readonly Kind[];
  readonly otherKinds: ReadonlySet<string> | undefined;
  readonly isForeign: IsForeign;
  readonly snapshot: Snapshot;
  /** The set in force, whose documents are taken over where their files are the same. */
  readonly before: DocumentSet | undefined;
  readonly pause: () => Promise<void>;
  /** Notes the examples of every sound file. */
  readonly ledger: ExampleLedger | undefined;
}

export interface CompiledTexts {
  /** By id of the kind, in the order of the texts. */
  readonly documents: ReadonlyMap<string, readonly Loaded<unknown>[]>;
  /** The texts that are of one of the kinds. */
  readonly ours: readonly TextFile[];
  /** Ids of kinds of which a file may be missing or unsound. */
  readonly broken: ReadonlySet<string>;
}

/** Parses, validates and compiles each text by itself. What is wrong goes to `problems`. */
export async function compileTexts(
  texts: readonly TextFile[],
  { kinds, otherKinds, isForeign, snapshot, before, pause, ledger }: CompileOptions,
  problems: Problem[]
): Promise<CompiledTexts> {
  const documents = new Map<string, Loaded<unknown>[]>(kinds.map(kind => [kind.id, []]));
  const sound = soundKinds(texts, kinds, snapshot);
  const ours: TextFile[] = [];
  const parsed: ReadFile[] = [];
  const broken = new Set<string>();
  const recognised = new Set<string>();
  const keep = (kind: Kind, text: TextFile, loaded: Loaded<unknown> | undefined) => {
    recognised.add(text.source.file);
    ours.push(text);
    if (loaded === undefined) broken.add(kind.id);
    else documents.get(kind.id)!.push(loaded);
  };

  const kept = new Map(kinds.flatMap(kind => before?.of(kind) ?? []).map(each => [each.source.file, each]));
  const same = ({ source }: TextFile) => {
    const loaded = kept.get(source.file);
    return loaded?.source.revision === source.revision ? loaded : undefined;
  };

  for (const text of texts) {
    await pause();
    const peeked = kinds.find(k => k.id === text.kind);
    if (peeked !== undefined && sound.has(peeked.id)) {
      if (peeked.examples !== undefined) ledger?.add(peeked, text.source, parse(text, [])?.content);
      keep(peeked, text, same(text) ?? compiledLater(peeked, text));
      continue;
    }
    const file = parse(text, problems);
    if (file === undefined) continue;
    parsed.push(file);
    const id = file.content['kind'];
    const kind = kinds.find(k => k.id === id);
    if (kind !== undefined) {
      const loaded = compileFile(kind, file, problems);
      if (loaded !== undefined) ledger?.add(kind, file.source, file.content);
      keep(kind, text, loaded);
    } else if (typeof id === 'string' && isForeign(file.source.file, id)) recognised.add(file.source.file);
    else problems.push(unknownKind(file, id, [...kinds.map(k => k.id), ...(otherKinds ?? [])]));
  }
  // A file that did not parse, or whose kind is misspelt, could be of any kind that lives in its folder.
  for (const { file = '' } of problems)
    for (const kind of kinds)
      if (`${file}/`.startsWith(`${kind.folder}/`) && !recognised.has(file)) broken.add(kind.id);
  for (const kind of kinds)
    if (!sound.has(kind.id) && refuseTwins(kind, documents.get(kind.id)!, parsed, problems)) broken.add(kind.id);
  return { documents, ours, broken };
}

function soundKinds(texts: readonly TextFile[], kinds: readonly Kind[], snapshot: Snapshot): ReadonlySet<string> {
  // A file that does not say at once what it is could be one more of any kind.
  if (texts.some(text => text.kind === undefined)) return new Set();
  const sound = kinds.filter(kind => {
    const files = texts.filter(text => text.kind === kind.id);
    return snapshot.isSound(kindCheck(kind.id), files, kind);
  });
  return new Set(sound.map(({ id }) => id));
}

/** A file that is known to be sound, compiled when its value is first looked at. */
function compiledLater(kind: Kind, text: TextFile): Loaded<unknown> {
  const { source } = text;
  const value = once(() => {
    const refuse = (pointer: string, code: string, message: string) => {
      throw new Error(`${source.file}${pointer}: ${code} ${message}`);
    };
    return kind.compile(parse(text, [])?.content, refuse, source);
  });
  return {
    source,
    get value() {
      return value();
    }
  };
}

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
  return { code: 'kind_unknown', message: `no plugin brings this kind${didYouMean(String(id), known)}`, ...place };
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
  const contents = new Map(files.map(({ source, content }) => [source, content]));
  for (const { source } of loaded) {
    const name = kind.nameOf(contents.get(source));
    const twin = first.get(name);
    if (twin === undefined) first.set(name, source);
    else {
      const message = `${kind.id} '${name}' is defined in ${twin.file} too; rename one`;
      problems.push({ code: 'duplicate_name', message, file: source.file, line: 1, column: 1 });
    }
  }
  return problems.length > before;
}
