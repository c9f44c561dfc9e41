import type { Assembly } from '../../../core/index.js';
import type { ToolDescription } from '../../../core/mcp/index.js';
import type { WorkspaceTool } from '../contract/tool.js';
import { WorkspaceToolKind, type WorkspaceToolDefinition } from './workspace-tool.js';
import { describe } from './describe.js';

export interface CatalogEntry {
  readonly definition: WorkspaceToolDefinition;
  readonly tool: WorkspaceTool;
}

/** The tools that are served: those that are defined in a file and brought by code. */
export interface Catalog {
  readonly descriptions: readonly ToolDescription[];
  readonly entries: ReadonlyMap<string, CatalogEntry>;
}

export function catalogAssembly(tools: readonly WorkspaceTool[]): Assembly<Catalog> {
  const byName = new Map(tools.map(tool => [tool.name, tool]));
  return {
    id: 'workspace-catalog',
    kinds: [WorkspaceToolKind],
    build(set, report) {
      const entries = new Map<string, CatalogEntry>();
      for (const { source, value: definition } of set.of(WorkspaceToolKind)) {
        const tool = byName.get(definition.name);
        const known = [...byName.keys()].join(', ');
        if (tool === undefined)
          report(source, '/name', 'tool_unknown', `there is no tool '${definition.name}'; there are ${known}`);
        else entries.set(definition.name, { definition, tool });
      }
      return { descriptions: [...entries.values()].map(entry => describe(entry.definition)), entries };
    }
  };
}
