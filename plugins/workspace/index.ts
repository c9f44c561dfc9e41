import { once } from '../../core/index.js';
import type { WorkspaceTool } from './contract/tool.js';
import { workspacePlugin } from './plugin.js';
import { openSandbox } from './sandbox/sandbox.js';

/** A tool whose code is loaded with its first call. */
function tool(name: string, load: () => Promise<WorkspaceTool>): WorkspaceTool {
  const loaded = once(load);
  return { name, run: async (args, context) => await (await loaded()).run(args, context) };
}

/**
 * The workspace tool server: `docs/workspace.md` says how it is run. A folder imports only those before it:
 * time, redaction, sandbox, outline, contract, reading, search, git, tools, catalog, rpc, http, conform, bridge, commands.
 */
export default workspacePlugin({
  tools: [
    tool('workspace_overview', async () => (await import('./tools/workspace-overview.js')).workspaceOverview),
    tool('list_directory', async () => (await import('./tools/list-directory.js')).listDirectory),
    tool('find_files', async () => (await import('./tools/find-files.js')).findFiles),
    tool('search_text', async () => (await import('./tools/search-text.js')).searchText),
    tool('read_file', async () => (await import('./tools/read-file.js')).readFile),
    tool('outline_file', async () => (await import('./tools/outline-file.js')).outlineFile),
    tool('git_history', async () => (await import('./tools/git-history.js')).gitHistory)
  ],
  openSandbox
});
