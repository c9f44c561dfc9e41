import type { RedactionFinding } from './index.js';
import type { TextRedactor } from './redactor.js';

/** UTF-8 takes at most so many bytes for a unit of a JavaScript string. */
export const BYTES_PER_UNIT = 3;

/** A text of a result that has no credential in it any more. */
export class Redacted {
  constructor(
    readonly text: string,
    /** Credentials replaced in it. */
    readonly count: number
  ) {}

  toJSON(): string {
    return this.text;
  }
}

const mark = ({ rule }: RedactionFinding): string => `[redacted:${rule}]`;

/** A part of a text as it is shown: verbatim, or the mark in place of what lies between its ends. */
export interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly hidden: boolean;
}

/**
 * A text of which parts are shown, with what is secret in it. It was searched as a whole, so that a secret which a cut
 * splits is known on both sides of it.
 */
export class SearchedText {
  private constructor(
    readonly raw: string,
    private readonly findings: readonly RedactionFinding[]
  ) {}

  /** What begins at `until` or behind is not searched for. */
  static of(raw: string, redactor: TextRedactor, path: string | undefined, until?: number): SearchedText {
    return new SearchedText(raw, redactor.redact(raw, path, until).findings);
  }

  /** The first place from `at` on where a cut splits no secret. */
  cutFrom(at: number): number {
    return this.findings.find(({ start, end }) => start < at && at < end)?.end ?? at;
  }

  splits(at: number): boolean {
    return this.cutFrom(at) !== at;
  }

  /** The parts of what lies between two places. A secret that reaches into it is there as its mark. */
  *pieces(from: number, to: number): Generator<Piece> {
    let at = from;
    for (const finding of this.findings) {
      const { start, end } = finding;
      if (end <= from) continue;
      if (start >= to) break;
      if (start > at) yield { text: this.raw.slice(at, start), start: at, end: start, hidden: false };
      yield { text: mark(finding), start, end, hidden: true };
      at = end;
    }
    if (at < to) yield { text: this.raw.slice(at, to), start: at, end: to, hidden: false };
  }

  show(from: number, to: number): Redacted {
    let text = '';
    let count = 0;
    for (const piece of this.pieces(from, to)) {
      text += piece.text;
      if (piece.hidden) count++;
    }
    return new Redacted(text, count);
  }
}

/** The beginning of a text, at most `most` characters that are no half of a pair. */
export function beginning(text: string, most: number, redactor: TextRedactor, path?: string): Redacted {
  const searched = SearchedText.of(text.slice(0, most + redactor.overlap), redactor, path);
  return searched.show(0, text.length <= most ? text.length : wholeCharacter(text, most));
}

/** `at`, or the place before it where it lies between the halves of a character. */
export const wholeCharacter = (text: string, at: number): number =>
  at > 0 && /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1)) ? at - 1 : at;
