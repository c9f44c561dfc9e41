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
import { type Rule, RuleTables } from '../../../core/rules/index.js';
import { Reviewer, TestSection } from '../../../core/workbench/index.js';
import { overtakes, reviewTable } from '../compare/overlaps.js';
import { PROBLEM_FORMATS } from '../reports/problem-formats.js';
import { readTests } from '../tests/test-files.js';

/** Loads the files of every service the way their start does, and reports all problems; then what looks like a mistake. */
export async function policyCheck(context: CommandContext): Promise<ExitStatus> {
  const { root, services, err } = context;
  const print = PROBLEM_FORMATS[formatOf(context)]!;
  const problems = new Map<string, Problem>();
  const keep = (problem: Problem) => void problems.set(formatProblem(problem), problem);
  const revisions: Record<string, string> = {};
  const folders = foldersOf(kindsOf(services));
  const read = readOnce({ root, folders });
  let files = 0;
  for (const service of services) {
    const {
      set,
      files: seen,
      problems: found
    } = await loadDocuments({
      ...loadOptions(root, service, services),
      thorough: true,
      read
    });
    files = Math.max(files, seen);
    found.forEach(keep);
    if (set === undefined) continue;
    revisions[service.name] = set.revision;
    const warn: SetReport = (source, pointer, code, message) =>
      keep({ code, message, file: source.file, ...source.place(pointer), severity: 'warning' });
    for (const reviewer of staticItems([service], Reviewer)) await (await reviewer.load())(set, warn);
    reviewTables(set, warn, context.options);
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

/** What looks like a mistake in a table as a whole; with `--overlaps` also what only the order of rules settles. */
function reviewTables(set: DocumentSet, warn: SetReport, options: CommandContext['options']): void {
  if (!set.has(RuleTables)) return;
  const { table: only, rule, decision, overlaps: all } = options;
  for (const table of set.get(RuleTables).values()) {
    if (table.derived === true || (only !== undefined && table.id !== only)) continue;
    const overtaken = overtakes(table);
    const asked = ({ id, decision: decides }: Rule) =>
      (rule === undefined || id === rule) && (decision === undefined || decides === decision);
    const review = reviewTable(
      table,
      (above, below) => overtaken(above, below) || (all === true && (asked(above) || asked(below)))
    );
    if (review === undefined)
      warn(table.source, '/rules', 'too_many_cases', `'${table.id}' tells too many cases apart to look at all of them`);
    const place = (id: string) => table.rules.find(each => each.id === id)!.pointer;
    for (const id of review?.neverWin ?? [])
      warn(
        table.source,
        place(id),
        'rule_never_wins',
        `'${id}' decides no case that can be, by the dependencies between facts`
      );
    for (const {
      rule: { id },
      comparison,
      holds
    } of review?.idle ?? [])
      warn(
        table.source,
        place(id),
        'comparison_settled',
        `'${comparison.fact} ${comparison.operator} ${JSON.stringify(comparison.value)}' in line ${comparison.line} ${holds ? 'holds' : 'fails'} for every value of '${comparison.fact}'`
      );
    for (const {
      rule: { id },
      name
    } of review?.contradictions ?? [])
      warn(table.source, place(id), 'condition_never_holds', `the condition '${name}' holds in no case that can be`);
    for (const { above, below, facts } of review?.overlaps ?? []) {
      const both = `both fire for ${JSON.stringify(facts)}; '${above.id}' stands above and decides`;
      if (overtaken(above, below))
        warn(
          table.source,
          place(above.id),
          'generous_rule_overtakes',
          `'${above.id}' (${above.decision}) and '${below.id}' (${below.decision}) ${both}; move it below, or say tier: exception, which overtakes no safeguard`
        );
      else
        warn(
          table.source,
          place(below.id),
          'rules_overlap',
          `'${below.id}' (${below.decision}) and '${above.id}' (${above.decision}) ${both}`
        );
    }
  }
}
