import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import type { Hash } from 'node:crypto';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../index.js';

/** A file of lessons: one JSON object a line. */
export interface LessonFile {
  readonly file: string;
  readonly path: string;
}

/** A line of a file of lessons that is none. */
export class LessonError extends Error {
  // Kept on its way out of a thread.
  override readonly name = 'LessonError';
}

/** The files of lessons of a root, by name; the shipped ones where it has none of its own. */
export function lessonFiles(root: string, folder: string): readonly LessonFile[] {
  const own = filesOf(join(root, folder));
  return own.length > 0 ? own : filesOf(join(PACKAGE_ROOT, folder));
}

/** The files of lessons of a root beside the shipped ones, by name; its own take the place of those of the same name. */
export function lessonFilesBeside(root: string, folder: string): readonly LessonFile[] {
  const files = [...filesOf(join(PACKAGE_ROOT, folder)), ...filesOf(join(root, folder))];
  const names = new Map(files.map(each => [each.file, each]));
  return [...names.keys()].sort().map(name => names.get(name)!);
}

function filesOf(folder: string): readonly LessonFile[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names
    .filter(name => name.endsWith('.jsonl'))
    .sort()
    .map(file => ({ file, path: join(folder, file) }));
}

const PIECE_BYTES = 64 * 1024;

/** Adds what the files hold to a digest, without holding any of them whole. */
export function digestLessons(files: readonly LessonFile[], hash: Hash): Hash {
  // The same memory for all of it: a service that has learned before needs none of the texts.
  const memory = new Uint8Array(PIECE_BYTES);
  for (const { file, path } of files) {
    hash.update(`\0${file}\0`);
    const fd = openSync(path, 'r');
    try {
      for (let read = readSync(fd, memory); read > 0; read = readSync(fd, memory))
        hash.update(memory.subarray(0, read));
    } finally {
      closeSync(fd);
    }
  }
  return hash;
}

/** The lines of a file that are not empty, each as JSON with its place in the folder. Throws `LessonError` for what is no JSON. */
export function* lessonsIn(
  { file, path }: LessonFile,
  folder: string
): Generator<{ readonly place: string; readonly row: unknown }> {
  const lines = new TextDecoder().decode(readFileSync(path)).split('\n');
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const place = `${folder}/${file}:${at + 1}`;
    let row: unknown;
    try {
      row = JSON.parse(line);
    } catch {
      throw new LessonError(`${place} is no JSON`);
    }
    yield { place, row };
  }
}
