import { Denied, type ToolCallContext } from '../contract.js';
import { cleanPath } from '../sandbox/descriptor.js';
import { compileGlob, Exclusion, patternList } from '../sandbox/glob.js';
import type { SearchArguments } from './query.js';

/** The files in which to look, in path order; undefined for a folder that cannot be read. */
export async function* searchedPaths(
  args: SearchArguments,
  context: ToolCallContext
): AsyncGenerator<string | undefined> {
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
    if (entry.unreadable) yield undefined;
    if (entry.kind !== 'file' || (globs.length > 0 && !globs.some(glob => glob.matches(below)))) continue;
    yield entry.path;
  }
}
