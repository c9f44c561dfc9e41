import type { Model } from '../../../../core/learn/index.js';
import { MARK } from '../secrets-at.js';
import { MetWords, needlesOf, type Needle } from './needles.js';
import { SECRET, type Reading, type ReaderRules } from './reading.js';

/** What the reader of a redactor hides. */
export interface ReaderFinding {
  readonly start: number;
  readonly end: number;
}

/** Around a value that stands for one that is hidden already, nothing more is looked for: a second pass finds what the first did. */
const AROUND_MARK = 400;

/** Hides what looks and stands like a secret, as was learned from labelled texts. */
export class SecretReader {
  readonly id: string;
  /** Telling words, which are found with the keywords of the rules. */
  readonly needles: readonly Needle[];

  /** @param model is asked for when the first candidate is met */
  constructor(
    private readonly rules: ReaderRules,
    private readonly reading: Reading,
    private readonly model: () => Model
  ) {
    this.id = rules.source.id;
    this.needles = needlesOf(rules.source.words);
  }

  /** To gather the telling words of a text of a file in. */
  words(path: string | undefined): MetWords {
    return new MetWords(this.reading.sortOf(path)?.near);
  }

  /** What is a secret among the candidates of a text. */
  find(text: string, path: string | undefined, words: MetWords, until: number): readonly ReaderFinding[] {
    const from = this.reading.sortOf(path)?.from ?? Number.POSITIVE_INFINITY;
    if (words.near?.length === 0) return [];
    const found: ReaderFinding[] = [];
    const isMarked = text.includes(MARK);
    for (const { candidate, signs } of this.reading.candidates(text, path, words, until)) {
      const { start, end, line } = candidate;
      if (isMarked && text.slice(Math.max(0, line.start - AROUND_MARK), line.end + AROUND_MARK).includes(MARK))
        continue;
      if (this.model().odds(SECRET, '', signs()) < from) continue;
      const value = text.slice(start, end);
      if (!this.rules.placeholders.some(one => one.test(value))) found.push({ start, end });
    }
    return found;
  }
}
