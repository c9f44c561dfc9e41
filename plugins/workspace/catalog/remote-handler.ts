import { type Assembly, schemaProblems } from '../../../core/index.js';
import type { ToolHandler } from '../../../core/tools/index.js';
import { compileSchema } from './schema-compiler.js';
import type { WorkspaceToolDefinition } from './workspace-tool.js';

type StaticItems = Parameters<Assembly<unknown>['build']>[2];

/** A tool that asks another system, as its file configures it. */
export interface RemoteHandler {
  readonly handler: ToolHandler;
  readonly configuration: Readonly<Record<string, unknown>>;
}

type Report = (pointer: string, code: string, message: string) => void;

/** The handler that a definition names; undefined where something is wrong with it, which goes to `report`. */
export async function remoteHandler(
  { name, handler: wanted, arguments: args, result }: WorkspaceToolDefinition,
  items: StaticItems,
  report: Report
): Promise<RemoteHandler | undefined> {
  // Most workspaces have no such tool, and do without what it is checked with.
  const { ToolHandler: point } = await import('../../../core/tools/index.js');
  const known = items(point).filter(({ remote }) => remote === true);
  const handler = known.find(one => one.name === wanted!.use);
  if (handler === undefined) {
    const names = known.map(one => one.name).join(', ');
    const advice =
      known.length === 0 ? 'list ./handlers-remote among the plugins of the service' : `there are ${names}`;
    report('/handler/use', 'handler_unknown', `no plugin brings a remote handler '${wanted!.use}'; ${advice}`);
    return undefined;
  }
  let sound = true;
  const note: Report = (pointer, code, message) => {
    sound = false;
    report(`/handler/with${pointer}`, code, message);
  };
  const configuration = wanted!.with;
  const accepts = compileSchema(handler.configuration);
  if (!accepts(configuration))
    for (const { pointer, message } of schemaProblems(accepts.errors, 'with'))
      note(pointer, 'handler_configuration', `${name}: ${message}`);
  if (!sound) return undefined;
  handler.check?.(configuration, args as never, note);
  if (/"bound":|\{bound\./.test(JSON.stringify(configuration)))
    note(
      '',
      'handler_configuration',
      `${name}: nothing is bound here; a workspace has no customer and no conversation`
    );
  for (const field of Object.values(handler.records?.(configuration) ?? {}).flat())
    if (!Object.hasOwn(result.properties, field)) note('', 'property_unknown', `result has no property '${field}'`);
  return sound ? { handler, configuration } : undefined;
}
