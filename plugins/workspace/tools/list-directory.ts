import type { ToolCallContext, WorkspaceTool } from '../contract/tool.js';
import type { EntryKind, SizedEntry } from '../sandbox/contract.js';
import { isCount, makeCursor, readCursor } from '../sandbox/cursor.js';
import { cleanPath } from '../sandbox/descriptor.js';
import { sizedTree } from '../sandbox/tree-source.js';
import { walkTree, type TreeEntry } from '../sandbox/walk.js';
import { printable } from '../redaction/visible.js';
import { answer, counted, timeOf } from '../contract/answer.js';
import { Budget } from '../contract/budget.js';
import { entryOrder, type SortOrder } from './sorting.js';
import { TimeSlice } from '../time/time-slice.js';

const NAME = 'list_directory';

interface Arguments {
  readonly path?: string;
  readonly depth?: number;
  readonly sort?: SortOrder;
  readonly include_hidden?: boolean;
  readonly max_entries?: number;
  readonly cursor?: string;
}

interface Position {
  readonly skip: number;
}

interface Described {
  readonly path: string;
  readonly kind: EntryKind;
  readonly depth: number;
  readonly size?: number;
  readonly modified: string;
  ignored?: true;
  unreadable?: true;
}

function describe({ path, kind, depth, entry, ignored, unreadable }: TreeEntry<SizedEntry>): Described {
  const modified = timeOf(entry.mtimeMs);
  const described: Described =
    kind === 'file' ? { path, kind, depth, size: entry.size, modified } : { path, kind, depth, modified };
  if (ignored) described.ignored = true;
  if (unreadable) described.unreadable = true;
  return described;
}

/** A folder to a depth. Ignored entries are named, so that they are known to exist, and not entered. */
export const listDirectory: WorkspaceTool = {
  name: NAME,
  async run(args: Arguments, { sandbox, limits, deadline, signal }: ToolCallContext) {
    const path = cleanPath(sandbox.root, args.path ?? '');
    const skip = readCursor<Position>(NAME, { ...args }, ({ skip: count }) => isCount(count))?.skip ?? 0;
    const most = args.max_entries ?? 200;
    const budget = new Budget(limits);
    let hidden = 0;
    const tree = walkTree(sizedTree(sandbox), {
      path,
      includeHidden: args.include_hidden ?? false,
      ignored: 'mark',
      maxDepth: args.depth ?? 1,
      deadline,
      signal,
      order: entryOrder(args.sort ?? 'name'),
      onHidden: count => (hidden += count)
    });

    const entries: unknown[] = [];
    const slice = new TimeSlice(signal);
    let seen = 0;
    let more = false;
    for (const entry of tree) {
      if (slice.due()) await slice.take();
      if (seen++ < skip) continue;
      const described = describe(entry);
      more = entries.length >= most || !budget.take(described);
      if (more) break;
      entries.push(described);
    }

    const timedOut = !more && deadline.expired;
    const nextCursor =
      more || (timedOut && entries.length > 0)
        ? makeCursor(NAME, { ...args }, { skip: skip + entries.length } satisfies Position)
        : undefined;
    const note = hidden > 0 ? `; ${hidden} hidden left out, include_hidden shows them` : '';
    const summary = `${path === '' ? '.' : printable(path)}/: ${counted(entries.length, 'entry', 'entries')}${note}`;
    return answer({ path: path === '' ? '.' : path, entries, hidden_entries: hidden }, summary, {
      timedOut,
      truncated: more || timedOut,
      nextCursor
    });
  }
};
