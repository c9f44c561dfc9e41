import { byAmount } from './comparisons.js';
import { findDescriptions } from './descriptions.js';
import type { Items } from './items.js';
import { standingOf } from './joining.js';
import { findNumbers } from './order-numbers.js';
import { findPointed } from './places.js';
import type { ReferenceFile } from './references-kind.js';
import type { How, KnownOrder, LineRef, ReferenceContext } from './types.js';
import type { Reading } from './words.js';

/** An expression with its place in the words of a message, before it is narrowed by what stands around it. */
export interface Expression {
  readonly from: number;
  readonly to: number;
  readonly how: How;
  readonly orders: readonly string[];
  readonly lines: readonly LineRef[];
  readonly all: boolean;
  readonly excluded: boolean;
  readonly quantity: number | null;
  readonly unknown: string | undefined;
  /** Things that are listed together have the same number. */
  readonly group: number;
  /** Only tells where another thing came from, or is praised. */
  readonly aside: boolean;
}

export type Mentioned = Omit<Expression, 'excluded' | 'quantity' | 'unknown' | 'group' | 'aside'> & {
  readonly unknown?: string | undefined;
};

/** Every expression that means orders or lines, in the order of the message; of two that overlap the surer one. */
export function findMentions(
  { reading, text }: { readonly reading: Reading; readonly text: string },
  orders: readonly KnownOrder[],
  context: ReferenceContext,
  parts: { readonly file: ReferenceFile; readonly items: Items }
): readonly Expression[] {
  const items = parts.items.find(reading, orders);
  const numbers = findNumbers(reading, text, orders, parts.file);
  const owners = items.map(({ from, to, lines }) => ({ from, to, orders: lines.map(({ order_id }) => order_id) }));
  const pointed = findPointed(reading, orders, context, { numbers, items: owners });
  const descriptions = findDescriptions(reading, orders, context, { file: parts.file, items });
  const found: Mentioned[] = [
    // "The one that cost 1250" names no order.
    ...descriptions.filter(({ how }) => isMeasured(how)),
    ...numbers.map(number => ({ how: 'number' as const, lines: [], all: false, ...number })),
    ...descriptions.filter(({ how }) => !isMeasured(how)),
    ...pointed.filter(({ how }) => how !== 'pronoun'),
    ...items.map(item => ({
      how: 'item' as const,
      orders: [...new Set(item.lines.map(({ order_id }) => order_id))],
      all: reading.before(item.from, 'together') !== undefined,
      ...item
    })),
    ...pointed.filter(({ how }) => how === 'pronoun')
  ];
  const kept: Mentioned[] = [];
  // "Both bowls" means bowls: all of them.
  for (const one of found.filter(({ how, to }) => how !== 'all' || !items.some(({ from }) => from === to)))
    if (!kept.some(({ from, to }) => one.from < to && from < one.to)) kept.push(one);
  // Of what is talked about an amount is a part.
  const nothing = context.focus?.order_id === undefined && kept.every(({ how }) => how === 'pronoun');
  if (nothing) kept.push(...byAmount(reading, orders).slice(0, 1));
  kept.sort((a, b) => a.from - b.from);
  const mentions: Expression[] = [];
  for (const [nth, one] of kept.slice(0, MOST_MENTIONS).entries()) {
    const before = mentions.at(-1);
    const named =
      one.how === 'pronoun' ? undefined : mentions.findLast(({ how, excluded }) => how !== 'pronoun' && !excluded);
    const { corrects, listed: joins, aside } = standingOf(reading, one, named);
    if (corrects)
      for (const [i, each] of mentions.entries())
        if (each.group === named?.group) mentions[i] = { ...each, excluded: true };
    const listed =
      before?.excluded === true && /^n?or$/.test(reading.words[before.to]?.text ?? '') && one.from - before.to < 4;
    mentions.push({
      unknown: undefined,
      group: joins ? named!.group : nth,
      aside: aside || (joins && named!.aside),
      excluded:
        listed ||
        isExcluded(reading, one) ||
        stays(reading, one, kept.slice(nth + 1).find(({ how }) => LEFT_BEHIND.has(how) || how === 'number')?.from),
      quantity: one.how === 'item' && before?.to !== one.from ? countBefore(reading, one.from, parts.file) : null,
      ...one
    });
  }
  return mentions;
}

const isMeasured = (how: How): boolean => how === 'price' || how === 'measure';

const FARTHEST = 4;
const MOST_MENTIONS = 40;

