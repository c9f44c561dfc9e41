import { workspacePlugin } from './plugin.js';
import { openSandbox } from './sandbox/sandbox.js';
import { findFiles } from './tools/find-files.js';
import { gitHistory } from './tools/git-history.js';
import { listDirectory } from './tools/list-directory.js';
import { outlineFile } from './tools/outline-file.js';
import { readFile } from './tools/read-file.js';
import { searchText } from './tools/search-text.js';
import { workspaceOverview } from './tools/workspace-overview.js';

/** The workspace tool server: `docs/workspace.md` says how it is run. */
export default workspacePlugin({
  tools: [workspaceOverview, listDirectory, findFiles, searchText, readFile, outlineFile, gitHistory],
  openSandbox
});
