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
  let word = 0;
  for (const [start, end] of near === undefined ? linesIn(text, until) : linesNear(text, near, until)) {
    while (word < all.length && all[word]! < start) word++;
    if (end - start <= MOST_LINE) yield { start, end, told: word < all.length && all[word]! < end };
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

function* linesIn(text: string, until: number): Generator<Place> {
  for (let start = 0, end = 0; start < until; start = end + 1) {
    end = lineEnd(text, start);
    yield [start, end];
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
