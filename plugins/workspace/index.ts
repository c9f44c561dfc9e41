import { later } from '../../core/index.js';
import type { WorkspaceTool } from './contract/tool.js';
import { workspacePlugin } from './plugin.js';
import { openSandbox } from './sandbox/sandbox.js';

/** A tool whose code is loaded with its first call: at once, since other calls may need a part of it by then. */
function tool<M>(name: string, { module }: { module(): M }, pick: (module: M) => WorkspaceTool): WorkspaceTool {
  return { name, run: async (args, context) => await pick(module()).run(args, context) };
}

/**
 * The workspace tool server: `docs/workspace.md` says how it is run. A folder imports only those before it:
 * time, redaction, sandbox, outline, contract, reading, search, git, tools, catalog, rpc, http, conform, bridge, commands.
 */
export default workspacePlugin({
  tools: [
    tool(
      'workspace_overview',
      later<typeof import('./tools/workspace-overview.js')>(import.meta.url, './tools/workspace-overview.js'),
      module => module.workspaceOverview
    ),
    tool(
      'list_directory',
      later<typeof import('./tools/list-directory.js')>(import.meta.url, './tools/list-directory.js'),
      module => module.listDirectory
    ),
    tool(
      'find_files',
      later<typeof import('./tools/find-files.js')>(import.meta.url, './tools/find-files.js'),
      module => module.findFiles
    ),
    tool(
      'search_text',
      later<typeof import('./tools/search-text.js')>(import.meta.url, './tools/search-text.js'),
      module => module.searchText
    ),
    tool(
      'read_file',
      later<typeof import('./tools/read-file.js')>(import.meta.url, './tools/read-file.js'),
      module => module.readFile
    ),
    tool(
      'outline_file',
      later<typeof import('./tools/outline-file.js')>(import.meta.url, './tools/outline-file.js'),
      module => module.outlineFile
    ),
    tool(
      'git_history',
      later<typeof import('./tools/git-history.js')>(import.meta.url, './tools/git-history.js'),
      module => module.gitHistory
    )
  ],
  openSandbox
});
