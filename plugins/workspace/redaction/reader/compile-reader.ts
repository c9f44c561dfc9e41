import type { Loaded } from '../../../../core/index.js';
import type { Model } from '../../../../core/learn/index.js';
import type { RedactionFile } from '../redaction-rules.js';
import { SecretReader } from './reader.js';
import { Reading, type ReaderRules } from './reading.js';

/** What a reader shares with the rules. */
export type SharedRules = Pick<ReaderRules, 'sourceCode' | 'comments' | 'placeholders'>;

/** Compiles the patterns at a pointer of the file that has the reader. */
export type CompileAll = (pointer: string, texts: readonly string[]) => readonly RegExp[];

/** The file that says how the reader reads; undefined where none does. */
export const readerFile = (files: readonly Loaded<RedactionFile>[]): Loaded<RedactionFile> | undefined =>
  files.find(({ value }) => value.reader !== undefined);

/** How the reader of a file reads, with its patterns compiled. */
export function readerRules(
  { reader: source }: Pick<RedactionFile, 'reader'>,
  shared: SharedRules,
  compile: CompileAll
): ReaderRules | undefined {
  if (source === undefined) return undefined;
  const sorts = source.files.map(({ name, paths, source_code = false, near, from }, nth) => ({
    name,
    paths: paths && compile(`/reader/files/${nth}/paths`, paths),
    sourceCode: source_code,
    near: near && new Set(near),
    from
  }));
  return { source, sorts, ...shared };
}

/** A reader that reads like this and judges by a model, which is asked for when the first candidate is met. */
export const readerOf = (rules: ReaderRules, model: () => Model): SecretReader =>
  new SecretReader(rules, new Reading(rules), model);
