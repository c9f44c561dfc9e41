import type { LabelledEffect } from '../changes/labelled-effects.js';
import type { PolicyChange } from '../changes/policy-change.js';
import { commas, inWords, outcomeWords } from '../compare/fact-words.js';
import type { FactReach } from '../compare/fact-reach.js';
import type { CaseDifference, TableDifference } from '../compare/table-difference.js';
import { grid, heading, list, text, type Block, type ListItem, type Page } from './page.js';

const MOST_FLIPS = 20;

/** What a change means, for a reader: first what is decided otherwise, then what was written otherwise. */
export function changePage(change: PolicyChange): Page {
  const { before, after, documents, tables, facts, reach, labelled } = change;
  const title = heading(1, `${shortened(before)} → ${shortened(after)}`);
  if (documents.length === 0) return [title, text('No difference.')];
  return [
    title,
    ...tables.flatMap(tableBlocks),
    ...factBlocks(facts),
    ...reach.flatMap(reachBlocks),
    ...labelled.flatMap(labelledBlocks),
    heading(2, `What was changed in ${documents.length} ${documents.length === 1 ? 'document' : 'documents'}`),
    ...documents.flatMap(({ kind, name, file, how, lines }) => [
      heading(3, `${kind} ${name === file ? '' : `${name} `}${how}: ${file}`),
      ...(lines.length > 0 ? [list(lines)] : [])
    ])
  ];
}

/** A commit as people name it. */
export const shortened = (side: string) => side.replace(/^[0-9a-f]{40}(?=$|:)/, id => id.slice(0, 8));

function tableBlocks(difference: TableDifference): Block[] {
  const { table, title, from, until, shadow, cells, cases, narrowed_to: narrowed, retyped } = difference;
  const when = shadow
    ? ', in shadow (recorded, not acted on)'
    : from === null
      ? ''
      : `, from ${from}${until === null ? ' on' : ''}`;
  const last = until === null ? '' : `, until ${until}`;
  const blocks = [heading(2, `${title} (${table})${when}${last}`)];
  if (narrowed?.length === 0)
    return [...blocks, text('Not compared: the changed rules alone tell too many cases apart.')];
  if (narrowed !== null)
    blocks.push(
      text(
        `Too many cases to compare all: only ${narrowed.map(inWords).join(', ')} vary here; all other facts are as usual.`
      )
    );
  if (retyped.length > 0)
    return [...blocks, text(`Not compared, because facts changed their type: ${retyped.join(', ')}.`)];
  if (cells.different === '0') blocks.push(text('Every case is decided as before.'));
  else {
    const [different, possible] = [commas(cells.different), commas(cells.possible)];
    blocks.push(text(`Decided otherwise: ${different} of the ${possible} kinds of case that these rules tell apart.`));
    if (difference.outcomes.length > 1) blocks.push(grid(['was', 'is', 'kinds of case'], outcomeRows(difference)));
    if (difference.as_usual.length > 0)
      blocks.push(text(`All of them, as usual, with ${difference.as_usual.join('; ')}.`));
    blocks.push(list(cases.map(caseItem)));
    if (cells.not_listed !== '0')
      blocks.push(
        text(`Not listed: ${commas(cells.not_listed)} more kinds, further from the usual; --cases N lists more.`)
      );
  }
  const findings = [
    ...difference.never_win.map(rule => `Rule ${rule} never decides any more: rules before it take all its cases.`),
    ...difference.never_won_before.map(rule => `Rule ${rule} never decides, as before.`),
    ...difference.gaps.map(
      ({ fact, decision, otherwise }) =>
        `Where ${inWords(fact)} is not known the last rule decides ${inWords(decision)}; were it known, it could be ${inWords(otherwise)}.`
    )
  ];
  if (findings.length > 0) blocks.push(list(findings));
  return blocks;
}

const MOST_OUTCOMES = 6;

