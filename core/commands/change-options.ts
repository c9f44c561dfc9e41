import type { ChangeOptions } from '../changes/policy-change.js';
import { UsageError, type CommandContext } from '../points/command.js';
import { isDate } from '../rules/typed-values.js';

const DEFAULT_CASES = 24;

type Given = Pick<CommandContext, 'options'>;

/** Two states of the files; one alone is compared with the root as it is on disk. */
export function sidesOf({ args, root }: Pick<CommandContext, 'args' | 'root'>): readonly [string, string] {
  const [before, after = root, ...more] = args;
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
