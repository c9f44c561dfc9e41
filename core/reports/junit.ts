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
  const suites = new Map<string, JunitCase[]>();
  for (const each of cases) {
    const suite = suites.get(each.suite);
    if (suite === undefined) suites.set(each.suite, [each]);
    else suite.push(each);
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${text(title)}" ${counts(cases)}>`,
    ...[...suites].flatMap(([name, those]) => [
      `  <testsuite name="${text(name)}" ${counts(those)}>`,
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
  const open = `    <testcase classname="${text(suite)}" name="${text(name)}" file="${text(file)}" line="${line}" time="${(durationMs / 1000).toFixed(3)}"`;
  if (failures.length === 0) return `${open}/>`;
  return `${open}>\n      <failure message="${text(failures[0]!)}">${text([`${file}:${line}`, ...failures].join('\n'))}</failure>\n    </testcase>`;
}

/** Characters that XML 1.0 cannot hold at all become `?`. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ENTITIES: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  '\n': '&#10;'
};
const text = (value: string) => value.replace(FORBIDDEN, '?').replace(/[<>&"\n]/g, char => ENTITIES[char]!);
