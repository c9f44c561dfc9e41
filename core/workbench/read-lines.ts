import { readFileSync } from 'node:fs';
import { validate } from '../documents/schema.js';
import { UsageError } from '../cli/command.js';
import { isObject } from '../json.js';

/** The text of a file named on the command line. Throws a `UsageError` that says why it cannot be read. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}

/**
 * The objects of a JSONL file, each held against a schema; `id` names the schema and `purpose` says in a refusal what a
 * line cannot be (`judged`). One without an `id` is known by its line. Throws a `UsageError` with the line.
 */
export function readLines(file: string, id: string, schema: object = {}, purpose: string): object[] {
  const items: object[] = [];
  for (const [i, line] of readText(file).split('\n').entries()) {
    if (line.trim() === '') continue;
    const item = parseObject(line);
    if (item === undefined) throw new UsageError(`${file}:${i + 1} is not a JSON object; the file holds one a line`);
    validate({ id, schema }, item, (_pointer, _code, message) => {
      throw new UsageError(`${file}:${i + 1} cannot be ${purpose}: ${message.replace('the file', 'the line')}`);
    });
    items.push('id' in item ? item : { id: `line ${i + 1}`, ...item });
  }
  if (items.length === 0) throw new UsageError(`${file} holds no item`);
  return items;
}

function parseObject(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
