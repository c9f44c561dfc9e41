import { xmlText } from '../../../core/workbench/index.js';
import type { Outcome } from './run.js';

export interface Summary {
  readonly cases: number;
  readonly passed: number;
  /** Rules that MUST hold and do not. */
  readonly failures: number;
  /** Rules that SHOULD hold and do not. */
  readonly findings: number;
  readonly skipped: number;
}

const broken = ({ state }: Outcome) => state === 'failed';

export function summarise(outcomes: readonly Outcome[]): Summary {
  const count = (fits: (outcome: Outcome) => boolean) => outcomes.filter(fits).length;
  return {
    cases: outcomes.length,
    passed: count(({ state }) => state === 'passed'),
    failures: count(outcome => broken(outcome) && outcome.level === 'must'),
    findings: count(outcome => broken(outcome) && outcome.level === 'should'),
    skipped: count(({ state }) => state === 'skipped')
  };
}

/** What is wrong, a line each, and the figures. */
export function textReport(outcomes: readonly Outcome[]): string {
  const { cases, passed, failures, findings, skipped } = summarise(outcomes);
  const lines = outcomes.filter(broken).map(({ id, level, when, problem, rule }) => {
    const word = level === 'must' ? 'FAILURE' : 'finding';
    return `${word} ${id} (${when}): ${problem}\n        ${rule}`;
  });
  const figures = `${cases} cases: ${passed} passed, ${failures} failures, ${findings} findings, ${skipped} skipped`;
  return [...lines, figures].join('\n');
}

/** For build servers. A finding is reported as a failure where `strict` makes it one. */
export function junitReport(outcomes: readonly Outcome[], strict: boolean): string {
  const failed = (outcome: Outcome) => broken(outcome) && (strict || outcome.level === 'must');
  const cases = outcomes.map(outcome => {
    const name = `name="${xmlText(`${outcome.id} (${outcome.when})`)}" classname="mcp.${outcome.level}"`;
    const said = xmlText(`${outcome.problem ?? ''}; ${outcome.rule}`);
    if (failed(outcome)) return `  <testcase ${name}><failure message="${said}"/></testcase>`;
    if (outcome.state === 'skipped') return `  <testcase ${name}><skipped message="${said}"/></testcase>`;
    if (broken(outcome)) return `  <testcase ${name}><system-out>${said}</system-out></testcase>`;
    return `  <testcase ${name}/>`;
  });
  const skipped = outcomes.filter(({ state }) => state === 'skipped').length;
  const counts = `tests="${outcomes.length}" failures="${outcomes.filter(failed).length}" skipped="${skipped}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="bylaw workspace conform" ${counts}>\n${cases.join('\n')}\n</testsuite>\n`;
}
