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
}

/**
 * The lines near telling words, each once: the one above a word, its own, and those that begin within its reach. What is
 * found depends on what stands within a thousand characters alone, so that a part of a text is read as the whole is.
 */
export function* linesNear(text: string, words: readonly number[], until: number): Generator<Line> {
  let done = 0;
  for (const word of words) {
    // Of a line that is gone through already it is not asked again where it begins: it may be a whole file.
    for (let start = word < done ? done : Math.max(done, lineAbove(text, word)); start <= word + REACH; start = done) {
      if (start >= until || start >= text.length) return;
      const found = text.indexOf('\n', start);
      const end = found < 0 ? text.length : found;
      done = end + 1;
      if (end - start <= MOST_LINE) yield { start, end };
    }
  }
}

/** All lines that begin before a place, but for those that are too long. */
export function* linesIn(text: string, until: number): Generator<Line> {
  for (let start = 0; start < until;) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    if (end - start <= MOST_LINE) yield { start, end };
    start = end + 1;
  }
}

/** Where the line above a place begins; its own one's beginning, where that is far. */
function lineAbove(text: string, at: number): number {
  const own = startOfLine(text, at);
  return own > 0 && at - own < REACH ? startOfLine(text, own - 1) : own;
}

const startOfLine = (text: string, at: number): number => (at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1);
