import type { ReferenceFile } from './references-kind.js';
import type { KnownOrder } from './types.js';
import type { Reading, MessageWord } from './words.js';

/** A number that means orders; none of them where the customer has no such order. */
export interface NumberFound {
  /** First and last word, end exclusive. */
  readonly from: number;
  readonly to: number;
  readonly orders: readonly string[];
  /** As the customer's own numbers are written; for an ending with three dots before it. */
  readonly unknown: string | undefined;
}

/** The customer's order numbers, by what is left of them without marks. */
interface Known {
  readonly byCode: ReadonlyMap<string, string>;
  readonly byDigits: ReadonlyMap<string, readonly string[]>;
  readonly lengths: ReadonlySet<number>;
  readonly prefix: string;
  /** What orders and items cost in whole units of money: "1250". */
  readonly amounts: () => ReadonlySet<string>;
}

interface Message {
  readonly reading: Reading;
  readonly text: string;
  readonly known: Known;
  readonly file: ReferenceFile;
}

const MOST_WORDS = 12;
const NUMERIC = /^[0-9oil]*[0-9][0-9oil]*$/;
const CODE = /^([a-z]{1,5})([0-9oil]*[0-9][0-9oil]*)$/;

const digitsOf = (word: string): string => word.replace(/o/g, '0').replace(/[il]/g, '1');

function knownNumbers(orders: readonly KnownOrder[], numbers: ReferenceFile['numbers']): Known {
  const byCode = new Map<string, string>();
  const byDigits = new Map<string, string[]>();
  for (const { order_id } of orders) {
    const code = order_id.toLowerCase().replace(/[^a-z0-9]/g, '');
    const digits = code.replace(/\D/g, '');
    byCode.set(code, order_id);
    byDigits.set(digits, [...(byDigits.get(digits) ?? []), order_id]);
  }
  const prefix = /^\D*/.exec(orders[0]?.order_id ?? '')?.[0] ?? '';
  const lengths = new Set([...byDigits.keys()].map(digits => digits.length));
  const amounts = () => {
    const costs = orders.flatMap(({ total, lines }) => [total, ...lines.map(({ unit_price }) => unit_price)]);
    return new Set(costs.map(cost => cost.replace(/\.\d*$/, '')));
  };
  return { byCode, byDigits, lengths, prefix: orders.length === 0 ? numbers.prefix : prefix, amounts };
}

/** The number that is most likely meant, before anything is known of the conversation: good enough to read its order ahead. */
export function likelyNumber(text: string, prefix = ''): string | undefined {
  const [, letters = '', digits] =
    /\b([a-z]{1,5})-?([0-9]{2,20})\b/i.exec(text) ?? /\b()([0-9]{3,20})\b/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  return letters === '' ? prefix + digits : `${letters.toUpperCase()}-${digits}`;
}

/** Every order number of a message, in any spelling; prices, counts, years and addresses are none. */
export function findNumbers(
  reading: Reading,
  text: string,
  orders: readonly KnownOrder[],
  file: ReferenceFile
): readonly NumberFound[] {
  const known = knownNumbers(orders, file.numbers);
  const message = { reading, text, known, file };
  const found: NumberFound[] = [];
  for (let at = 0; at < reading.words.length; at++) {
    const one = ending(message, at) ?? shortEnding(message, at) ?? code(message, at) ?? run(message, at);
    if (one === undefined) continue;
    found.push(one);
    at = one.to - 1;
  }
  return found;
}

/** "Ending in 02". */
function ending({ reading, known, file }: Message, at: number): NumberFound | undefined {
  const cue = reading.at(at, 'ends_with');
  if (cue === undefined || reading.before(at, 'not_after') !== undefined) return undefined;
  const from = at + cue.size;
  for (let to = Math.min(from + 4, reading.words.length); to > from; to--) {
    const digits = spelled(reading, from, to, file);
    if (digits === undefined) continue;
    const orders = [...known.byDigits].filter(([all]) => all.endsWith(digits)).flatMap(([, ids]) => ids);
    return { from: at, to, orders, unknown: orders.length === 0 ? `…${digits}` : undefined };
  }
  return undefined;
}

/** "..04", "the 04 one": the end of one order's number, with a nought before it; no time, date or sum. */
function shortEnding({ reading, text, known }: Message, at: number): NumberFound | undefined {
  const { text: word, start, end } = reading.words[at]!;
  if (
    !/^0\d{1,2}$/.test(word) ||
    /\d[^\d\s]$|[$€£]\s?$/.test(text.slice(0, start)) ||
    /^[^\d\s]\d/.test(text.slice(end))
  )
    return undefined;
  const [order, another] = [...known.byDigits].filter(([all]) => all.endsWith(word)).flatMap(([, ids]) => ids);
  return order === undefined || another !== undefined
    ? undefined
    : { from: at, to: at + 1, orders: [order], unknown: undefined };
}

