import { policyChange } from '../changes/policy-change.js';
import { withSides } from '../changes/side.js';
import { UsageError, type CommandContext, type ExitStatus } from '../points/command.js';
import { changePage } from '../review/change-page.js';
import { asMarkdown } from '../review/page-markdown.js';
import { asText } from '../review/page-text.js';

export const DEFAULT_CASES = 24;

/** Says what a change of the files means. Status 1 when the two sides differ. */
export async function policyDiff(context: CommandContext): Promise<ExitStatus> {
  const { options, out } = context;
  const format = options['format'] ?? 'text';
  if (format !== 'text' && format !== 'markdown') throw new UsageError('--format is text or markdown');
  const change = await withSides(sidesOf(context), context, (before, after) =>
    policyChange(before, after, context, {
      evaluate: options['no-eval'] !== true,
      cases: wholeNumber(options['cases'], DEFAULT_CASES),
      today: new Date().toISOString().slice(0, 10)
    })
  );
  const same = change.documents.length === 0;
  if (options['json'] === true) out(JSON.stringify({ same, ...change }, undefined, 2));
  else out(format === 'markdown' ? asMarkdown(changePage(change)) : asText(changePage(change)));
  return same ? 0 : 1;
}

/** Two states of the files; one alone is compared with the root as it is on disk. */
export function sidesOf({ args, root }: Pick<CommandContext, 'args' | 'root'>): readonly [string, string] {
  const [before, after = root, ...more] = args;
  if (before === undefined || more.length > 0)
    throw new UsageError('name one or two states of the files: folders, or git revisions such as HEAD~1 or main:');
  return [before, after];
}

export function wholeNumber(given: unknown, otherwise: number): number {
  if (given === undefined) return otherwise;
  const value = Number(given);
  if (!Number.isInteger(value) || value < 1) throw new UsageError('--cases is a whole number from 1 on');
  return value;
}
