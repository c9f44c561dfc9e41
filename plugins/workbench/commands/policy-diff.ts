import { policyChange } from '../changes/policy-change.js';
import { withSides } from '../changes/side.js';
import { type CommandContext, type ExitStatus, UsageError } from '../../../core/index.js';
import { changePage } from '../review/change-page.js';
import { asMarkdown } from '../review/page-markdown.js';
import { asText } from '../review/page-text.js';
import { changeOptions, failureOf, sidesOf } from './change-options.js';

/** Says what a change of the files means. Status 1 when the two sides differ, or differ in what `--fail-on` names. */
export async function policyDiff(context: CommandContext): Promise<ExitStatus> {
  const { options, out } = context;
  const format = options['format'] ?? 'text';
  if (format !== 'text' && format !== 'markdown') throw new UsageError('--format is text or markdown');
  const [changing, status] = [changeOptions(context), failureOf(context)];
  const change = await withSides(sidesOf(context), context, (before, after) =>
    policyChange(before, after, context, changing)
  );
  const same = change.documents.length === 0;
  if (options['json'] === true) out(JSON.stringify({ same, ...change }, undefined, 2));
  else out(format === 'markdown' ? asMarkdown(changePage(change)) : asText(changePage(change)));
  return status(change);
}
