import type { ToolCallContext, WorkspaceTool } from '../contract.js';
import { isCount, makeCursor, readCursor } from '../sandbox/cursor.js';
import { answer } from './answer.js';
import { Budget } from './budget.js';
import { CandidateFiles, type SearchPosition } from '../search/candidate-files.js';
import { searchQuery, type SearchArguments } from '../search/query.js';
import { Results } from '../search/results.js';
import { inProcess, inThread, Stopped } from '../search/run.js';
import { Scanner } from '../search/scanner.js';

const NAME = 'search_text';

const isPosition = ({ path, line }: Partial<SearchPosition>): boolean =>
  typeof path === 'string' && (line === undefined || isCount(line));

/** Contents by literal or expression. Literals are found here; expressions run in a thread that can be killed. */
export const searchText: WorkspaceTool = {
  name: NAME,
  async run(args: SearchArguments, context: ToolCallContext) {
    const query = searchQuery(args);
    const position = readCursor<SearchPosition>(NAME, { ...args }, isPosition);
    const scanner = new Scanner(query);
    const candidates = new CandidateFiles(args, query, scanner, context);
    const results = new Results(query, args.max_results ?? 100, new Budget(context.limits), context.redactor);
    const files = candidates.from(position);
    const scanned = query.untrusted ? inThread(files, query, context) : inProcess(files, scanner);

    let counters = candidates.counters;
    let done: SearchPosition | undefined;
    let stopped = false;
    try {
      for await (const one of scanned) {
        counters = one.file.counters;
        results.add(one);
        if (results.full) break;
        done = { path: one.file.path };
      }
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      stopped = true;
    }
    context.signal.throwIfAborted();

    const timedOut = !results.full && (stopped || context.deadline.expired);
    if (!results.full && !stopped) {
      counters = candidates.counters;
      if (candidates.last !== undefined) done = { path: candidates.last };
    }
    // A call that got no further has no cursor: going on would end in the same place for ever.
    const next = results.full ? results.last : timedOut ? done : undefined;
    const skipped = { binary: counters.binary, too_large: counters.tooLarge, unreadable: counters.unreadable };
    const structured = {
      output: query.output,
      ...(query.output === 'lines' ? { matches: results.matches } : { files: results.files }),
      total: results.total,
      case_sensitive: !query.insensitive,
      files_searched: counters.searched,
      files_skipped: skipped,
      long_lines_cut: results.cutLines
    };
    const left = skipped.binary + skipped.too_large + skipped.unreadable;
    const found = results.total > 0 ? results.text : ['no match\n'];
    const note = `(${counters.searched} files searched, ${left} skipped)`;
    return answer(structured, [...found, note], {
      timedOut,
      truncated: results.full || timedOut,
      nextCursor: next && makeCursor(NAME, { ...args }, next)
    });
  }
};
