import { byPlace, foldersOf, loadDocuments, readOnce } from '../../../core/documents/index.js';
import {
  type DocumentSet,
  formatProblem,
  groupBy,
  kindsOf,
  loadOptions,
  type Problem,
  type Service,
  StartupError,
  staticItems
} from '../../../core/index.js';
import { type SectionRunner, type TestContext, TestSection } from '../../../core/workbench/index.js';
import type { TableCoverage } from './coverage.js';
import { PatternCoverages, type PatternCoverage } from './pattern-coverages.js';
import { TableCoverages } from './table-coverages.js';
import { readTests, type TestCase } from './test-files.js';

export interface TestResult {
  /** `examples` for those that stand inside documents, otherwise the section of the test file. */
  readonly section: string;
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** What differs from the expectation; none when the test passed. */
  readonly failures: readonly string[];
  readonly durationMs: number;
}

export interface TestRun {
  /** Where files are not sound; what the sound ones make was run all the same. */
  readonly problems: readonly Problem[];
  readonly results: readonly TestResult[];
  readonly coverage: readonly TableCoverage[];
  readonly patterns: readonly PatternCoverage[];
}

export interface TestChoice {
  /** Only the examples and tests whose file and name contain all of these. */
  readonly words: readonly string[];
  /** Find out what of rules and patterns they show. */
  readonly coverage: boolean;
}

/** Where those who run tests note what was shown. */
interface Coverages {
  readonly tables: TableCoverages;
  readonly patterns: PatternCoverages;
}

/** Runs the examples inside documents and the tests beside them. */
export async function runTests(
  root: string,
  services: readonly Service[],
  { words, coverage }: TestChoice
): Promise<TestRun> {
  const problems = new Map<string, Problem>();
  const examples = new Map<string, TestResult>();
  const sets = new Map<string, DocumentSet>();
  const wanted = ({ file, name }: { file: string; name: string }) =>
    words.every(word => `${file} ${name}`.toLowerCase().includes(word.toLowerCase()));
  const from = { root, folders: foldersOf(kindsOf(services)) };
  const read = readOnce(from);
  for (const service of services) {
    const loaded = await loadDocuments({
      ...loadOptions(root, service, services),
      thorough: true,
      examples: 'collect',
      salvage: true,
      read
    });
    for (const problem of loaded.problems) problems.set(formatProblem(problem), problem);
    sets.set(service.name, (loaded.set ?? loaded.partial)!);
    // Two services that bring one kind run its examples both; either's failure counts.
    for (const { failure, ...example } of loaded.examples.filter(wanted)) {
      const key = `${example.file}:${example.line}:${example.column}`;
      if (failure === undefined && examples.has(key)) continue;
      examples.set(key, {
        section: 'examples',
        ...example,
        failures: failure === undefined ? [] : [failure],
        durationMs: 0
      });
    }
  }
  const found: Problem[] = [];
  const tests = readTests(from, staticItems(services, TestSection), found).filter(wanted);
  for (const problem of found) problems.set(formatProblem(problem), problem);
  const wasRun = (place: string) => examples.has(place);
  // Of files that are not sound nothing can be said to be covered.
  if (problems.size > 0) coverage = false;
  const shown: Coverages = {
    tables: new TableCoverages(coverage ? sets : new Map(), wasRun),
    patterns: await PatternCoverages.of(coverage ? services : [], sets, wasRun)
  };
  const results = [...examples.values()];
  for (const [section, those] of groupBy(tests, ({ section }) => section)) {
    const set = sets.get(section.service)!;
    const context = { root, services, set, decided: shown.tables.add, read: shown.patterns.add };
    results.push(...(await runSection(section, those, { context, unsound: problems.size > 0 })));
  }
  return {
    problems: [...problems.values()].sort(byPlace),
    results,
    coverage: await shown.tables.results(),
    patterns: shown.patterns.results
  };
}

async function runSection(
  section: TestSection,
  tests: readonly TestCase[],
  { context, unsound }: { readonly context: TestContext; readonly unsound: boolean }
): Promise<readonly TestResult[]> {
  let runner: SectionRunner<unknown>;
  try {
    runner = await (await section.load())(context);
  } catch (error) {
    // What it needs is among what is not sound, which is told.
    if (!(error instanceof StartupError) && !unsound) throw error;
    const failures = [
      'not run, because the service does not start with these files:',
      ...(error as Error).message.split('\n')
    ];
    return tests.map(({ name, file, line, column }) => ({
      section: section.name,
      name,
      file,
      line,
      column,
      failures,
      durationMs: 0
    }));
  }
  try {
    const results: TestResult[] = [];
    for (const test of tests) results.push(await runOne(runner, section.name, test));
    return results;
  } finally {
    await runner.stop?.();
  }
}

async function runOne(
  runner: SectionRunner<unknown>,
  section: string,
  { test, name, file, line, column }: TestCase
): Promise<TestResult> {
  const started = performance.now();
  // A test that breaks is a failed test; the others are still run.
  const failures = await runner.run(test).catch((error: unknown) => [`it broke: ${(error as Error).message}`]);
  return { section, name, file, line, column, failures, durationMs: performance.now() - started };
}
