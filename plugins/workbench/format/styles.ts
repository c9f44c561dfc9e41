import type { ReadFile } from '../../../core/documents/index.js';
import { isObject, kindsOf, type Problem, type Service, staticItems } from '../../../core/index.js';
import { TestSection } from '../../../core/workbench/index.js';
import { testFileSchema } from '../tests/test-files.js';
import { formatted, type Style } from './format.js';
import { keyOrderOf, type KeyOrder } from './key-order.js';

/** The style of each kind of file, tests included. */
export type Styles = ReadonlyMap<unknown, Style>;

export function stylesOf(services: readonly Service[]): Styles {
  const tests = testFileSchema(staticItems(services, TestSection));
  return new Map<unknown, Style>([
    ...kindsOf(services).map(({ id, schema, oneLine = [] }) => [id, { schema, oneLine }] as const),
    ['tests', { schema: tests, oneLine: [] }]
  ]);
}

/** The text of a file in the style of its kind; undefined, and a problem, where that cannot be written. */
export function inStyle({ source, text }: ReadFile, style: Style, problems: Problem[]): string | undefined {
  try {
    return isJson(source.file, text) ? formattedJson(text, style) : formatted(text, style);
  } catch (error) {
    const message = `the file is left as it is: ${(error as Error).message}`;
    problems.push({ code: 'not_formatted', message, file: source.file });
    return undefined;
  }
}

/** Standard input has no name that would tell. */
function isJson(file: string, text: string): boolean {
  if (/\.(json|ya?ml)$/i.test(file)) return /json$/i.test(file);
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}

/** A JSON text in the one style: keys in the order of the schema, two spaces a level. Throws where it is no JSON. */
function formattedJson(text: string, { schema }: Style): string {
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new Error('it is no JSON, though its name says so');
  }
  return `${JSON.stringify(ordered(content, [], keyOrderOf(schema)), undefined, 2)}\n`;
}

function ordered(value: unknown, path: readonly string[], order: KeyOrder): unknown {
  if (Array.isArray(value)) return value.map((item, i) => ordered(item, [...path, String(i)], order));
  if (!isObject(value)) return value;
  const known = order(path) ?? [];
  const rank = (key: string) => (known.includes(key) ? known.indexOf(key) : known.length);
  const entries = Object.entries(value).sort(([a], [b]) => rank(a) - rank(b));
  return Object.fromEntries(entries.map(([key, each]) => [key, ordered(each, [...path, key], order)]));
}
