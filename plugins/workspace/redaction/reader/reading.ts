import { escapeRegex } from '../../../../core/text/index.js';
import { candidatesOn, type Candidate } from './candidates.js';
import { linesToRead, type Line, type TellingWords } from './lines.js';
import type { ReaderSource } from './reader-source.js';
import { LineSigns, signsOf, type Told } from './signs.js';

/** A sort of files as it is looked for. */
interface FileSort {
  readonly name: string;
  /** Undefined for all files that are left. */
  readonly paths: readonly RegExp[] | undefined;
  readonly sourceCode: boolean;
  /** Groups of telling words near which values are looked at; undefined where they are everywhere. */
  readonly near: ReadonlySet<string> | undefined;
  readonly from: number;
}

/** How a reader reads, before it knows what a secret is like. */
export interface ReaderRules {
  readonly source: ReaderSource;
  readonly sorts: readonly FileSort[];
  /** Files of source code, how a comment in one begins, and values that stand for a secret and are none. */
  readonly sourceCode: readonly RegExp[];
  readonly comments: readonly RegExp[];
  readonly placeholders: readonly RegExp[];
}

/** A candidate with what speaks for and against it. */
export interface ReadCandidate {
  readonly candidate: Candidate;
  readonly signs: () => readonly string[];
}

/** The label of secrets in what was learned. */
export const SECRET = 'secret';

const NEAR_COMMENT = 200;

/** Finds what may be a secret in the texts of a file. */
export class Reading {
  readonly #told: Told;
  #known: { readonly path: string | undefined; readonly sort: FileSort | undefined } | undefined;

  constructor(private readonly rules: ReaderRules) {
    this.#told = toldOf(rules.source.words);
  }

  /** Texts that follow one another are most often of one file. */
  sortOf(path: string | undefined): FileSort | undefined {
    if (this.#known === undefined || this.#known.path !== path) {
      const isOf = (patterns: readonly RegExp[]): boolean => path !== undefined && patterns.some(one => one.test(path));
      const sort = this.rules.sorts.find(({ paths, sourceCode }) =>
        sourceCode ? isOf(this.rules.sourceCode) : paths === undefined || isOf(paths)
      );
      this.#known = { path, sort };
    }
    return this.#known.sort;
  }

  /** What may be a secret in a text, with what speaks for and against it. */
  *candidates(text: string, path: string | undefined, words: TellingWords, until: number): Generator<ReadCandidate> {
    const sort = this.sortOf(path);
    if (sort === undefined) return;
    const file = { sort: sort.name, path };
    for (const line of linesToRead(text, words, until)) {
      const within = !sort.sourceCode ? 'text' : this.#isComment(text, line) ? 'comment' : 'code';
      const around = new LineSigns(text, line.start, this.#told);
      for (const candidate of candidatesOn(text, line, within))
        yield { candidate, signs: () => signsOf(text, candidate, file, around) };
    }
  }

  #isComment(text: string, { start, end }: Line): boolean {
    const begins = text.slice(start, Math.min(end, start + NEAR_COMMENT));
    return this.rules.comments.some(one => one.test(begins));
  }
}

function toldOf(words: ReaderSource['words']): Told {
  const groups = Object.entries(words).map(([group, all]) => ({
    group,
    pattern: new RegExp(all.map(word => escapeRegex(word.toLowerCase())).join('|'))
  }));
  return text => (text === '' ? [] : groups.filter(({ pattern }) => pattern.test(text)).map(({ group }) => group));
}
