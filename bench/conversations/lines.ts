import { readFileSync } from 'node:fs';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { schemaProblems } from '../../core/index.js';

/**
 * Reads a file with one conversation a line, each with an id of its own. Throws with the line and place of everything wrong,
 * and quotes none of it.
 */
export function readLines<T extends { readonly id: string }>(
  file: string,
  validate: ValidateFunction<T>
): readonly T[] {
  const problems: string[] = [];
  const found = new Map<string, T>();
  for (const [i, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (line.trim() === '') continue;
    const wrong = (what: string) => void problems.push(`${file}:${i + 1} ${what}`);
    const value = parsed(line);
    if (value === undefined) wrong('is not JSON');
    else if (!validate(value)) for (const { message } of schemaProblems(validate.errors, 'the line')) wrong(message);
    else if (found.has(value.id)) wrong(`has the id ${value.id} of an earlier line`);
    else found.set(value.id, value);
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  if (found.size === 0) throw new Error(`${file} holds no conversation`);
  return [...found.values()];
}

/** `undefined` for what is not JSON: the message of `JSON.parse` would quote it. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
