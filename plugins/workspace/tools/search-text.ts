import type { ToolCallContext, WorkspaceTool } from '../contract/tool.js';
import { isCount, makeCursor, readCursor } from '../sandbox/cursor.js';
import { noCounters } from '../search/file-search.js';
import { searchQuery, type SearchArguments, type SearchPosition } from '../search/query.js';
import { Results } from '../search/results.js';
import { searchFiles } from '../search/run.js';
import { searchScope } from '../search/searched-files.js';
import { Stopped } from '../search/thread.js';
import { answer, counted } from '../contract/answer.js';
import { Budget } from '../contract/budget.js';

const NAME = 'search_text';
const PROGRESS_EVERY = 1000;

const isPosition = ({ path, line }: Partial<SearchPosition>): boolean =>
  typeof path === 'string' && (line === undefined || isCount(line));

/** Contents by literal or expression, file by file in path order. */
export const searchText: WorkspaceTool = {
  name: NAME,
  async run(args: SearchArguments, context: ToolCallContext) {
    const query = searchQuery(args);
    const position = readCursor<SearchPosition>(NAME, { ...args }, isPosition);
    const results = new Results(query, args.max_results ?? 100, new Budget(context.limits), context.redactor);
    const total = noCounters();
    let done: SearchPosition | undefined;
    let stopped = false;
    let told = 0;
    try {
      const scope = await searchScope(args, position, context.sandbox);
      for await (const { path, line, counters, hits } of searchFiles(scope, query, context)) {
        for (const reason of Object.keys(total) as (keyof typeof total)[]) total[reason] += counters[reason];
        if (hits !== undefined) results.add(path, hits);
        if (results.full) break;
        done = line === undefined ? { path } : { path, line };
        if (total.searched - told < PROGRESS_EVERY) continue;
        told = total.searched;
        context.progress(told, undefined, 'files searched');
      }
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      stopped = true;
    }
    context.signal.throwIfAborted();

    const timedOut = !results.full && (stopped || context.deadline.expired);
    // A call that got no further has no cursor: going on would end in the same place for ever.
    const next = results.full ? results.last : timedOut ? done : undefined;
    const skipped = { binary: total.binary, unreadable: total.unreadable };
    const structured = {
      output: query.output,
      ...(query.output === 'lines' ? { matches: results.matches } : { files: results.files }),
      total: results.total,
      case_sensitive: !query.insensitive,
      files_searched: total.searched,
      files_skipped: skipped,
      long_lines_cut: results.cutLines
    };
    const left = Object.entries(skipped).filter(([, count]) => count > 0);
    const why = left.map(([reason, count]) => `${count} ${reason}`).join(', ');
    const found = results.total > 0 ? counted(results.total, 'matching line') : 'no match';
    const summary = `${found} (${counted(total.searched, 'file')} searched${why === '' ? '' : `; skipped: ${why}`})`;
    return answer(structured, summary, {
      timedOut,
      truncated: results.full || timedOut,
      nextCursor: next && makeCursor(NAME, { ...args }, next)
    });
  }
};
