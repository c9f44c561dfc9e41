import type { ValidateFunction } from 'ajv/dist/2020.js';
import { ajvPackage, type Assembly, type Problem, schemaProblems } from '../../../core/index.js';
import { type ToolBody, ToolHandler, type ToolResources, type ToolSet } from '../../../core/tools/index.js';
import { type SupportTool, SupportTools } from './authority.js';

/** A tool with the handler that does its work, not yet bound to a store. */
export interface RegisteredTool {
  readonly definition: SupportTool;
  readonly handler: ToolHandler;
}

/** Tools that a run calls by itself; no plan needs to name them. */
export const OWN_TOOLS = {
  ticket: 'create_ticket',
  /** Hands over a conversation whose customer is not verified. */
  contact: 'request_contact',
  withdraw: 'withdraw_ticket',
  note: 'add_note',
  orders: 'list_orders',
  articles: 'search_knowledge_base'
} as const;

const FOLDER = 'tools.d/support/';

/** The tools of `tools.d/support/`, each joined to its handler. */
export const ToolRegistry: Assembly<ReadonlyMap<string, RegisteredTool>> = {
  id: 'support-tools',
  kinds: [SupportTools],
  build(set, report, items) {
    const handlers = items(ToolHandler);
    const { Ajv2020 } = ajvPackage();
    const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: true, allowUnionTypes: true });
    const tools = new Map<string, RegisteredTool>();
    for (const { source, value } of set.of(SupportTools)) {
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
      const at = (pointer: string, code: string, message: string) =>
        report(source, `/handler/with${pointer}`, code, message);
      let fits: ValidateFunction;
      try {
        fits = ajv.compile(handler.configuration);
      } catch (error) {
        const message = `the configuration schema of '${handler.name}' cannot be used: ${(error as Error).message}`;
        report(source, '/handler/use', 'handler_schema', message);
        continue;
      }
      if (fits(value.handler.with)) handler.check?.(value.handler.with, value.arguments, at);
      else
        for (const { pointer, message } of schemaProblems(fits.errors, 'with'))
          at(pointer, 'handler_configuration', `${handler.name}: ${message}`);
      if (handler.name !== 'policy.decide' && 'decision' in (handler.records?.(value.handler.with) ?? {}))
        at('', 'record_reserved', "only policy.decide gives a record 'decision'; call it something else");
      tools.set(value.name, { definition: value, handler });
    }
    return tools;
  }
};

/** A problem for each credential that a tool needs and the environment lacks; a reload finds out when the tool is called. */
export function missingSecrets(
  tools: ReadonlyMap<string, RegisteredTool>,
  secret: ToolResources['secret']
): readonly Problem[] {
  return [...tools.values()].flatMap(({ definition: { name, handler: use, source }, handler }) =>
    (handler.secrets?.(use.with) ?? [])
      .filter(wanted => secret(wanted) === undefined)
      .map(wanted => ({
        code: 'secret_missing',
        message: `the tool ${name} needs the variable BYLAW_SECRET_${wanted}; set it`,
        file: source.file,
        ...source.place('/handler/with/headers')
      }))
  );
}

/** Binds every tool's handler to what it may use: what the gate runs. */
export function bindTools(
  tools: ReadonlyMap<string, RegisteredTool>,
  resources: Omit<ToolResources, 'tool'>
): BoundTools {
  const definitions = new Map<string, SupportTool>();
  const bodies = new Map<string, ToolBody>();
  for (const [name, { definition, handler }] of tools) {
    definitions.set(name, definition);
    bodies.set(name, handler.bind(definition.handler.with, { ...resources, tool: name }) as ToolBody);
  }
  return { definitions, bodies };
}
export type BoundTools = ToolSet<SupportTool>;
