import type { ReadFile } from '../../../core/documents/index.js';
import { kindsOf, type Problem, type Service, staticItems } from '../../../core/index.js';
import { TestSection } from '../../../core/workbench/index.js';
import { testFileSchema } from '../tests/test-files.js';
import { formatted, type Style } from './format.js';

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
    return formatted(text, style);
  } catch (error) {
    const message = `the file is left as it is: ${(error as Error).message}`;
    problems.push({ code: 'not_formatted', message, file: source.file });
    return undefined;
  }
}
