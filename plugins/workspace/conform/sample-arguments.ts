import { type Json, type TryTool } from './case.js';
import { isObject } from '../../../core/index.js';

/**
 * The first tool that says it only reads, with the least arguments its schema asks for. Undefined where there is none:
 * a tool that may change something is not called to see whether the protocol is kept.
 */
export function toolToTry(tools: readonly unknown[]): TryTool | undefined {
  const candidates = tools
    .filter(isObject)
    .filter(({ annotations }) => isObject(annotations) && annotations['readOnlyHint'] === true);
  const required = (tool: Json) => (isObject(tool['inputSchema']) ? list(tool['inputSchema']['required']).length : 0);
  const [tool] = [...candidates].sort((a, b) => required(a) - required(b));
  if (tool === undefined || typeof tool['name'] !== 'string') return undefined;
  const schema = isObject(tool['inputSchema']) ? tool['inputSchema'] : {};
  const output = tool['outputSchema'];
  return {
    name: tool['name'],
    arguments: sample(schema) as Json,
    closed: schema['additionalProperties'] === false,
    outputSchema: isObject(output) ? output : undefined
  };
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

function sample(schema: unknown): unknown {
  if (!isObject(schema)) return 'a';
  if ('const' in schema) return schema['const'];
  if ('default' in schema) return schema['default'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0] as unknown;
  switch (list([schema['type']].flat())[0]) {
    case 'object': {
      const properties = isObject(schema['properties']) ? schema['properties'] : {};
      return Object.fromEntries(list(schema['required']).map(name => [String(name), sample(properties[String(name)])]));
    }
    case 'array':
      return [];
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 1;
    case 'boolean':
      return false;
    default:
      return 'a';
  }
}
