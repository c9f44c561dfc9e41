import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { policyChange, policiesOf } from '../changes/policy-change.js';
import { withSides, type Side } from '../changes/side.js';
import { UsageError, type CommandContext, type ExitStatus } from '../points/command.js';
import { replay, type ReplayReport } from '../replay/replay.js';
import { asHtml } from '../review/page-html.js';
import { asMarkdown } from '../review/page-markdown.js';
import { reviewPage, type Coverage, type LineCount, type Review } from '../review/review-page.js';
import { exampleCoverage } from '../rules/example-coverage.js';
import { isDate } from '../rules/typed-values.js';
import { openDecisions } from './policy-replay.js';
import { DEFAULT_CASES, sidesOf, wholeNumber } from './policy-diff.js';

/** One page about a change, for a comment on a pull request or for a browser. Status 1 when the two sides differ. */
export async function policyReview(context: CommandContext): Promise<ExitStatus> {
  const { options, out } = context;
  const { format = 'md', since = '', out: file } = options;
  if (format !== 'md' && format !== 'html') throw new UsageError('--format is md or html');
  if (since !== '' && !isDate(since)) throw new UsageError('--since is a date such as 2026-05-01');
  const review = await withSides(sidesOf(context), context, async (before, after): Promise<Review> => ({
    change: await policyChange(before, after, context, {
      evaluate: options['no-eval'] !== true,
      cases: wholeNumber(options['cases'], DEFAULT_CASES),
      today: new Date().toISOString().slice(0, 10)
    }),
    lines: lineCounts(before, after),
    coverage: coverageOf(before, after),
    replay: options['database'] === undefined ? undefined : await replayUnder(after, context, since)
  }));
  const page = reviewPage(review);
  const text = format === 'html' ? asHtml(page) : asMarkdown(page);
  if (typeof file === 'string') writeFileSync(file, text);
  else out(text.trimEnd());
  return review.change.documents.length === 0 ? 0 : 1;
}

async function replayUnder({ root }: Side, context: CommandContext, since: string): Promise<ReplayReport> {
  const decisions = await openDecisions(context, root);
  try {
    return await replay(decisions.read(since), policiesOf({ sets: new Map([['', decisions.documents]]) }));
  } finally {
    await decisions.close();
  }
}

function lineCounts(before: Side, after: Side): LineCount[] {
  const files = new Set([...before.files, ...after.files].map(({ source }) => source.file));
  const linesOf = (side: Side, file: string) =>
    side.files.some(({ source }) => source.file === file)
      ? readFileSync(join(side.root, file), 'utf8').split('\n')
      : [];
  return [...files].flatMap(file => {
    const [was, is] = [linesOf(before, file), linesOf(after, file)];
    const [removed, added] = [onlyIn(was, is), onlyIn(is, was)];
    return added + removed === 0 ? [] : [{ file, added, removed }];
  });
}

/** Lines that one text has and the other has not, each as often. */
function onlyIn(lines: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter(line => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  }).length;
}

/** Tables whose examples see more or less than before. */
function coverageOf(before: Side, after: Side): Coverage[] {
  const tables = (side: Side) =>
    new Map(
      [...policiesOf(side).values()]
        .flatMap(({ versions, shadow }) => [...versions, ...(shadow === undefined ? [] : [shadow])])
        .map(table => [table.name, table])
    );
  const [was, is] = [tables(before), tables(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap(name => {
    const [old, now] = [was.get(name), is.get(name)];
    if (old?.source.revision === now?.source.revision) return [];
    return [{ table: name, before: old && exampleCoverage(old), after: now && exampleCoverage(now) }];
  });
}
