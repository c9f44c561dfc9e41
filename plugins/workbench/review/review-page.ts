import type { PolicyChange } from '../changes/policy-change.js';
import type { ReplayReport } from '../replay/replay.js';
import { changePage } from './change-page.js';
import { headline } from './headline.js';
import { grid, heading, list, text, type Block, type Page } from './page.js';
import { replayPage } from './replay-page.js';

/** Lines of one file that are there on one side only. */
export interface LineCount {
  readonly file: string;
  readonly added: number;
  readonly removed: number;
}

/** What the examples of a table show. */
export interface Coverage {
  readonly table: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface Review {
  readonly change: PolicyChange;
  readonly lines: readonly LineCount[];
  readonly coverage: readonly Coverage[];
  /** What was recorded, under the new side; undefined where no database was given. */
  readonly replay: ReplayReport | undefined;
  readonly rules: readonly Block[];
}

/** One page for who decides about a change: what it means, what it would have meant, what was written. */
export function reviewPage({ change, lines, coverage, replay, rules }: Review): Page {
  const [title, ...rest] = changePage(change);
  if (change.documents.length === 0) return [title!, ...rest];
  return [
    title!,
    list(headline(change, replay)),
    grid(['', ''], summary(change, lines, replay)),
    ...rest,
    ...(replay === undefined
      ? [heading(2, 'Recorded decisions'), text('Not replayed: no database was given.')]
      : replayPage(replay)),
    ...rules,
    ...coverageBlocks(coverage)
  ];
}

function summary({ documents, tables, labelled }: PolicyChange, lines: readonly LineCount[], replay: Review['replay']) {
  const sum = (of: readonly number[]) => of.reduce((total, n) => total + n, 0);
  const flips = sum(labelled.map(effect => effect.flips.length));
  const changed = tables.filter(({ cells }) => cells.different !== '0').map(({ table }) => table);
  return [
    ['documents', String(documents.length)],
    ['lines of text', `+${sum(lines.map(l => l.added))} −${sum(lines.map(l => l.removed))}`],
    ['tables that decide otherwise', changed.length === 0 ? 'none' : [...new Set(changed)].join(', ')],
    ['labelled items judged otherwise', labelled.length === 0 ? 'none were run' : String(flips)],
    [
      'recorded decisions that come out otherwise',
      replay === undefined ? 'not replayed' : `${replay.replayed - replay.unchanged} of ${replay.replayed}`
    ]
  ];
}

function coverageBlocks(coverage: readonly Coverage[]): Block[] {
  if (coverage.length === 0) return [];
  return [
    heading(2, 'Examples'),
    grid(
      ['table', 'before', 'after'],
      coverage.map(({ table, before = '–', after = '–' }) => [table, before, after])
    )
  ];
}
