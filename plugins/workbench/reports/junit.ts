import { groupBy } from '../../../core/index.js';
import { xmlText } from '../../../core/workbench/index.js';

export interface JunitCase {
  readonly suite: string;
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly durationMs: number;
  readonly failures: readonly string[];
}

/** A JUnit report, one suite for each name, as continuous integration reads it. */
export function junit(title: string, cases: readonly JunitCase[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xmlText(title)}" ${counts(cases)}>`,
    ...[...groupBy(cases, ({ suite }) => suite)].flatMap(([name, those]) => [
      `  <testsuite name="${xmlText(name)}" ${counts(those)}>`,
      ...those.map(testcase),
      '  </testsuite>'
    ]),
    '</testsuites>'
  ].join('\n');
}

function counts(cases: readonly JunitCase[]): string {
  const failed = cases.filter(({ failures }) => failures.length > 0).length;
  const seconds = cases.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
  return `tests="${cases.length}" failures="${failed}" errors="0" time="${seconds.toFixed(3)}"`;
}

function testcase({ suite, name, file, line, durationMs, failures }: JunitCase): string {
  const open = `    <testcase classname="${xmlText(suite)}" name="${xmlText(name)}" file="${xmlText(file)}" line="${line}" time="${(durationMs / 1000).toFixed(3)}"`;
  if (failures.length === 0) return `${open}/>`;
  return `${open}>\n      <failure message="${xmlText(failures[0]!)}">${xmlText([`${file}:${line}`, ...failures].join('\n'))}</failure>\n    </testcase>`;
}
