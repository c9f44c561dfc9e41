import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  ToolDefinitions,
  ToolHandler,
  type Assembly,
  type Store,
  type ToolBody,
  type ToolDefinition
} from '../../../core/index.js';

/** A tool with the handler that does its work, not yet bound to a store. */
export interface RegisteredTool {
  readonly definition: ToolDefinition;
  readonly handler: ToolHandler;
}

const FOLDER = 'tools.d/support/';

/** The tools of `tools.d/support/`, each joined to its handler. */
export const ToolRegistry: Assembly<ReadonlyMap<string, RegisteredTool>> = {
  id: 'support-tools',
  kinds: [ToolDefinitions],
  build(set, report, items) {
    const handlers = items(ToolHandler);
    const ajv = new Ajv2020({ allErrors: true, strict: true });
    const tools = new Map<string, RegisteredTool>();
    for (const { source, value } of set.of(ToolDefinitions)) {
      if (!source.file.startsWith(FOLDER)) continue;
      const handler = handlers.find(h => h.name === value.handler.use);
      if (handler === undefined) {
        report(
          source,
          '/handler/use',
          'handler_unknown',
          `no plugin brings the handler '${value.handler.use}'; there are ${handlers
            .map(h => h.name)
            .sort()
            .join(', ')}`
        );
        continue;
      }
      const fits = ajv.compile(handler.configuration);
      if (!fits(value.handler.with))
        for (const error of fits.errors ?? [])
          report(
            source,
            `/handler/with${error.instancePath}`,
            'handler_configuration',
            `${handler.name}: ${error.message}`
          );
      tools.set(value.name, { definition: value, handler });
    }
    return tools;
  }
};

/** Binds every tool's handler to the store: what the gate runs. */
export function bindTools(tools: ReadonlyMap<string, RegisteredTool>, store: Store) {
  const definitions = new Map<string, ToolDefinition>();
  const bodies = new Map<string, ToolBody>();
  for (const [name, { definition, handler }] of tools) {
    definitions.set(name, definition);
    bodies.set(name, handler.bind(definition.handler.with, { store }) as ToolBody);
  }
  return { definitions, bodies };
}
export type BoundTools = ReturnType<typeof bindTools>;
