import { createRequire } from 'node:module';
import { once } from '../../core/index.js';
import type { WorkspaceTool } from './contract/tool.js';
import { workspacePlugin } from './plugin.js';
import { openSandbox } from './sandbox/sandbox.js';

const load = createRequire(import.meta.url);

/** A tool whose code is loaded with its first call: at once, since other calls may need a part of it by then. */
function tool<M>(name: string, path: string, pick: (module: M) => WorkspaceTool): WorkspaceTool {
  const loaded = once(() => pick(load(path) as M));
  return { name, run: async (args, context) => await loaded().run(args, context) };
}

/**
 * The workspace tool server: `docs/workspace.md` says how it is run. A folder imports only those before it:
 * time, redaction, sandbox, outline, contract, reading, search, git, tools, catalog, rpc, http, conform, bridge, commands.
 */
export default workspacePlugin({
  tools: [
    tool<typeof import('./tools/workspace-overview.js')>(
      'workspace_overview',
      './tools/workspace-overview.js',
      module => module.workspaceOverview
    ),
    tool<typeof import('./tools/list-directory.js')>(
      'list_directory',
      './tools/list-directory.js',
      module => module.listDirectory
    ),
    tool<typeof import('./tools/find-files.js')>('find_files', './tools/find-files.js', module => module.findFiles),
    tool<typeof import('./tools/search-text.js')>('search_text', './tools/search-text.js', module => module.searchText),
    tool<typeof import('./tools/read-file.js')>('read_file', './tools/read-file.js', module => module.readFile),
    tool<typeof import('./tools/outline-file.js')>(
      'outline_file',
      './tools/outline-file.js',
      module => module.outlineFile
    ),
    tool<typeof import('./tools/git-history.js')>('git_history', './tools/git-history.js', module => module.gitHistory)
  ],
  openSandbox
});
