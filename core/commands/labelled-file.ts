import { UsageError } from '../points/command.js';
import type { Evaluator } from '../points/evaluator.js';
import { readLines, readText } from './read-lines.js';

/** Reads what an evaluator judges: items from a JSONL file, or one JSON document. Throws a `UsageError` for another shape. */
export const readLabelled = (file: string, { input, name, item }: Evaluator): unknown =>
  input === 'jsonl' ? readLines(file, name, item, 'judged') : readDocument(file);

function readDocument(file: string): unknown {
  try {
    return JSON.parse(readText(file)) as unknown;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} is not JSON`);
  }
}
