/** An order number, a tracking number, a ticket: what must stand as it is. */
const IDENTIFIER =
  /\b(?!\d+-\p{L}+\b)(?=[\p{L}\p{N}_-]*\p{N})(?=[\p{L}\p{N}_-]*\p{L})[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)*\b/gu;
const NUMBER = /\d(?:[\d.,'’\u00a0\u202f]*\d)?/g;

/**
 * The values that a text states, whatever way its language writes them: identifiers, days as YYYY-MM-DD, numbers as decimals
 * without trailing zeros.
 */
export class FigureReader {
  readonly #day: RegExp;
  readonly #months: readonly string[];
  readonly #decimal: string;

  /** @param language BCP 47 tag */
  constructor(language: string) {
    const format = new Intl.DateTimeFormat(language, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC'
    });
    const monthIn = (month: number) =>
      format.formatToParts(Date.UTC(2026, month, 1)).find(({ type }) => type === 'month')!.value;
    this.#months = Array.from({ length: 12 }, (_, month) => monthIn(month));
    this.#day = new RegExp(`(\\d{1,2})\\.? (?:de )?(${this.#months.join('|')})(?: de)? (\\d{4})`, 'gu');
    const parts = new Intl.NumberFormat(language).formatToParts(1.5);
    this.#decimal = parts.find(({ type }) => type === 'decimal')!.value;
  }

  read(text: string): ReadonlySet<string> {
    const found = new Set<string>();
    const take = (pattern: RegExp, from: string, value: (match: RegExpMatchArray) => string): string =>
      from.replace(pattern, (...match) => {
        found.add(value(match as unknown as RegExpMatchArray));
        return ' ';
      });
    const dated = take(this.#day, text, ([, day, month, year]) => {
      const nth = this.#months.indexOf(month!) + 1;
      return `${year}-${String(nth).padStart(2, '0')}-${day!.padStart(2, '0')}`;
    });
    take(
      NUMBER,
      take(IDENTIFIER, dated, ([whole]) => whole!),
      ([written]) => this.#decimalOf(written!)
    );
    return found;
  }

  /** "1.250,00" in German, "1,250.00" in English. */
  #decimalOf(written: string): string {
    const at = written.lastIndexOf(this.#decimal);
    const [whole, part] = at < 0 ? [written, ''] : [written.slice(0, at), written.slice(at + 1)];
    const fraction = part.replace(/0+$/, '');
    const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
    return fraction === '' ? digits : `${digits}.${fraction}`;
  }
}
