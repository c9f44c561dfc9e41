import type { Assembly } from '../../../core/index.js';
import type { ToolDescription } from '../../../core/mcp/index.js';
import type { WorkspaceTool } from '../contract/tool.js';
import { describe } from './describe.js';
import { remoteHandler, type RemoteHandler } from './remote-handler.js';
import { WorkspaceToolKind, type WorkspaceToolDefinition } from './workspace-tool.js';

export interface CatalogEntry {
  readonly definition: WorkspaceToolDefinition;
  readonly body: WorkspaceTool | RemoteHandler;
}

/** The tools that are served: those that are defined in a file, and brought by code or done by a remote handler. */
export interface Catalog {
  readonly descriptions: readonly ToolDescription[];
  readonly entries: ReadonlyMap<string, CatalogEntry>;
}

export function catalogAssembly(tools: readonly WorkspaceTool[]): Assembly<Catalog> {
  const byName = new Map(tools.map(tool => [tool.name, tool]));
  const known = [...byName.keys()].join(', ');
  return {
    id: 'workspace-catalog',
    kinds: [WorkspaceToolKind],
    async build(set, reportIn, items) {
      const entries = new Map<string, CatalogEntry>();
      for (const { source, value: definition } of set.of(WorkspaceToolKind)) {
        const report = (pointer: string, code: string, message: string) => reportIn(source, pointer, code, message);
        const tool = byName.get(definition.name);
        if (tool !== undefined && definition.handler !== undefined)
          report('/handler', 'tool_reserved', `'${definition.name}' is a tool of the code; give yours another name`);
        else if (tool === undefined && definition.handler === undefined)
          report(
            '/name',
            'tool_unknown',
            `there is no tool '${definition.name}'; there are ${known}; one of your own has a handler`
          );
        const body = tool ?? (definition.handler && (await remoteHandler(definition, items, report)));
        if (body !== undefined) entries.set(definition.name, { definition, body });
      }
      return { descriptions: [...entries.values()].map(entry => describe(entry.definition)), entries };
    }
  };
}
