import type { ToolCallContext, WorkspaceTool } from '../contract/tool.js';
import { HISTORY_TOOL, type HistoryArguments } from '../git/history-arguments.js';
import { listHistory } from '../git/list-history.js';
import { findRepository } from '../git/repository.js';
import { showCommit } from '../git/show-commit.js';

/** Commits of the workspace's own repository, or, with `ref` alone, what one commit changed. */
export const gitHistory: WorkspaceTool = {
  name: HISTORY_TOOL,
  async run(args: HistoryArguments, context: ToolCallContext) {
    const repository = await findRepository(context.sandbox, context.signal);
    const { path, ref, author, since, until, grep, max_commits: most } = args;
    const alone = ref !== undefined && [path, author, since, until, grep, most].every(part => part === undefined);
    return alone ? showCommit(repository, args, context) : listHistory(repository, args, context);
  }
};