/** A word of letters and digits: "ord1002", "W5001234". */
function code({ reading, known, file: { numbers } }: Message, at: number): NumberFound | undefined {
  const word = reading.words[at]!.text;
  const next = reading.words[at + 1];
  const parted = /^[a-z]{1,5}$/.test(word) && next !== undefined && /^\d+$/.test(next.text);
  const own = known.byCode.get(word) ?? (parted ? known.byCode.get(word + next.text) : undefined);
  if (own !== undefined)
    return { from: at, to: known.byCode.has(word) ? at + 1 : at + 2, orders: [own], unknown: undefined };
  const [, letters = '', written = ''] = CODE.exec(word) ?? [];
  if (letters === '') return undefined;
  const digits = digitsOf(written);
  const announced = numbers.announced_by.includes(letters);
  const prefix = known.prefix.toLowerCase().replace(/[^a-z]/g, '');
  if (!announced && letters !== prefix) return undefined;
  return { from: at, to: at + 1, ...meant(digits, known) };
}

/** Digits, in one word or several, or spelled: "1002", "1 0 0 2", "1OO2", "one zero zero two". */
function run(message: Message, at: number): NumberFound | undefined {
  const { reading, text, known, file } = message;
  const { words } = reading;
  const announced = reading.before(at, 'announced_by') !== undefined || text.charAt(words[at]!.start - 1) === '#';
  for (let to = longest(reading, text, at); to > at; to--) {
    const digits = spelled(reading, at, to, file);
    if (digits === undefined) continue;
    const own = known.byDigits.has(digits);
    const asWords = words.slice(at, to).every(({ text: word }) => !/\d/.test(word));
    if (own ? asWords && to - at < 2 : !announced || (asWords && !known.lengths.has(digits.length))) {
      if (to > at + 1 || !loneNumber(reading, at, digits, known)) continue;
    }
    if (isSomethingElse(message, at, to, announced) || (!own && !announced && isAmount(message, at, to)))
      return undefined;
    if (!own && (digits.length < file.numbers.digits.from || digits.length > file.numbers.digits.to)) continue;
    return { from: at, to, ...meant(digits, known) };
  }
  return undefined;
}

/** A number as long as the customer's own, at the end of a clause or before a word that says nothing about it. */
function loneNumber(reading: Reading, at: number, digits: string, { lengths }: Known): boolean {
  const length = lengths.size === 0 ? digits.length === 4 : lengths.has(digits.length);
  const last = reading.endsClause(at) || reading.at(at + 1, 'place_before') !== undefined;
  return length && last && /\d/.test(reading.words[at]!.text);
}

const meant = (digits: string, { byDigits, prefix }: Known): Pick<NumberFound, 'orders' | 'unknown'> => {
  const orders = byDigits.get(digits) ?? [];
  return { orders, unknown: orders.length === 0 ? `${prefix}${digits}` : undefined };
};

/** How far words may be one number: nothing but blanks and dashes stands between them. */
function longest({ words }: Reading, text: string, at: number): number {
  let to = at + 1;
  while (
    to < words.length &&
    to - at < MOST_WORDS &&
    /^[\s\-–—‐‑−_.]{0,3}$/.test(between(text, words[to - 1]!, words[to]!))
  )
    to++;
  return to;
}

const between = (text: string, left: MessageWord, right: MessageWord): string => text.slice(left.end, right.start);

/** The digits that all these words are; undefined where one of them is none. */
function spelled(reading: Reading, from: number, to: number, { numbers }: ReferenceFile): string | undefined {
  let digits = '';
  let times = 1;
  for (let at = from; at < to; at++) {
    const word = reading.words[at]!.text;
    const doubled = numbers.doubling[word];
    if (doubled !== undefined) {
      times = doubled;
      continue;
    }
    if (word === numbers.thousand && at === from + 1) {
      const rest = reading.words
        .slice(at + 1, to)
        .map(({ text }) => text)
        .filter(text => !numbers.joining.includes(text));
      const [unit = 'zero', more] = rest;
      const value = numbers.digit_words[unit] ?? (/^\d{1,3}$/.test(unit) ? unit : undefined);
      return more === undefined && value !== undefined ? `${digits}${value.padStart(3, '0')}` : undefined;
    }
    const value = NUMERIC.test(word) ? digitsOf(word) : (numbers.digit_words[word] ?? (word === 'a' ? '1' : undefined));
    if (value === undefined) return undefined;
    digits += value.repeat(times);
    times = 1;
  }
  return digits;
}

/** A price, a count, a year, a house number: what stands around the number says so. */
function isSomethingElse({ reading, text }: Message, from: number, to: number, announced: boolean): boolean {
  const first = reading.words[from]!;
  if (/[$€£₹]\s?$/.test(text.slice(0, first.start)) || /^\s?[%€$£]/.test(text.slice(reading.words[to - 1]!.end)))
    return true;
  if (announced) return false;
  const back = reading.at(from - 1, 'linking') === undefined ? from : from - 1;
  // "My card ending 4242".
  const cue = reading.before(from, 'ends_with');
  if (cue !== undefined && reading.before(from - cue.size, 'not_after') !== undefined) return true;
  if (reading.before(back, 'not_after') !== undefined || reading.at(to, 'not_before') !== undefined) return true;
  return !reading.endsClause(to - 1) && reading.at(to + 1, 'street') !== undefined;
}

/** "89.90", "2x 1250", or what an order or an item of the customer costs. */
function isAmount({ reading, text, known }: Message, from: number, to: number): boolean {
  const { start } = reading.words[from]!;
  const written = text.slice(start, reading.words[to - 1]!.end);
  return /^\d+[.,]\d\d$/.test(written) || /\d\s?[x×]\s?$/i.test(text.slice(0, start)) || known.amounts().has(written);
}
