import type { ValidateFunction } from 'ajv/dist/2020.js';
import {
  ajvPackage,
  once,
  schemaProblems,
  type Assembly,
  type Problem,
  type SetReport,
  type Source
} from '../../../core/index.js';
import {
  type ArgumentSchema,
  type ToolBody,
  ToolHandler,
  type ToolResources,
  type ToolSet
} from '../../../core/tools/index.js';
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
  articles: 'search_knowledge_base',
  /** What rules look at, and whose an address is: read through the gate wherever the records are. */
  order: 'read_order',
  customer: 'read_customer',
  find: 'find_customer'
} as const;

const FOLDER = 'tools.d/support/';

/** The tools of `tools.d/support/`, each joined to its handler. */
export const ToolRegistry: Assembly<ReadonlyMap<string, RegisteredTool>> = {
  id: 'support-tools',
  kinds: [SupportTools],
  build(set, report, items) {
    const handlers = items(ToolHandler);
    const tools = new Map<string, RegisteredTool>();
    for (const { source, value } of set.of(SupportTools)) {
      if (!source.file.startsWith(FOLDER)) continue;
      const handler = fittingHandler(value, source, '/handler', { handlers, report });
      if (handler === undefined) continue;
      if (handler.name !== 'policy.decide' && 'decision' in (handler.records?.(value.handler.with) ?? {}))
        report(
          source,
          '/handler/with',
          'record_reserved',
          "only policy.decide gives a record 'decision'; call it something else"
        );
      tools.set(value.name, { definition: value, handler });
    }
    return tools;
  }
};

const ajv = once(() => {
  const options = { allErrors: true, verbose: true, strict: true, allowUnionTypes: true };
  return new (ajvPackage().Ajv2020)({ ...options, validateSchema: false, code: { optimize: false } });
});

interface Binding {
  readonly handler: { readonly use: string; readonly with: Readonly<Record<string, unknown>> };
  readonly arguments: ArgumentSchema;
}

/** The handler that a file names at `pointer`, with everything reported that does not fit it. */
export function fittingHandler(
  { handler: { use, with: configuration }, arguments: schema }: Binding,
  source: Source,
  pointer: string,
  { handlers, report }: { readonly handlers: readonly ToolHandler[]; readonly report: SetReport }
): ToolHandler | undefined {
  const handler = handlers.find(({ name }) => name === use);
  if (handler === undefined) {
    const there = handlers.map(({ name }) => name).sort();
    const message = `no plugin brings the handler '${use}'; there are ${there.join(', ')}`;
    report(source, `${pointer}/use`, 'handler_unknown', message);
    return undefined;
  }
  const at = (below: string, code: string, message: string) => report(source, `${pointer}/with${below}`, code, message);
  let fits: ValidateFunction;
  try {
    fits = ajv().compile(handler.configuration);
  } catch (error) {
    const message = `the configuration schema of '${handler.name}' cannot be used: ${(error as Error).message}`;
    report(source, `${pointer}/use`, 'handler_schema', message);
    return undefined;
  }
  if (fits(configuration)) handler.check?.(configuration, schema, at);
  else
    for (const { pointer: below, message } of schemaProblems(fits.errors, 'with'))
      at(below, 'handler_configuration', `${handler.name}: ${message}`);
  return handler;
}

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
