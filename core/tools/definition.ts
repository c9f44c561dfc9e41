import { closed } from '../documents/closed.js';
import type { DocumentKind, Source } from '../documents/kind.js';
import { ajvPackage, once } from '../packages.js';
import type { ArgumentSchema } from './handler.js';

/** A tool as `tools.d/` defines it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly handler: { readonly use: string; readonly with: Readonly<Record<string, unknown>> };
  /** JSON Schema of the arguments, published as it is. */
  readonly arguments: ArgumentSchema;
  readonly required_scopes: readonly string[];
  readonly idempotent: boolean;
  readonly risk: 'read' | 'write';
  readonly timeout_seconds: number | undefined;
  /** True when the arguments fit the schema. */
  readonly accepts: (args: unknown) => boolean;
  readonly source: Source;
}

// Optimising the code of a schema takes longer than all calls that a tool will see.
const ajv = once(() => {
  const code = { optimize: false };
  return new (ajvPackage().Ajv2020)({ strict: true, allowUnionTypes: true, validateSchema: false, code });
});

/** A list of names without repetition, as definitions write it. */
export const NAMES = { type: 'array', uniqueItems: true, items: { type: 'string', minLength: 1 } } as const;

/** Id of the document kind of tools, whichever service brings it. */
export const TOOL_KIND = 'tool';

/**
 * The kind of `tools.d/<service>/<name>.yaml`, one tool a file. `authority` is the JSON Schema of what a service's
 * definitions say beside the common keys, all of it required: who may call the tool, for example; `optional` what they may say.
 */
export const toolKind = <T extends ToolDefinition>(
  authority: Readonly<Partial<Record<Exclude<keyof T, keyof ToolDefinition> & string, object>>>,
  optional: Readonly<Record<string, object>> = {}
): DocumentKind<T> => ({
  id: TOOL_KIND,
  version: 1,
  folder: 'tools.d',
  nameOf: content => content.name,
  schema: {
    type: 'object',
    additionalProperties: false,
    required: [
      'kind',
      'version',
      'name',
      'description',
      'handler',
      'arguments',
      'required_scopes',
      'idempotent',
      'risk',
      ...Object.keys(authority)
    ],
    properties: {
      kind: { const: 'tool' },
      version: { const: 1 },
      name: { type: 'string', pattern: '^[a-z][a-z0-9_]{1,63}$', description: 'What plans and callers call the tool.' },
      description: { type: 'string', minLength: 1, description: 'What it does, for people and models.' },
      handler: closed(
        {
          use: { type: 'string', description: 'A handler that a plugin brings.' },
          with: { type: 'object' }
        },
        ['with']
      ),
      arguments: {
        type: 'object',
        required: ['type', 'properties', 'additionalProperties'],
        properties: {
          type: { const: 'object' },
          additionalProperties: { const: false },
          required: { type: 'array' },
          properties: { type: 'object' }
        }
      },
      required_scopes: { ...NAMES, description: 'Scopes the calling key must hold, all of them.' },
      idempotent: { type: 'boolean' },
      risk: { enum: ['read', 'write'] },
      timeout_seconds: { type: 'number', exclusiveMinimum: 0, maximum: 60 },
      ...authority,
      ...optional
    }
  },
  check(content, report) {
    try {
      void ajv().validateSchema(content.arguments, true);
      ajv().compile(content.arguments);
    } catch (error) {
      report(
        '/arguments',
        'schema_invalid',
        `arguments is not a JSON Schema that can be used: ${(error as Error).message}`
      );
    }
    if (content.risk === 'read' && content.required_scopes.some((s: string) => s.endsWith(':write')))
      report('/risk', 'risk_mismatch', 'a tool that needs a write scope has risk write');
  },
  compile(content, _report, source) {
    const { kind: _kind, version: _version, ...definition } = content;
    const compiled = once(() => ajv().compile(content.arguments));
    const accepts = (args: unknown) => compiled()(args) as boolean;
    return { timeout_seconds: undefined, ...definition, handler: { with: {}, ...content.handler }, accepts, source };
  }
});
