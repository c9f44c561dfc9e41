import { UsageError } from '../../../core/index.js';
import { type Evaluator, readLines, readText } from '../../../core/workbench/index.js';

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
