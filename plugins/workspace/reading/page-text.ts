import { Redacted, type SearchedText } from '../redaction/redacted.js';

const NUMBER_WIDTH = 6;

/** A part of a file with line feeds alone at the ends of lines. */
export function plainLines(text: SearchedText, from: number, to: number): Redacted {
  const { text: shown, count } = text.show(from, to);
  return new Redacted(shown.replaceAll('\r\n', '\n'), count);
}

/** The same with the number of the line before each. A secret of several lines stands for them all. */
export function numberLines(text: SearchedText, from: number, to: number, first: number): Redacted {
  let line = first;
  let count = 0;
  const number = (): string => `${String(line).padStart(NUMBER_WIDTH)}\t`;
  let shown = from < to ? number() : '';
  for (const { text: piece, start, end, hidden } of text.pieces(from, to)) {
    if (hidden) {
      shown += piece;
      line += text.raw.slice(Math.max(start, from), Math.min(end, to)).split('\n').length - 1;
      count++;
      continue;
    }
    const lines = piece.replaceAll('\r\n', '\n').split('\n');
    lines.forEach((part, index) => {
      if (index === 0) shown += part;
      else {
        line++;
        // A line feed at the very end begins no line.
        const ends = end === to && index === lines.length - 1 && part === '';
        shown += `\n${ends ? '' : number()}${part}`;
      }
    });
  }
  return new Redacted(shown, count);
}
