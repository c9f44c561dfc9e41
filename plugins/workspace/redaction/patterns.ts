/** A reference to a group means another group where several patterns are put together. */
const REFERENCE = /\\(?:[1-9]|k<)/;

/** The patterns of a rule that are tried at a place one after the other, as sticky expressions with the same flags. */
export class Patterns {
  /** Fits where one of them does: that none does, as at nearly every place of a keyword, is one look then. */
  #any: RegExp | undefined;
  readonly #isOne: boolean;

  constructor(readonly each: readonly RegExp[]) {
    this.#isOne = each.length > 1 && !each.some(({ source }) => REFERENCE.test(source));
  }

  /** False where certainly none of them fits. */
  mayFit(text: string, at: number): boolean {
    if (!this.#isOne) return this.each.length > 0;
    this.#any ??= new RegExp(this.each.map(({ source }) => `(?:${source})`).join('|'), this.#flags);
    this.#any.lastIndex = at;
    return this.#any.test(text);
  }

  /** Where the groups are does not matter. */
  get #flags(): string {
    return this.each[0]!.flags.replace('d', '');
  }
}
