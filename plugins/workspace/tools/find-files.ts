import type { ToolCallContext, WorkspaceTool } from '../contract/tool.js';
import type { EntryKind } from '../sandbox/contract.js';
import { isCount, makeCursor, readCursor } from '../sandbox/cursor.js';
import { compileGlob, Exclusion, patternList } from '../sandbox/glob.js';
import { cleanPath } from '../sandbox/descriptor.js';
import { comparePaths } from '../sandbox/paths.js';
import { sizedTree } from '../sandbox/tree-source.js';
import { walkTree } from '../sandbox/walk.js';
import { answer, counted, timeOf } from '../contract/answer.js';
import { Budget } from '../contract/budget.js';
import { extensionOf, type SortOrder } from './sorting.js';
import { TimeSlice } from '../time/time-slice.js';

const NAME = 'find_files';

interface Arguments {
  readonly pattern: string;
  readonly path?: string;
  readonly exclude?: string | readonly string[];
  readonly sort?: SortOrder;
  readonly include_hidden?: boolean;
  readonly respect_gitignore?: boolean;
  readonly max_results?: number;
  readonly cursor?: string;
}

/** After a path in path order; past a number of results in any other. */
interface Position {
  readonly after?: string;
  readonly skip?: number;
}

const isPosition = ({ after: last, skip }: Position): boolean =>
  typeof last === 'string' ? skip === undefined : last === undefined && isCount(skip);

interface Found {
  readonly path: string;
  readonly kind: EntryKind;
  readonly size?: number;
  readonly mtimeMs?: number;
}

/** Matches in path order; `unreadable` is told of every folder that is there and cannot be looked into. */
async function* search(
  args: Arguments,
  folder: string,
  context: ToolCallContext,
  unreadable: () => void
): AsyncGenerator<Found> {
  const { sandbox, deadline, signal } = context;
  const glob = compileGlob(args.pattern);
  const exclusion = new Exclusion(patternList(args.exclude));
  const includeHidden = args.include_hidden ?? glob.hidden;
  const respectGitignore = args.respect_gitignore ?? true;
  const cut = folder === '' ? 0 : folder.length + 1;
  const wants = (path: string, kind: EntryKind): boolean => {
    const below = path.slice(cut);
    return (
      !exclusion.covers(below, kind === 'directory') && glob.folders === (kind === 'directory') && glob.matches(below)
    );
  };
  const slice = new TimeSlice(signal);
  if (args.sort === 'size' || args.sort === 'modified') {
    const ignored = respectGitignore ? 'skip' : 'off';
    const maxDepth = Number.POSITIVE_INFINITY;
    const options = { path: folder, includeHidden, ignored, maxDepth, deadline, signal } as const;
    const tree = walkTree(sizedTree(sandbox), options);
    for (const { path, kind, entry, unreadable: closed } of tree) {
      if (slice.due()) await slice.take();
      if (closed) unreadable();
      if (wants(path, kind)) yield { path, kind, size: entry.size, mtimeMs: entry.mtimeMs };
    }
    return;
  }
  const options = { path: folder, includeHidden, respectGitignore, deadline, signal };
  for (const { path, kind, unreadable: closed } of sandbox.walk(options)) {
    if (slice.due()) await slice.take();
    if (closed) unreadable();
    if (wants(path, kind)) yield { path, kind };
  }
}

function orderOf(sort: SortOrder): (left: Found, right: Found) => number {
  const byPath = (left: Found, right: Found): number => comparePaths(left.path, right.path);
  if (sort === 'size') return (left, right) => right.size! - left.size! || byPath(left, right);
  if (sort === 'modified') return (left, right) => right.mtimeMs! - left.mtimeMs! || byPath(left, right);
  return (left, right) => {
    const one = extensionOf(left.path);
    const other = extensionOf(right.path);
    return one < other ? -1 : one > other ? 1 : byPath(left, right);
  };
}

async function* sorted(found: AsyncGenerator<Found>, sort: SortOrder, skip: number): AsyncGenerator<Found> {
  const all: Found[] = [];
  for await (const one of found) all.push(one);
  yield* all.sort(orderOf(sort)).slice(skip);
}

async function* after(found: AsyncGenerator<Found>, last: string | undefined): AsyncGenerator<Found> {
  for await (const one of found) {
    if (last === undefined || comparePaths(one.path, last) > 0) yield one;
  }
}

/** Paths by glob. In path order it stops walking as soon as the page is full. */
export const findFiles: WorkspaceTool = {
  name: NAME,
  async run(args: Arguments, context: ToolCallContext) {
    const folder = cleanPath(context.sandbox.root, args.path ?? '');
    const sort = args.sort ?? 'name';
    const position = readCursor<Position>(NAME, { ...args }, isPosition);
    const skip = position?.skip ?? 0;
    const last = position?.after;
    let unreadable = 0;
    const found = search(args, folder, context, () => unreadable++);
    const budget = new Budget(context.limits);
    const most = args.max_results ?? 100;

    const files: { path: string; kind: EntryKind; size?: number; modified?: string }[] = [];
    let more = false;
    for await (const { path, kind, size, mtimeMs } of sort === 'name'
      ? after(found, last)
      : sorted(found, sort, skip)) {
      const file = { path, kind, ...(size === undefined ? {} : { size, modified: timeOf(mtimeMs!) }) };
      more = files.length >= most || !budget.take(file);
      if (more) break;
      files.push(file);
    }

    const timedOut = !more && context.deadline.expired;
    const next: Position = sort === 'name' ? { after: files.at(-1)?.path ?? '' } : { skip: skip + files.length };
    // Sorted results of a walk that ran out of time are not the first ones: there is no going on from them.
    const goesOn = files.length > 0 && (more || (timedOut && sort === 'name'));
    const none = timedOut ? 'nothing found in the time given' : 'no file matches';
    const summary = files.length > 0 ? counted(files.length, 'path') : none;
    return answer({ files, unreadable_directories: unreadable }, summary, {
      timedOut,
      truncated: more || timedOut,
      nextCursor: goesOn ? makeCursor(NAME, { ...args }, next) : undefined
    });
  }
};
