import { writeFileSync } from 'node:fs';
import { without } from '../changes/content-changes.js';
import { policyChange, policiesOf } from '../changes/policy-change.js';
import { withSides, type Side } from '../changes/side.js';
import type { ReadFile } from '../../../core/documents/index.js';
import { type CommandContext, type ExitStatus, UsageError } from '../../../core/index.js';
import type { Page } from '../review/page.js';
import { asHtml } from '../review/page-html.js';
import { asMarkdown } from '../review/page-markdown.js';
import { reviewPage, type Coverage, type LineCount, type Review } from '../review/review-page.js';
import type { RuleTable } from '../../../core/rules/index.js';
import { CoverageOfTable } from '../tests/coverage.js';
import { sideBySide } from '../review/side-by-side.js';
import { changeOptions, failureOf, sidesOf } from './change-options.js';
import { replayUnder } from './policy-replay.js';

const FORMATS: Readonly<Record<string, (page: Page) => string>> = {
  md: asMarkdown,
  html: asHtml,
  json: page => JSON.stringify(page)
};

/** One page about a change, for a comment on a pull request or for a browser. Status 1 when the two sides differ. */
export async function policyReview(context: CommandContext): Promise<ExitStatus> {
  const { options, out } = context;
  const { format = 'md', out: file, link } = options;
  if (typeof format !== 'string' || FORMATS[format] === undefined)
    throw new UsageError(`--format is one of ${Object.keys(FORMATS).join(', ')}`);
  if (typeof link === 'string' && !link.startsWith('https://'))
    throw new UsageError('--link is an https address with {revision}, {file} and {line} in it');
  const [changing, status] = [changeOptions(context), failureOf(context)];
  const review = await withSides(sidesOf(context), context, async (before, after): Promise<Review> => {
    const change = await policyChange(before, after, context, changing);
    return {
      change,
      lines: lineCounts(before, after),
      coverage: await coverageOf(before, after),
      replay: await replayUnder(after, change, context),
      rules: sideBySide(before, after, typeof link === 'string' ? link : undefined)
    };
  });
  const text = FORMATS[format](reviewPage(review));
  if (typeof file === 'string') writeFileSync(file, text);
  else out(text.trimEnd());
  return status(review.change);
}

function lineCounts(before: Side, after: Side): LineCount[] {
  const [was, is] = [before, after].map(({ files }) => new Map(files.map(file => [file.source.file, file])));
  return [...new Set([...was!.keys(), ...is!.keys()])].flatMap(file => {
    const [old, now] = [was!.get(file), is!.get(file)];
    if (old?.digest === now?.digest || (old === undefined ? before : after).files.some(isSame(old ?? now!))) return [];
    const [gone, come] = [old, now].map(one => one?.text.split('\n') ?? []) as [string[], string[]];
    const [removed, added] = [without(gone, come).length, without(come, gone).length];
    return added + removed === 0 ? [] : [{ file, added, removed }];
  });
}

/** A file that was only moved has no other lines. */
const isSame =
  ({ digest }: ReadFile) =>
  (other: ReadFile) =>
    other.digest === digest;

/** Tables whose examples see more or less than before. */
async function coverageOf(before: Side, after: Side): Promise<Coverage[]> {
  const [was, is] = [tablesOf(before), tablesOf(after)];
  const found: Coverage[] = [];
  for (const table of new Set([...was.keys(), ...is.keys()])) {
    const [old, now] = [was.get(table), is.get(table)];
    if (old?.source.revision === now?.source.revision) continue;
    found.push({ table, before: old && (await shownByExamples(old)), after: now && (await shownByExamples(now)) });
  }
  return found;
}

/** What the examples of a table show, as `policy test --coverage` counts it. */
async function shownByExamples(table: RuleTable): Promise<string> {
  const coverage = new CoverageOfTable(table);
  for (const { fires, nearMisses } of table.rules)
    for (const { facts } of [...fires, ...nearMisses]) coverage.add(facts);
  const { rules, outcomes } = await coverage.result();
  return `${rules.all} rules, ${coverage.cases} examples, ${outcomes.covered} of ${outcomes.all} outcomes of comparisons`;
}

/** Every rule table of a side by name, versions and shadows included. */
const tablesOf = (side: Side) =>
  new Map(
    [...policiesOf(side).values()]
      .flatMap(({ versions, shadow }) => [...versions, ...(shadow === undefined ? [] : [shadow])])
      .map(table => [table.name, table])
  );
