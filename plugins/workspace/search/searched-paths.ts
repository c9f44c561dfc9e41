import type { ToolCallContext } from '../contract/tool.js';
import { Denied } from '../sandbox/denied.js';
import { cleanPath } from '../sandbox/descriptor.js';
import { compileGlob, Exclusion, patternList } from '../sandbox/glob.js';
import { comparePaths } from '../sandbox/paths.js';
import type { FileTask } from './file-search.js';
import type { SearchArguments, SearchPosition } from './query.js';

/** What to look into, in path order. A folder that cannot be read is named like a file that cannot. */
async function* searchedPaths(args: SearchArguments, context: ToolCallContext): AsyncGenerator<string> {
  const { sandbox, deadline, signal } = context;
  const folder = cleanPath(sandbox.root, args.path ?? '');
  const globs = patternList(args.glob).map(compileGlob);
  const exclusion = new Exclusion(patternList(args.exclude));
  if (folder !== '') {
    try {
      await (await sandbox.open(folder)).close();
      yield folder;
      return;
    } catch (error) {
      if (!(error instanceof Denied) || error.reason !== 'not_a_file') throw error;
    }
  }
  const cut = folder === '' ? 0 : folder.length + 1;
  const includeHidden = args.include_hidden ?? globs.some(glob => glob.hidden);
  const respectGitignore = args.respect_gitignore ?? true;
  for await (const entry of sandbox.walk({ path: folder, includeHidden, respectGitignore, deadline, signal })) {
    const below = entry.path.slice(cut);
    if (exclusion.covers(below, entry.kind === 'directory')) continue;
    if (entry.unreadable) yield entry.path;
    if (entry.kind !== 'file' || (globs.length > 0 && !globs.some(glob => glob.matches(below)))) continue;
    yield entry.path;
  }
}

/** The files in which to look behind a position. */
export async function* fileTasks(
  args: SearchArguments,
  position: SearchPosition | undefined,
  context: ToolCallContext
): AsyncGenerator<FileTask> {
  for await (const path of searchedPaths(args, context)) {
    const order = position === undefined ? 1 : comparePaths(path, position.path);
    if (order > 0) yield { path, behind: 0 };
    else if (order === 0 && position?.line !== undefined) yield { path, behind: position.line };
  }
}
