import { foldersOf } from '../../../core/documents/index.js';
import { type CommandContext, type ExitStatus, formatProblem, kindsOf, UsageError } from '../../../core/index.js';
import { junit } from '../reports/junit.js';
import { percentCovered, percentOf } from '../tests/coverage.js';
import { runTests, type TestRun } from '../tests/run-tests.js';
import { coverageLines, patternLines, resultLines } from '../tests/text-report.js';
import { watched } from '../tests/watch.js';

const FORMATS = ['text', 'json', 'junit'];

/** Runs every example and test. Status 1 for a failure, for files that are not sound, for no test at all, and for too little coverage. */
export async function policyTest(context: CommandContext): Promise<ExitStatus> {
  const { root, services, args, options } = context;
  const format = options['json'] === true ? 'json' : String(options['format'] ?? 'text');
  if (!FORMATS.includes(format)) throw new UsageError(`the format is one of ${FORMATS.join(', ')}`);
  const least = leastCoverage(options['min']);
  const coverage = options['coverage'] === true || least !== undefined;
  const once = async () => {
    const run = await runTests(root, services, { words: args, coverage });
    return report(context, run, { format, coverage, least });
  };
  const folders = foldersOf(kindsOf(services));
  return options['watch'] === true ? await watched({ root, folders }, once, context) : await once();
}

function leastCoverage(given: string | boolean | undefined): number | undefined {
  if (given === undefined) return undefined;
  const least = given === '' ? NaN : Number(given);
  if (least >= 0 && least <= 100) return least;
  throw new UsageError('--min is a percentage from 0 to 100');
}

interface Asked {
  readonly format: string;
  readonly coverage: boolean;
  /** Percent of rules and outcomes. */
  readonly least: number | undefined;
}

function report({ args, out, err }: CommandContext, run: TestRun, { format, least, ...asked }: Asked): ExitStatus {
  const { problems, results, coverage, patterns } = run;
  const failed = results.filter(({ failures }) => failures.length > 0).length;
  const percent = percentCovered(coverage);
  const ofPatterns = percentOf(patterns.map(each => each.patterns));
  const ok = problems.length === 0 && results.length > 0 && failed === 0 && percent >= (least ?? 0);
  problems.forEach(problem => err(formatProblem(problem)));
  if (format === 'json') {
    const figures = {
      tests: results.length,
      failed,
      ...(asked.coverage && {
        coverage_percent: percent,
        coverage,
        pattern_coverage_percent: ofPatterns,
        pattern_coverage: patterns
      })
    };
    out(JSON.stringify({ ok, ...figures, problems, results }, undefined, 2));
  } else if (format === 'junit') {
    out(
      junit(
        'bylaw policy test',
        results.map(result => ({ ...result, suite: result.file }))
      )
    );
  } else {
    if (asked.coverage && problems.length === 0)
      for (const line of [...patternLines(patterns, ofPatterns), ...coverageLines(coverage, percent)]) out(line);
    resultLines(run, args).forEach(line => out(line));
  }
  if (least !== undefined && problems.length === 0 && percent < least)
    err(`coverage is ${percent.toFixed(1)} %, and --min asks for ${least} %`);
  return ok ? 0 : 1;
}
