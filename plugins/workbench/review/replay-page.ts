import type { ReplayReport } from '../replay/replay.js';
import type { ShadowReport } from '../replay/shadow-report.js';
import type { Transition } from '../replay/transitions.js';
import { grid, heading, list, text, type Block, type ListItem, type Page } from './page.js';

/** What recorded decisions would be under the candidate. */
export function replayPage({
  decisions,
  replayed,
  unchanged,
  matrix,
  changes,
  cannot,
  contradicted
}: ReplayReport): Page {
  const columns = [...new Set(Object.values(matrix).flatMap(row => Object.keys(row)))].sort();
  const rows = Object.entries(matrix)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([was, row]) => [was, ...columns.map(is => String(row[is] ?? 0))]);
  const blocks: Block[] = [
    heading(2, 'Recorded decisions, decided again'),
    text(
      `${decisions} recorded, ${replayed} decided again: ${unchanged} come out the same, ${replayed - unchanged} otherwise.`
    )
  ];
  if (rows.length > 0) blocks.push(grid(['was \\ would be', ...columns], rows));
  if (changes.length > 0) blocks.push(list(changes.map(transitionItem)));
  const reasons = Object.entries(cannot);
  if (reasons.length > 0) {
    const total = reasons.reduce((sum, [, count]) => sum + count, 0);
    blocks.push(text(`${total} cannot be decided again, and nothing is said about them:`));
    blocks.push(list(reasons.map(([reason, count]) => `${count}: ${reason}`)));
  }
  const doubts = Object.entries(contradicted);
  if (doubts.length > 0) {
    blocks.push(
      text('Recorded facts contradict what the facts file says always holds, so a comparison may have left cases out:')
    );
    blocks.push(list(doubts.map(([why, count]) => `${count}: ${why}`)));
  }
  return blocks;
}

/** Where shadow tables decided otherwise than what was acted on. */
export function shadowPage({ decisions, shadowed, agreed, diverged, failed, revisions, changes }: ShadowReport): Page {
  const blocks: Block[] = [
    heading(2, 'Shadow decisions'),
    text(`${decisions} recorded, ${shadowed} with a shadow: ${agreed} agree, ${diverged} diverge, ${failed} failed.`)
  ];
  if (Object.keys(revisions).length > 1)
    blocks.push(list(Object.entries(revisions).map(([name, count]) => `${count} by ${name}`)));
  if (changes.length > 0) blocks.push(list(changes.map(transitionItem)));
  return blocks;
}

function transitionItem({
  table,
  before,
  after,
  count,
  money_before: was,
  money_after: is,
  ids
}: Transition): ListItem {
  const currencies = [...new Set([...Object.keys(was), ...Object.keys(is)])].sort();
  const money = currencies.map(code => `${code} ${was[code] ?? '0.00'} → ${is[code] ?? '0.00'}`);
  return {
    text: `${table}: ${count} × ${before} → ${after}`,
    more: [
      ...(money.length > 0 ? [`money: ${money.join(', ')}`] : []),
      `${ids.join(' ')}${ids.length < count ? ` and ${count - ids.length} more` : ''}`
    ]
  };
}
