import { groupBy } from '../../../core/index.js';

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
    this.#any ??= new RegExp(oneOf(this.each.map(({ source }) => piecesOf(source))), this.#flags);
    this.#any.lastIndex = at;
    return this.#any.test(text);
  }

  /** Where the groups are does not matter. */
  get #flags(): string {
    return this.each[0]!.flags.replace('d', '');
  }
}

/** A pattern that fits where one of these does. What several begin with is in it once: names have hundreds of signs. */
function oneOf(patterns: readonly (readonly string[])[]): string {
  const byFirst = groupBy(patterns, ([first]) => first);
  const ways = [...byFirst].map(([first, all]) =>
    first === undefined || all.length === 1 ? all[0]!.join('') : first + oneOf(all.map(pieces => pieces.slice(1)))
  );
  return `(?:${ways.join('|')})`;
}

/** The signs, classes and groups of a pattern one after the other, each with how often it is repeated; a choice is one of them. */
function piecesOf(source: string): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0; at < source.length; at += pieces.at(-1)!.length) {
    if (source[at] === '|') return [`(?:${source})`];
    const end = endOfPiece(source, at);
    REPEATED.lastIndex = end;
    pieces.push(source.slice(at, end) + REPEATED.exec(source)![0]);
  }
  return pieces;
}

const REPEATED = /(?:(?:[*+?]|\{\d+(?:,\d*)?\})\??)?/y;
const SIGN = /\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)|\[(?:\\.|[^\]\\])*\]|[^]/y;

function endOfPiece(source: string, from: number): number {
  let open = 0;
  let at = from;
  do {
    SIGN.lastIndex = at;
    const sign = SIGN.exec(source)![0];
    open += sign === '(' ? 1 : sign === ')' ? -1 : 0;
    at += sign.length;
  } while (open > 0);
  return at;
}
