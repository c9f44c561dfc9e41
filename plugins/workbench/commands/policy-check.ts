import { byPlace, foldersOf, loadDocuments, readOnce } from '../../../core/documents/index.js';
import {
  type CommandContext,
  type ExitStatus,
  formatProblem,
  kindsOf,
  loadOptions,
  type Problem,
  type SetReport,
  staticItems,
  UsageError
} from '../../../core/index.js';
import { Reviewer, TestSection } from '../../../core/workbench/index.js';
import { PROBLEM_FORMATS } from '../reports/problem-formats.js';
import { readTests } from '../tests/test-files.js';
import { asksOf, reviewTables } from './review-tables.js';

/** Loads the files of every service the way their start does, and reports all problems; then what looks like a mistake. */
export async function policyCheck(context: CommandContext): Promise<ExitStatus> {
  const { root, services, err } = context;
  const print = PROBLEM_FORMATS[formatOf(context)]!;
  const asks = await asksOf(context);
  const problems = new Map<string, Problem>();
  const keep = (problem: Problem) => void problems.set(formatProblem(problem), problem);
  const revisions: Record<string, string> = {};
  const folders = foldersOf(kindsOf(services));
  const read = readOnce({ root, folders });
  let files = 0;
  for (const service of services) {
    const {
      set,
      partial,
      files: seen,
      problems: found
    } = await loadDocuments({ ...loadOptions(root, service, services), thorough: true, salvage: true, read });
    files = Math.max(files, seen);
    found.forEach(keep);
    const warn: SetReport = (source, pointer, code, message) =>
      keep({ code, message, file: source.file, ...source.place(pointer), severity: 'warning' });
    // What looks like a mistake in a table may be the cause of what is wrong.
    if (partial !== undefined) reviewTables(partial, warn, asks);
    if (set === undefined) continue;
    revisions[service.name] = set.revision;
    for (const reviewer of staticItems([service], Reviewer)) await (await reviewer.load())(set, warn);
    reviewTables(set, warn, asks);
  }
  const inTests: Problem[] = [];
  readTests({ root, folders }, staticItems(services, TestSection), inTests);
  inTests.forEach(keep);
  const found = [...problems.values()].sort(byPlace);
  const ok = files > 0 && found.every(({ severity }) => severity === 'warning');
  print({ ok, files, revisions, problems: found }, context);
  if (files + found.length === 0)
    err(
      `no declarative file under ${root}; --root names the folder that holds ${folders.map(folder => `${folder}/`).join(', ')}`
    );
  return ok ? 0 : 1;
}

/** `--json` is the short form of `--format json`. */
function formatOf({ options }: CommandContext): string {
  const format = options['json'] === true ? 'json' : String(options['format'] ?? 'text');
  if (Object.hasOwn(PROBLEM_FORMATS, format)) return format;
  throw new UsageError(`the format is one of ${Object.keys(PROBLEM_FORMATS).join(', ')}`);
}
