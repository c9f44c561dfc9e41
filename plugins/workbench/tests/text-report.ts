import type { Gap, TableCoverage } from './coverage.js';
import type { PatternCoverage } from './pattern-coverages.js';
import type { TestRun } from './run-tests.js';

/** The failures with what differs, and one line that sums up. */
export function resultLines({ problems, results }: TestRun, words: readonly string[]): readonly string[] {
  const only = problems.length > 0 ? 'NOT PASSED, files are not sound; by the others alone: ' : '';
  if (results.length === 0)
    return [words.length === 0 ? 'there is no test' : `no test has '${words.join(' ')}' in its file or name`];
  const failed = results.filter(({ failures }) => failures.length > 0);
  const sections = new Map<string, number>();
  for (const { section } of results) sections.set(section, (sections.get(section) ?? 0) + 1);
  const parts = [...sections].map(([section, count]) => `${section} ${count}`).join(', ');
  return [
    ...failed.flatMap(({ file, line, column, name, failures }) => [
      `${file}:${line}:${column}: ${name}`,
      ...failures.map(failure => `  ${failure}`)
    ]),
    failed.length === 0
      ? `${only}${results.length} tests passed (${parts})`
      : `${only}${failed.length} of ${results.length} tests failed (${parts})`
  ];
}

/** What no test has shown, table by table. */
export function coverageLines(tables: readonly TableCoverage[], percent: number): readonly string[] {
  return [
    ...tables.flatMap(({ table, rules, outcomes, gaps }) => [
      `${table}: ${rules.covered} of ${rules.all} rules, ${outcomes.covered} of ${outcomes.all} outcomes of comparisons`,
      ...gapLines(gaps)
    ]),
    `coverage: ${percent.toFixed(1)} %`
  ];
}

/** Patterns that no text has shown, file by file. */
export function patternLines(files: readonly PatternCoverage[], percent: number): readonly string[] {
  if (files.length === 0) return [];
  return [
    ...files.flatMap(({ file, patterns: { covered, all }, gaps }) => [
      `${file}: ${covered} of ${all} patterns`,
      ...gapLines(gaps)
    ]),
    `patterns: ${percent.toFixed(1)} %`
  ];
}

const gapLines = (gaps: readonly Gap[]) => gaps.map(({ file, line, what }) => `  ${file}:${line}: ${what}`);
