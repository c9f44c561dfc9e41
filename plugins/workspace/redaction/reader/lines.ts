/** Longer lines are no lines that somebody wrote. */
const MOST_LINE = 1000;
/** How far from a telling word a value may stand, in characters. */
export const REACH = 300;
/** How far a telling word can stand from a value that is read, and what else is looked at there. */
export const READ = 2 * MOST_LINE + REACH;
/** What a line above or below may tell of a value, in characters. */
export const NEARBY = 240;

export interface Line {
  readonly start: number;
  readonly end: number;
  /** Whether a telling word stands on it. */
  readonly told: boolean;
}

/** Where telling words stand in a text, in their order: all of them, and those near which values are looked at. */
export interface TellingWords {
  readonly all: readonly number[];
  /** Undefined where values are looked at everywhere. */
  readonly near: readonly number[] | undefined;
}

/**
 * The lines in which values are looked at, each once: all of them, or of those near a telling word the one above, its own
 * and those that begin within its reach. What is found depends on what stands within a thousand characters alone, so that
 * a part of a text is read as the whole is.
 */
export function* linesToRead(text: string, { all, near }: TellingWords, until: number): Generator<Line> {
  const odd = new Places(text);
  let word = 0;
  for (const [start, end] of near === undefined ? linesIn(text, all, until) : linesNear(text, near, until)) {
    while (word < all.length && all[word]! < start) word++;
    const told = word < all.length && all[word]! < end;
    if (end - start <= MOST_LINE && (told || odd.from(start) < end)) yield { start, end, told };
  }
}

/** Where letters, digits and signs come together as they do in no word and in no number. */
const ODD =
  /[A-Za-z][-_.]?\d|\d[-_.]?[A-Za-z]|\d{6}|[A-Za-z0-9][!#$%^&*?~§+@=<>|]|[!#$%^&*?~§+@=][A-Za-z0-9]|[a-z][A-Z][A-Za-z]{0,30}[a-z][A-Z]/g;

/** The odd places of a text one after the other: each part of it is gone through once. */
class Places {
  #at = -1;

  constructor(private readonly text: string) {}

  /** The first one from a place on, which is never before that of the last call. */
  from(place: number): number {
    if (this.#at < place) {
      ODD.lastIndex = place;
      this.#at = ODD.exec(this.text)?.index ?? Number.POSITIVE_INFINITY;
    }
    return this.#at;
  }
}

/** Lines with a telling word on them, and those with something odd. */
function* linesIn(text: string, words: readonly number[], until: number): Generator<Place> {
  let word = 0;
  const odd = new Places(text);
  for (let from = 0; ;) {
    while (word < words.length && words[word]! < from) word++;
    const next = Math.min(odd.from(from), words[word] ?? Number.POSITIVE_INFINITY);
    if (next >= text.length) return;
    const start = Math.max(from, startOfLine(text, next));
    if (start >= until) return;
    const end = lineEnd(text, next);
    yield [start, end];
    from = end + 1;
  }
}

function* linesNear(text: string, words: readonly number[], until: number): Generator<Place> {
  let done = 0;
  for (const word of words) {
    // Of a line that is gone through already it is not asked again where it begins: it may be a whole file.
    for (let start = word < done ? done : Math.max(done, lineAbove(text, word)); start <= word + REACH; start = done) {
      if (start >= until || start >= text.length) return;
      const end = lineEnd(text, start);
      done = end + 1;
      yield [start, end];
    }
  }
}

type Place = readonly [start: number, end: number];

function lineEnd(text: string, from: number): number {
  const found = text.indexOf('\n', from);
  return found < 0 ? text.length : found;
}

/** Where the line above a place begins; its own one's beginning, where that is far. */
function lineAbove(text: string, at: number): number {
  const own = startOfLine(text, at);
  return own > 0 && at - own < REACH ? startOfLine(text, own - 1) : own;
}

const startOfLine = (text: string, at: number): number => (at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1);
