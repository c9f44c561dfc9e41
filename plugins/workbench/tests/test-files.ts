import { type Folders, readAll, type ReadFile, TEST_FILES, validate } from '../../../core/documents/index.js';
import type { Problem } from '../../../core/index.js';
import type { TestSection } from '../../../core/workbench/index.js';

/** One test of a file, not yet run. */
export interface TestCase {
  readonly section: TestSection;
  readonly test: unknown;
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** JSON Schema of `*.test.yaml` files: a list of tests for each section that a plugin brings. */
export function testFileSchema(sections: readonly TestSection[]): object {
  const lists = sections.map(({ name, summary, test }) => [
    name,
    { type: 'array', minItems: 1, items: test, description: summary }
  ]);
  return {
    type: 'object',
    additionalProperties: false,
    required: ['kind', 'version'],
    minProperties: 3,
    properties: { kind: { const: 'tests' }, version: { const: 1 }, ...Object.fromEntries(lists) }
  };
}

/** The tests that stand beside the documents of a root. Mistakes are added to `problems` with their places. */
export function readTests(from: Folders, sections: readonly TestSection[], problems: Problem[]): readonly TestCase[] {
  const schema = testFileSchema(sections);
  return readAll(from, problems, TEST_FILES).flatMap(file => casesOf(file, sections, schema, problems));
}

export function casesOf(
  { source, content }: ReadFile,
  sections: readonly TestSection[],
  schema: object,
  problems: Problem[]
): readonly TestCase[] {
  const found: Problem[] = [];
  validate({ id: 'tests', schema }, content, (pointer, code, message) =>
    found.push({ code, message, file: source.file, ...source.place(pointer) })
  );
  problems.push(...found);
  if (found.length > 0) return [];
  return sections.flatMap(section =>
    ((content[section.name] ?? []) as readonly unknown[]).map((test, i) => ({
      section,
      test,
      name: section.titleOf(test),
      file: source.file,
      ...source.place(`/${section.name}/${i}`)
    }))
  );
}
