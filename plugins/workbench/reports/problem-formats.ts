import { formatProblem, type Problem } from '../../../core/index.js';
import { codeHelp } from './code-help.js';
import { junit } from './junit.js';
import { sarif } from './sarif.js';

/** What a check came to. */
export interface CheckReport {
  readonly ok: boolean;
  readonly files: number;
  /** By service. */
  readonly revisions: Readonly<Record<string, string>>;
  readonly problems: readonly Problem[];
}

export interface Printer {
  out(line: string): void;
  err(line: string): void;
}

/** How a check is reported, by the value of `--format`. */
export const PROBLEM_FORMATS: Readonly<Record<string, (report: CheckReport, printer: Printer) => void>> = {
  text({ ok, files, revisions, problems }, { out, err }) {
    for (const problem of problems) err(formatProblem(problem));
    const names = Object.entries(revisions).map(([name, revision]) => `${name} ${revision}`);
    const warnings = problems.filter(({ severity }) => severity === 'warning').length;
    const hints = warnings === 0 ? '' : `; ${counted(warnings, 'warning')}`;
    if (ok) out(`${files} files are sound (revision ${names.join(', ')})${hints}`);
    else out(`${counted(problems.length - warnings, 'problem')} in ${files} files${hints}`);
  },
  json({ ok, files, revisions, problems }, { out }) {
    const help = codeHelp();
    const shown = problems.map(problem => ({ ...problem, ...fixOf(help.get(problem.code)?.todo) }));
    out(JSON.stringify({ ok, files, revisions, problems: shown }, undefined, 2));
  },
  github({ problems }, { out }) {
    for (const { code, message, file = '', line = 1, column = 1, severity = 'error' } of problems)
      out(`::${severity} file=${property(file)},line=${line},col=${column},title=${property(code)}::${data(message)}`);
  },
  junit({ problems }, { out }) {
    const cases = problems.map(({ code, message, file = 'settings', line = 1, severity }) => ({
      suite: file,
      name: `${code} (line ${line})`,
      file,
      line,
      durationMs: 0,
      failures: severity === 'warning' ? [] : [message]
    }));
    // A report without a single case reads as a run that never happened.
    const sound = {
      suite: 'policy check',
      name: 'all files are sound',
      file: '.',
      line: 1,
      durationMs: 0,
      failures: []
    };
    out(junit('bylaw policy check', cases.length === 0 ? [sound] : cases));
  },
  sarif({ problems }, { out }) {
    out(JSON.stringify(sarif(problems, codeHelp()), undefined, 2));
  }
};

const fixOf = (fix: string | undefined) => (fix === undefined ? {} : { fix });
const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Workflow commands end at a line break, and properties at a comma or colon. */
const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
