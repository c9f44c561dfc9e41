import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { YAMLException } from 'js-yaml';
import type { Problem } from '../errors.js';
import type { Source } from './kind.js';
import { yamlPackage } from '../packages.js';
import { note, parsedBefore } from './parsed.js';
import { peekKind } from './peek-kind.js';
import { placeFor, positions, secondDocument } from './positions.js';
import { isObject } from '../json.js';

/** Folders of a root that hold declarative files. */
export const FOLDERS = ['policies', 'intents', 'tools.d', 'seeds'] as const;

const MAX_BYTES = 4 * 1024 * 1024;
const MAX_DEPTH = 20;
const NOT_A_MAPPING = {
  code: 'not_a_mapping',
  message: 'a file holds one mapping that begins with kind: and version:'
};

/** One file that parsed; `digest` is the SHA-256 of its bytes. */
export interface ReadFile {
  readonly source: Source;
  readonly digest: string;
  readonly content: Readonly<Record<string, unknown>>;
}

/** One file that was read and not parsed. */
export interface TextFile {
  readonly source: Source;
  readonly digest: string;
  readonly text: string;
  /** What its first line says it is, where that line says so. */
  readonly kind: string | undefined;
}

/** Which files of the folders are read: those that a service runs on, or the tests beside them. */
export type FileFilter = (name: string) => boolean;
export const TEST_FILES: FileFilter = name => /\.test\.ya?ml$/i.test(name);
export const DOCUMENTS: FileFilter = name => /\.(ya?ml|json)$/i.test(name) && !TEST_FILES(name);

/** Reads such files under the root's folders, by name, but for those of kinds for which `skip` holds. */
export function readTexts(
  root: string,
  problems: Problem[],
  skip: (file: string, kind: string) => boolean,
  filter = DOCUMENTS
): readonly TextFile[] {
  const files: TextFile[] = [];
  for (const folder of FOLDERS)
    for (const path of listFiles(root, join(root, folder), filter, problems).sort()) {
      const file = nameIn(root, path);
      const kind = peekKind(path);
      if (kind !== undefined && skip(file, kind)) continue;
      const text = readText(path, file, problems);
      if (text !== undefined) files.push({ ...identify(file, text), text, kind });
    }
  return files;
}

/** Reads and parses all of them. Problems come back with their lines. */
export const readAll = (root: string, problems: Problem[], filter = DOCUMENTS): ReadFile[] =>
  readTexts(root, problems, () => false, filter).flatMap(
    ({ source, text }) => parse(source.file, text, problems) ?? []
  );

/** A reader that goes to the disk once, for those who load several services from one root. */
export function readOnce(): typeof readTexts {
  let read: { readonly files: readonly TextFile[]; readonly problems: readonly Problem[] } | undefined;
  return (root, problems, skip) => {
    if (read === undefined) {
      const found: Problem[] = [];
      read = { files: readTexts(root, found, () => false), problems: found };
    }
    problems.push(...read.problems);
    return read.files.filter(({ source, kind }) => kind === undefined || !skip(source.file, kind));
  };
}

/** Reads and parses the file at `path`; messages call it `file`. */
export function readFile(path: string, file: string, problems: Problem[]): ReadFile | undefined {
  const text = readText(path, file, problems);
  return text === undefined ? undefined : parse(file, text, problems);
}

/** Parses one text that stands in `file`. */
export function parse(file: string, text: string, problems: Problem[]): ReadFile | undefined {
  const identity = identify(file, text);
  const known = parsedBefore(identity.digest);
  if (known !== undefined) return { ...identity, content: known };
  const { load, YAMLException } = yamlPackage();
  const yaml = withoutMark(text);
  let content: unknown;
  try {
    content = load(yaml, { filename: file, maxAliases: 0, maxDepth: MAX_DEPTH });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    problems.push({ file, ...syntaxProblem(error, yaml) });
    return undefined;
  }
  if (!isObject(content)) {
    problems.push({ ...NOT_A_MAPPING, file });
    return undefined;
  }
  note(identity.digest, content);
  return { ...identity, content };
}

function identify(file: string, text: string): Pick<ReadFile, 'source' | 'digest'> {
  const digest = createHash('sha256').update(text).digest('hex');
  let places: ReturnType<typeof positions> | undefined;
  const place = (pointer: string) => placeFor((places ??= positions(withoutMark(text))), pointer);
  return { source: { file, revision: digest.slice(0, 12), place }, digest };
}

const withoutMark = (text: string) => text.replace(/^\ufeff/, '');

function syntaxProblem({ reason, mark }: YAMLException, yaml: string): Problem {
  const place = { line: (mark?.line ?? 0) + 1, column: (mark?.column ?? 0) + 1 };
  if (reason.startsWith('expected a document')) return { ...NOT_A_MAPPING, ...place };
  if (reason.startsWith('expected a single document'))
    return {
      code: 'several_documents',
      message: 'a file holds one document; move this one to its own file',
      ...secondDocument(yaml)
    };
  if (reason.startsWith('aliases exceeded'))
    return { code: 'yaml_alias', message: 'aliases are not followed; write the value out', ...place };
  return { code: 'yaml_syntax', message: reason, ...place };
}

function readText(path: string, file: string, problems: Problem[]): string | undefined {
  const report = (code: string, message: string) => void problems.push({ code, message, file });
  try {
    // Reading a pipe would wait for a writer.
    if (!statSync(path).isFile()) return report('file_unreadable', 'this is not a file');
    const bytes = readFileSync(path);
    if (bytes.length > MAX_BYTES)
      return report('file_too_large', `a declarative file is at most ${MAX_BYTES} bytes; split it`);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    const reason = error instanceof TypeError ? 'it is not valid UTF-8' : (error as NodeJS.ErrnoException).code;
    return report('file_unreadable', `the file cannot be read: ${reason}`);
  }
}

/**
 * Follows links, because a mounted ConfigMap is made of them. Hidden files and folders are left out: editors,
 * version control and ConfigMaps keep copies there.
 */
function listFiles(
  root: string,
  folder: string,
  filter: FileFilter,
  problems: Problem[],
  within: readonly string[] = []
): string[] {
  if (!existsSync(folder)) return [];
  try {
    const here = realpathSync.native(folder);
    if (within.includes(here)) return [];
    return readdirSync(folder)
      .filter(name => !name.startsWith('.'))
      .flatMap(name => {
        const path = join(folder, name);
        if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
          return listFiles(root, path, filter, problems, [...within, here]);
        return filter(name) ? [path] : [];
      });
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code;
    problems.push({
      code: 'file_unreadable',
      message: `the folder cannot be read: ${reason}`,
      file: nameIn(root, folder)
    });
    return [];
  }
}

const nameIn = (root: string, path: string) => relative(root, path).split(sep).join('/');
