import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { DocumentKind, Source } from '../../../core/index.js';
import { checkSchema, compileSchema } from './schema-compiler.js';

type Schema = Readonly<Record<string, unknown>>;

/** A tool of the workspace server as `tools.d/workspace/` defines it. */
export interface WorkspaceToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of the arguments, published as it is. */
  readonly arguments: Schema;
  /** A remote handler that a plugin brings; without one the code brings the tool. */
  readonly handler?: { readonly use: string; readonly with: Schema };
  /** JSON Schema of the tool's own fields of `structuredContent`; what all results carry is added. */
  readonly result: Schema & { readonly properties: Schema; readonly required?: readonly string[] };
  /** True when the arguments fit; fills in the schema's defaults. Compiled when it is first looked at. */
  readonly accepts: ValidateFunction;
  readonly source: Source;
}

/** Fields the dispatcher adds to every result, which a definition must not take for itself. */
const RESERVED = ['redaction', 'content_assessment', 'timed_out', 'truncated', 'next_cursor', 'denial'];

const object = {
  type: 'object',
  required: ['type', 'properties', 'additionalProperties'],
  properties: {
    type: { const: 'object' },
    additionalProperties: { const: false },
    required: { type: 'array', uniqueItems: true, items: { type: 'string' } },
    properties: { type: 'object' },
    $defs: { type: 'object' }
  }
};

/** `tools.d/workspace/<name>.yaml`: one tool a file. Removing the file removes the tool. */
export const WorkspaceToolKind: DocumentKind<WorkspaceToolDefinition> = {
  id: 'workspace-tool',
  version: 1,
  folder: 'tools.d/workspace',
  nameOf: content => content.name,
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['kind', 'version', 'name', 'title', 'description', 'arguments', 'result'],
    properties: {
      kind: { const: 'workspace-tool' },
      version: { const: 1 },
      name: {
        type: 'string',
        pattern: '^[a-z][a-z0-9_]{0,63}$',
        description: 'The tool that the code brings, or one of your own.'
      },
      title: { type: 'string', minLength: 1, maxLength: 80, description: 'What people see in lists.' },
      description: { type: 'string', minLength: 1, description: 'What it does and when to use it, for the model.' },
      handler: {
        type: 'object',
        additionalProperties: false,
        required: ['use', 'with'],
        description: 'For a tool of your own: a handler that asks another system, and what it needs to know.',
        properties: { use: { type: 'string' }, with: { type: 'object' } }
      },
      arguments: { ...object, description: 'JSON Schema of the arguments.' },
      result: {
        ...object,
        additionalProperties: false,
        description: 'JSON Schema of the fields the tool answers; fields of all tools are added.'
      }
    }
  },
  check(definition, report) {
    for (const part of ['arguments', 'result'] as const) {
      try {
        checkSchema(definition[part]);
      } catch (error) {
        const message = `${part} is not a JSON Schema that can be used: ${(error as Error).message}`;
        report(`/${part}`, 'schema_invalid', message);
      }
      for (const [i, field] of (definition[part].required ?? []).entries())
        if (!Object.hasOwn(definition[part].properties, field))
          report(`/${part}/required/${i}`, 'property_unknown', `there is no property '${field}'`);
    }
    for (const field of RESERVED)
      if (Object.hasOwn(definition.result.properties, field))
        report(`/result/properties/${field}`, 'field_reserved', `every result has a field '${field}' already`);
  },
  compile({ kind: _kind, version: _version, ...definition }, _report, source) {
    return {
      ...definition,
      get accepts() {
        return compileSchema(definition.arguments);
      },
      source
    };
  }
};
