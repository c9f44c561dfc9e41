import { byPlace, foldersOf, loadDocuments, readOnce } from '../../../core/documents/index.js';
import {
  type CommandContext,
  type DocumentSet,
  type ExitStatus,
  formatProblem,
  kindsOf,
  loadOptions,
  type Problem,
  type SetReport,
  staticItems,
  UsageError
} from '../../../core/index.js';
import { FactDeclarationsKind, type RuleTable, RuleTables } from '../../../core/rules/index.js';
import { Reviewer, TestSection } from '../../../core/workbench/index.js';
import { PROBLEM_FORMATS } from '../reports/problem-formats.js';
import { behind } from '../scaffold/upgrade-plan.js';
import { readTests } from '../tests/test-files.js';
import { asksOf, reviewTables } from './review-tables.js';

/** Loads the files of every service the way their start does, and reports all problems; then what looks like a mistake. */
export async function policyCheck(context: CommandContext): Promise<ExitStatus> {
  const { root, services, err } = context;
  const print = PROBLEM_FORMATS[formatOf(context)]!;
  const asks = await asksOf(context);
  const problems = new Map<string, Problem>();
  const concerned = new Set<string>();
  const tables = new Set<string>();
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
    } = await loadDocuments({ ...loadOptions(root, service, services), thorough: true, salvage: [RuleTables], read });
    files = Math.max(files, seen);
    found.forEach(keep);
    const warn: SetReport = (source, pointer, code, message) =>
      keep({ code, message, file: source.file, ...source.place(pointer), severity: 'warning' });
    if (partial !== undefined && context.args.length > 0) await checkTables(partial, keep);
    for (const table of tablesOf(set ?? partial)) {
      tables.add(table.id);
      if (!context.args.includes(table.id)) continue;
      concerned.add(table.source.file);
      for (const { source } of (set ?? partial)!.of(FactDeclarationsKind)) concerned.add(source.file);
    }
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
  const unknown = context.args.find(arg => !tables.has(arg) && ![...problems.values()].some(isIn(arg)));
  if (unknown !== undefined)
    throw new UsageError(
      `there is no rule table '${unknown}'; there are ${[...tables].sort().join(', ')}; a folder is named with --root ${unknown}`
    );
  const isAsked = (problem: Problem) =>
    context.args.length === 0 || concerned.has(problem.file ?? '') || context.args.some(arg => isIn(arg)(problem));
  const found = [...problems.values()].filter(isAsked).sort(byPlace);
  const ok = files > 0 && found.every(({ severity }) => severity === 'warning');
  print({ ok, files, revisions, problems: found }, context);
  if (files + found.length === 0)
    err(
      `no declarative file under ${root}; --root names the folder that holds ${folders.map(folder => `${folder}/`).join(', ')}`
    );
  // Files that a version before this one shipped may be all that is wrong.
  const old = ok || formatOf(context) !== 'text' ? undefined : behind(context);
  if (old !== undefined) err(old);
  return ok ? 0 : 1;
}

/** What is wrong with tables while other files are unsound, so that nobody looked at them. */
async function checkTables(partial: DocumentSet, keep: (problem: Problem) => void): Promise<void> {
  if (!partial.has(RuleTables)) return;
  const report: SetReport = (source, pointer, code, message) =>
    keep({ code, message, file: source.file, ...source.place(pointer) });
  const tables = await RuleTables.build(partial, report, () => []);
  await RuleTables.check?.(tables, partial, report, true);
}

const tablesOf = (set: DocumentSet | undefined): readonly RuleTable[] =>
  set?.has(RuleTables) === true ? [...set.get(RuleTables).values()] : [];

/** A table that cannot be read is known by its file alone. */
const isIn = (table: string) => (problem: Problem) => problem.file?.includes(`/${table}.`) === true;

/** `--json` is the short form of `--format json`. */
function formatOf({ options }: CommandContext): string {
  const format = options['json'] === true ? 'json' : String(options['format'] ?? 'text');
  if (Object.hasOwn(PROBLEM_FORMATS, format)) return format;
  throw new UsageError(`the format is one of ${Object.keys(PROBLEM_FORMATS).join(', ')}`);
}
