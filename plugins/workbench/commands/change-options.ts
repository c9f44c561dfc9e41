import { resolve } from 'node:path';
import type { ChangeOptions, PolicyChange } from '../changes/policy-change.js';
import { type CommandContext, type ExitStatus, UsageError } from '../../../core/index.js';
import { notCompared } from '../compare/table-difference.js';
import { isDate } from '../../../core/rules/index.js';

const DEFAULT_CASES = 24;

type Given = Pick<CommandContext, 'options'>;

/** Two states of the files; one alone is compared with the root as it is on disk. */
export function sidesOf({ args, root }: Pick<CommandContext, 'args' | 'root'>): readonly [string, string] {
  const [before, after = root, ...more] = args;
  // The root against itself would pass for a change that changes nothing.
  if (args.length === 1 && resolve(before!) === resolve(root))
    throw new UsageError(
      `both sides are ${root}; name the state before the change: another folder, or a git revision such as HEAD~1`
    );
  if (before === undefined || more.length > 0)
    throw new UsageError('name one or two states of the files: folders, or git revisions such as HEAD~1 or main:');
  return [before, after];
}

/** What `--no-eval` and `--cases` ask for. */
export function changeOptions({ options }: Given): ChangeOptions {
  const cases = Number(options['cases'] ?? DEFAULT_CASES);
  if (!Number.isInteger(cases) || cases < 1) throw new UsageError('--cases is a whole number from 1 on');
  return { evaluate: options['no-eval'] !== true, cases, today: new Date().toISOString().slice(0, 10) };
}

/** The day that `--since` names; empty where it is not given. */
export function sinceOf({ options }: Given): string {
  const since = options['since'] ?? '';
  if (since !== '' && !isDate(since)) throw new UsageError('--since is a date such as 2026-05-01');
  return since;
}

/** Which difference is a failure. */
const FAILURES: Readonly<Record<string, (change: PolicyChange) => boolean>> = {
  any: ({ documents }) => documents.length > 0,
  decisions: ({ tables, facts }) => facts.length > 0 || tables.some(({ cells }) => cells.different !== '0'),
  worse: ({ labelled }) =>
    labelled.some(({ flips }) =>
      flips.some(({ before, after }) => before.verdict === 'right' && after.verdict !== 'right')
    )
};

/** What `--fail-on` makes of a change: status 1 where it holds what was named, 2 where tables could not be compared. */
export function failureOf({ options }: Given): (change: PolicyChange) => ExitStatus {
  const name = String(options['fail-on'] ?? 'any');
  const fails = FAILURES[name];
  if (fails === undefined) throw new UsageError(`--fail-on is one of ${Object.keys(FAILURES).join(', ')}`);
  if (name === 'worse' && options['no-eval'] === true)
    throw new UsageError('--fail-on worse needs the labelled sets; leave out --no-eval');
  return change => (name !== 'any' && change.tables.some(notCompared) ? 2 : fails(change) ? 1 : 0);
}
