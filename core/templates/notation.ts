/** How a language writes what templates fill in. */
export interface Notation {
  money(amount: string, currency: unknown): string;
  /** A day, as YYYY-MM-DD. */
  day(iso: string): string;
  listing(items: readonly string[]): string;
  plural(count: number, one: string, many: string): string;
  /** What a value of a record is called. */
  word(value: string): string;
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December'
];
const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['USD', '$'],
  ['EUR', '€'],
  ['GBP', '£']
]);

/** How the shop's own texts write it. */
export const ENGLISH: Notation = {
  money(amount, currency) {
    const sign = amount.startsWith('-') ? '-' : '';
    const [whole = '', cents] = amount.slice(sign.length).split('.');
    const text = `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`;
    const symbol = SYMBOLS.get(String(currency));
    if (symbol !== undefined) return `${sign}${symbol}${text}`;
    return typeof currency === 'string' ? `${sign}${text} ${currency}` : `${sign}${text}`;
  },
  day(iso) {
    const [year, month, day] = iso.split('-');
    return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
  },
  listing: items => (items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`),
  plural: (count, one, many) => `${count} ${count === 1 ? one : many}`,
  word: value => value
};

/**
 * How another language writes it, by `Intl`.
 * @param language BCP 47 tag
 * @param words what values of records are called in it
 */
export function notationOf(language: string, words: Readonly<Record<string, string>>): Notation {
  const days = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  const lists = new Intl.ListFormat(language);
  const kinds = new Intl.PluralRules(language);
  return {
    money(amount, currency) {
      const style =
        typeof currency === 'string'
          ? ({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const)
          : ({ minimumFractionDigits: 2 } as const);
      // A string, so that no amount goes through a binary fraction.
      return new Intl.NumberFormat(language, style).format(amount as `${number}`);
    },
    day: iso => days.format(new Date(`${iso}T00:00:00Z`)),
    listing: items => lists.format(items),
    plural: (count, one, many) => `${count} ${kinds.select(count) === 'one' ? one : many}`,
    word: value => (Object.hasOwn(words, value) ? words[value]! : value)
  };
}
