import { policyChange } from '../changes/policy-change.js';
import { withSides } from '../changes/side.js';
import { type CommandContext, type ExitStatus, UsageError } from '../../../core/index.js';
import { changePage } from '../review/change-page.js';
import { asMarkdown } from '../review/page-markdown.js';
import { asText } from '../review/page-text.js';
import { replayPage } from '../review/replay-page.js';
import { changeOptions, failureOf, sidesOf } from './change-options.js';
import { replayUnder } from './policy-replay.js';

/** Says what a change of the files means. Status 1 when the two sides differ, or differ in what `--fail-on` names. */
export async function policyDiff(context: CommandContext): Promise<ExitStatus> {
  const { options, out } = context;
  const format = options['format'] ?? 'text';
  if (format !== 'text' && format !== 'markdown') throw new UsageError('--format is text or markdown');
  const [changing, status] = [changeOptions(context), failureOf(context)];
  const { change, replay } = await withSides(sidesOf(context), context, async (before, after) => {
    const change = await policyChange(before, after, context, changing);
    return { change, replay: await replayUnder(after, change, context) };
  });
  const same = change.documents.length === 0;
  const page = [...changePage(change), ...(replay === undefined ? [] : replayPage(replay))];
  if (options['json'] === true) out(JSON.stringify({ same, ...change, ...(replay && { replay }) }, undefined, 2));
  else out(format === 'markdown' ? asMarkdown(page) : asText(page));
  return status(change);
}
