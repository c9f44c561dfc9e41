import type { PolicyChange } from '../changes/policy-change.js';
import { commas, inWords } from '../compare/fact-words.js';
import type { TableDifference } from '../compare/table-difference.js';
import { type Decimal, formatMoney, parseMoney, sumMoney } from '../../../core/money/index.js';
import type { ReplayReport } from '../replay/replay.js';

const number = (count: number) => commas(String(count));
const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** What a change comes to, for who has never seen the files: numbers that changed, whom it favours, what it would have cost. */
export function headline(
  { documents, tables, facts, reach }: PolicyChange,
  replay: ReplayReport | undefined
): string[] {
  const settings = documents.flatMap(({ name, lines }) =>
    lines.flatMap(line =>
      line.startsWith('setting ')
        ? [`${capital(inWords(line.slice(8)))}.`]
        : line.startsWith('dates moved: ')
          ? [`${capital(inWords(name))}: ${line}.`]
          : []
    )
  );
  const moved = tables.filter(({ cells, shadow }) => cells.different !== '0' && !shadow);
  return [
    ...settings,
    ...moved.map(table => `${table.title}: ${favours(table)}${days(table)}.`),
    ...facts.map(({ fact, how }) => `${capital(inWords(fact))} is ${how}${reached(fact, reach)}.`),
    ...(moved.length + facts.length === 0 ? ['No case is decided otherwise.'] : []),
    ...(replay === undefined ? [] : [replayed(replay)])
  ];
}

/** How many cases go by a fact at most. */
function reached(fact: string, reach: PolicyChange['reach']): string {
  const of = reach.flatMap(({ facts, title, cells }) => {
    if (!facts.includes(fact)) return [];
    return [
      cells === null
        ? `any case of ${title}`
        : `${commas(cells.open)} of ${commas(cells.possible)} kinds of case of ${title}`
    ];
  });
  return of.length === 0 ? '' : `: at most ${of.join(', and ')} go by it`;
}

function favours({ cases, usual }: TableDifference): string {
  const more = cases.some(({ before, after }) => after.decision === usual && before.decision !== usual);
  const less = cases.some(({ before, after }) => after.decision !== usual && before.decision === usual);
  if (more && less) return 'more generous in some cases, stricter in others';
  if (more || less) return more ? 'more generous' : 'stricter';
  return 'decided otherwise, neither more generous nor stricter';
}

const days = ({ from, until }: TableDifference) =>
  `${from === null ? '' : `, from ${from}`}${until === null ? '' : `, until ${until}`}`;

function replayed({ replayed: again, unchanged, changes }: ReplayReport): string {
  const sums = new Map<string, Decimal>();
  const add = (code: string, amount: Decimal) => sums.set(code, sumMoney([sums.get(code) ?? sumMoney([]), amount]));
  for (const { money_before: was, money_after: is } of changes) {
    for (const [code, amount] of Object.entries(is)) add(code, parseMoney(amount)!);
    for (const [code, amount] of Object.entries(was)) add(code, parseMoney(amount)!.times('-1'));
  }
  const money = [...sums]
    .filter(([, sum]) => !sum.eq('0'))
    .map(([code, sum]) => `, ${formatMoney(sum.abs(), code)} ${sum.gt('0') ? 'more' : 'less'}`);
  return `${number(again - unchanged)} of ${number(again)} recorded decisions would change${money.join('')}.`;
}
