import type { ToolCallContext } from '../contract/tool.js';
import type { Sandbox } from '../sandbox/contract.js';
import { Denied } from '../sandbox/denied.js';
import { cleanPath } from '../sandbox/descriptor.js';
import { compileGlob, Exclusion, patternList } from '../sandbox/glob.js';
import { comparePaths } from '../sandbox/paths.js';
import type { FileTask } from './file-search.js';
import type { SearchArguments, SearchPosition } from './query.js';

/** What to look into, in path order. A folder that cannot be read is named like a file that cannot. */
function* searchedPaths(args: SearchArguments, folder: string, context: ToolCallContext): Generator<string> {
  const { sandbox, deadline, signal } = context;
  const globs = patternList(args.glob).map(compileGlob);
  const exclusion = new Exclusion(patternList(args.exclude));
  const cut = folder === '' ? 0 : folder.length + 1;
  const includeHidden = args.include_hidden ?? globs.some(glob => glob.hidden);
  const respectGitignore = args.respect_gitignore ?? true;
  for (const entry of sandbox.walk({ path: folder, includeHidden, respectGitignore, deadline, signal })) {
    const below = entry.path.slice(cut);
    if (exclusion.covers(below, entry.kind === 'directory')) continue;
    if (entry.unreadable) yield entry.path;
    if (entry.kind !== 'file' || (globs.length > 0 && !globs.some(glob => glob.matches(below)))) continue;
    yield entry.path;
  }
}

/** Whether a path is that of a file; throws `Denied` where it is neither that nor a folder. */
async function isFile(sandbox: Sandbox, path: string): Promise<boolean> {
  if (path === '') return false;
  try {
    (await sandbox.open(path)).close();
    return true;
  } catch (error) {
    if (!(error instanceof Denied) || error.reason !== 'not_a_file') throw error;
    return false;
  }
}

/** The files in which to look behind a position. */
export async function fileTasks(
  args: SearchArguments,
  position: SearchPosition | undefined,
  context: ToolCallContext
): Promise<Iterable<FileTask>> {
  const path = cleanPath(context.sandbox.root, args.path ?? '');
  const paths = (await isFile(context.sandbox, path)) ? [path] : searchedPaths(args, path, context);
  return behindPosition(paths, position);
}

function* behindPosition(paths: Iterable<string>, position: SearchPosition | undefined): Generator<FileTask> {
  for (const path of paths) {
    const order = position === undefined ? 1 : comparePaths(path, position.path);
    if (order > 0) yield { path, behind: 0 };
    else if (order === 0 && position?.line !== undefined) yield { path, behind: position.line };
  }
}
