import { kindsOf, type Service, staticItems } from '../../../core/index.js';
import { TOOL_KIND, ToolHandler } from '../../../core/tools/index.js';
import { TestSection } from '../../../core/workbench/index.js';
import { testFileSchema } from '../tests/test-files.js';

/** The JSON Schema of every kind of file by which editors complete and check, as text by the kind's name. */
export function editorSchemas(services: readonly Service[]): ReadonlyMap<string, string> {
  const schemas = new Map(kindsOf(services).map(({ id, schema }) => [id, schema]));
  const tool = schemas.get(TOOL_KIND);
  if (tool !== undefined) schemas.set(TOOL_KIND, withHandlers(tool, staticItems(services, ToolHandler)));
  const sections = staticItems(services, TestSection);
  if (sections.length > 0) schemas.set('tests', testFileSchema(sections));
  return new Map(
    [...schemas].map(([id, schema]) => [
      id,
      `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', title: `bylaw ${id}`, ...schema }, undefined, 2)}\n`
    ])
  );
}

/** What a definition may put under `handler.with` depends on the handler; the loader asks it, an editor has only this. */
const withHandlers = (schema: object, handlers: readonly ToolHandler[]): object => ({
  ...schema,
  allOf: handlers.map(({ name, configuration }) => ({
    if: { properties: { handler: { properties: { use: { const: name } } } } },
    then: { properties: { handler: { properties: { with: configuration } } } }
  }))
});
