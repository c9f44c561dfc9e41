import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { YAMLException } from 'js-yaml';
import type { Problem } from '../errors.js';
import type { Source } from './kind.js';
import { note, parsedBefore } from './parsed.js';
import { peekKind } from './peek-kind.js';
import { placeFor, positions, secondDocument } from './positions.js';
import { isObject } from '../json.js';
import { once, yamlPackage } from '../packages.js';

/** Folders of a root that hold declarative files. */
export const FOLDERS = ['policies', 'intents', 'tools.d', 'seeds'] as const;

const MAX_BYTES = 4 * 1024 * 1024;
const MAX_DEPTH = 20;
const NOT_A_MAPPING = {
  code: 'not_a_mapping',
  message: 'a file holds one mapping that begins with kind: and version:'
};

/** The text of a file; `digest` is the SHA-256 of its bytes. */
export interface Identified {
  readonly source: Source;
  readonly digest: string;
  readonly text: string;
}

/** One file that parsed. */
export interface ReadFile extends Identified {
  readonly content: Readonly<Record<string, unknown>>;
}

/** One file that was read and not parsed. */
export interface TextFile extends Identified {
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
      if (text !== undefined) files.push({ ...identify(file, text), kind });
    }
  return files;
}

/** Reads and parses all of them. Problems come back with their lines. */
export const readAll = (root: string, problems: Problem[], filter = DOCUMENTS, read: Reader = readTexts): ReadFile[] =>
  read(root, problems, () => false, filter).flatMap(file => parse(file, problems) ?? []);

/** Gives the files of a root, from the disk or from where they were kept. */
export type Reader = typeof readTexts;

/** A reader that goes to the disk once, for those who load several services from one root. */
export function readOnce(): Reader {
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
  return text === undefined ? undefined : parse(identify(file, text), problems);
}

/** Decodes and parses what a file holds that was read elsewhere; messages call it `file`. */
export function parseBytes(file: string, bytes: Uint8Array, problems: Problem[]): ReadFile | undefined {
  const text = decoded(bytes, file, problems);
  return text === undefined ? undefined : parse(identify(file, text), problems);
}

/** Parses one text. */
export function parse({ source, digest, text }: Identified, problems: Problem[]): ReadFile | undefined {
  const known = parsedBefore(digest);
  if (known !== undefined) return { source, digest, text, content: known };
  const { file } = source;
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
  note(digest, content);
  return { source, digest, text, content };
}

/** What a text that stands in `file` goes by. */
export function identify(file: string, text: string): Identified {
  const digest = createHash('sha256').update(text).digest('hex');
  const places = once(() => positions(withoutMark(text)));
  const place = (pointer: string) => placeFor(places(), pointer);
  return { source: { file, revision: digest.slice(0, 12), place }, digest, text };
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
  try {
    // Reading a pipe would wait for a writer.
    if (statSync(path).isFile()) return decoded(readFileSync(path), file, problems);
    problems.push({ code: 'file_unreadable', message: 'this is not a file', file });
  } catch (error) {
    const message = `the file cannot be read: ${(error as NodeJS.ErrnoException).code}`;
    problems.push({ code: 'file_unreadable', message, file });
  }
  return undefined;
}

function decoded(bytes: Uint8Array, file: string, problems: Problem[]): string | undefined {
  try {
    if (bytes.length <= MAX_BYTES) return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const message = `a declarative file is at most ${MAX_BYTES} bytes; split it`;
    problems.push({ code: 'file_too_large', message, file });
  } catch {
    const message = 'the file cannot be read: it is not valid UTF-8';
    problems.push({ code: 'file_unreadable', message, file });
  }
  return undefined;
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
