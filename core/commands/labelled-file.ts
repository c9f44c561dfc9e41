import { readFileSync } from 'node:fs';
import { validate } from '../documents/schema.js';
import { UsageError } from '../points/command.js';
import type { Evaluator } from '../points/evaluator.js';

/** Reads what an evaluator judges: items from a JSONL file, or one JSON document. Throws a `UsageError` for another shape. */
export function readLabelled(file: string, evaluator: Evaluator): unknown {
  return evaluator.input === 'jsonl' ? readLines(file, evaluator) : readDocument(file);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}

function readDocument(file: string): unknown {
  try {
    return JSON.parse(readText(file)) as unknown;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} is not JSON`);
  }
}

function readLines(file: string, { name, item: schema = {} }: Evaluator): object[] {
  const items: object[] = [];
  for (const [i, line] of readText(file).split('\n').entries()) {
    if (line.trim() === '') continue;
    const item = parseObject(line);
    if (item === undefined) throw new UsageError(`${file}:${i + 1} is not a JSON object; the file holds one a line`);
    validate({ id: name, schema }, item, (_pointer, _code, message) => {
      throw new UsageError(`${file}:${i + 1} cannot be judged: ${message.replace('the file', 'the line')}`);
    });
    items.push(item);
  }
  if (items.length === 0) throw new UsageError(`${file} holds no item`);
  return items;
}

function parseObject(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