/** What becomes of what, the most frequent first. */
function outcomeRows({ outcomes }: TableDifference): string[][] {
  const rows = outcomes.map(({ before, after, cells }) => {
    const same = before.decision === after.decision && before.reason === after.reason;
    return [outcomeWords(before, same), outcomeWords(after, same), commas(cells)];
  });
  const more = rows.length - MOST_OUTCOMES;
  return [...rows.slice(0, MOST_OUTCOMES), ...(more > 0 ? [[`and ${more} more`, '', '']] : [])];
}

function factBlocks(facts: PolicyChange['facts']): Block[] {
  if (facts.length === 0) return [];
  return [
    heading(2, 'Facts that are not what they were'),
    text('Recorded facts stay as they were; labelled cases below are decided by the new ones.'),
    list(
      facts.map(({ fact, how, rules }) => {
        const concerned = Object.entries(rules).map(
          ([table, ids]) => `${table}${ids.length === 0 ? '' : `: rules ${ids.join(', ')}`}`
        );
        return `${inWords(fact)}: ${how} (${concerned.join('; ') || 'no table'})`;
      })
    )
  ];
}

/** What facts can change at most that are not what they were. */
function reachBlocks({ table, title, facts, cells, cases }: FactReach): Block[] {
  const head = heading(3, `What ${facts.map(inWords).join(', ')} can change in ${title} (${table})`);
  if (cells === null) return [head, text('It may be any case: they tell too many apart, or choose the version.')];
  if (cells.open === '0') return [head, text('No decision goes by it.')];
  const [open, possible] = [commas(cells.open), commas(cells.possible)];
  return [
    head,
    text(`At most ${open} of the ${possible} kinds of case that all else tells apart, each to one of what is named:`),
    list(
      cases.map(({ outcomes, when, as_usual: usual }) => ({
        text: `${when.length === 0 ? 'the ordinary case' : when.join(', ')}: ${outcomes.map(one => outcomeWords(one, true)).join(' or ')}`,
        more: usual.length > 0 ? [`with ${usual.join('; ')}`] : []
      }))
    ),
    ...(cells.not_listed === '0' ? [] : [text(`Not listed: ${commas(cells.not_listed)} more; --cases N lists more.`)])
  ];
}

function caseItem({ before, after, when, as_usual: usual, example }: CaseDifference): ListItem {
  const same = before.decision === after.decision && before.reason === after.reason;
  const what = when.length === 0 ? 'the ordinary case' : when.join(', ');
  const facts = Object.entries(example).map(
    ([name, value]) => `${inWords(name)} ${value === null ? 'not known' : String(value)}`
  );
  return {
    text: `${what}: ${outcomeWords(before, same)} → ${outcomeWords(after, same)}`,
    more: [
      ...(usual.length > 0 ? [`with ${usual.join('; ')}`] : []),
      `for example: ${facts.length > 0 ? facts.join(', ') : 'the ordinary case itself'}`
    ]
  };
}

function labelledBlocks({ subject, file, items, verdicts, flips }: LabelledEffect): Block[] {
  if (file === null) return [heading(2, `Labelled set: ${subject}`), text('No labelled file is there to run.')];
  const rows = Object.entries(verdicts).map(([name, { before, after }]) => [name, String(before), String(after)]);
  const listed = flips.slice(0, MOST_FLIPS).map(({ id, before, after }) => {
    const said = before.said === after.said ? after.said : `${before.said} → ${after.said}`;
    return `${id}: ${before.verdict} → ${after.verdict} (${said})`;
  });
  return [
    heading(2, `Labelled set: ${subject} (${items} items of ${file})`),
    grid(['verdict', 'before', 'after'], rows),
    flips.length === 0 ? text('No item changes its verdict.') : list(listed),
    ...(flips.length > MOST_FLIPS ? [text(`${flips.length - MOST_FLIPS} more change theirs; --json names all.`)] : [])
  ];
}