/** "Not the pot", "except for order 1002", "all but the lamp". */
function isExcluded(reading: Reading, { from, to, how }: Mentioned): boolean {
  if (how === 'pronoun' && reading.before(from, 'leaves_wish') !== undefined) return false;
  const { clause } = reading.words[from]!;
  for (let at = from; at > from - FARTHEST && at > 0; at--) {
    // "Not that one, the other item".
    if (reading.words[at - 1]!.clause !== clause) return false;
    if (how !== 'pronoun' && reading.before(at, 'leaving') !== undefined) return isLeft(reading, to);
    const hit = reading.before(at, 'exclusion');
    if (hit !== undefined) return reading.before(at - hit.size, 'not_excluding') === undefined;
    const but = reading.before(at, 'after_all');
    if (but !== undefined) {
      const { sentence } = reading.words[at]!;
      const all = (place: number): boolean =>
        reading.at(place, 'all_but') !== undefined && reading.words[place]!.sentence === sentence;
      return (
        reading.before(at - but.size, 'all_but') !== undefined || (reading.endsClause(to - 1) && range(at).some(all))
      );
    }
    if (reading.before(at, 'determiner')?.size !== 1) return false;
  }
  return false;
}

/** "Leave the pot", "leave the blanket order alone"; "leave the pot at the door" leaves nothing out. */
function isLeft(reading: Reading, to: number): boolean {
  const thing = reading.at(to, 'thing')?.size ?? 0;
  return reading.endsClause(to + thing - 1) || reading.at(to + thing, 'left') !== undefined;
}

/** Words: "the cloth that came with it is lovely and stays". */
const CLAUSE_AND_MORE = 9;

const LEFT_BEHIND: ReadonlySet<How> = new Set(['item', 'place', 'other']);

/** "The runner is lovely and stays", "the second one I keep"; in "the pot, she keeps the runner" it is the runner. */
function stays(reading: Reading, { from, to, how }: Mentioned, next = Infinity): boolean {
  if (!LEFT_BEHIND.has(how)) return false;
  const { sentence } = reading.words[from]!;
  return range(CLAUSE_AND_MORE).some(each => {
    const at = to + each;
    // "Refund the pot, everything else stays".
    if (reading.at(at, 'rest') !== undefined) next = Math.min(next, at);
    const hit = reading.at(at, 'stays');
    if (hit === undefined || at >= next || reading.words[at]!.sentence !== sentence) return false;
    const keepsNext = next - (at + hit.size) <= 1 && reading.words[next]!.clause === reading.words[at]!.clause;
    return !keepsNext && reading.before(at, 'not') === undefined;
  });
}

const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i);

/** "Two of the bowls", "2 bowls", "one of them": the count before an item. */
function countBefore(reading: Reading, from: number, file: ReferenceFile): number | null {
  const { clause } = reading.words[from]!;
  const skip = (last: number): number => {
    let at = last;
    while (reading.at(at, 'count_link') !== undefined) at--;
    return at >= 0 && reading.words[at]!.clause === clause ? at : -1;
  };
  const at = skip(from - 1);
  const count = at < 0 ? undefined : countAt(reading, at, file);
  if (count === undefined) return null;
  // "One of the four bowls" means one.
  const first = reading.at(at - 1, 'count_link') !== undefined ? skip(at - 1) : -1;
  return (first < 0 ? undefined : countAt(reading, first, file)) ?? count;
}

function countAt(reading: Reading, at: number, { counts }: ReferenceFile): number | undefined {
  if (reading.at(at, 'uncounted') !== undefined) return undefined;
  const word = reading.words[at]!.text.replace(/x$/, '');
  if (/^\d{1,4}$/.test(word)) return Number(word) > 0 ? Number(word) : undefined;
  return counts[word];
}

/** Pieces that are counted without naming the item: "just two of them", "3" as an answer. */
export function countAlone(
  reading: Reading,
  mentions: readonly Expression[],
  { asked }: ReferenceContext,
  file: ReferenceFile
): number | null {
  for (let at = 0; at < reading.words.length; at++) {
    if (mentions.some(({ from, to, how }) => from <= at && at < to && how !== 'all')) continue;
    const count = countAt(reading, at, file);
    if (count === undefined) continue;
    const counted = reading.at(at + 1, 'pieces') !== undefined;
    const isThing = reading.before(at, 'article') !== undefined || reading.at(at, 'thing') !== undefined;
    const alone = reading.before(at, 'alone') !== undefined && reading.endsClause(at);
    if (counted || (alone && !isThing) || (asked === 'quantity' && reading.words.length <= 5)) return count;
  }
  return null;
}
