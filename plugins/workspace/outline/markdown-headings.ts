import { nameOf, type Definition, type Outline } from './definition.js';

const ATX = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*$/;
const UNDERLINE = /^ {0,3}(?:(=+)|-+)[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** Lines that open something else than a paragraph, so that a line of dashes below them is no underline. */
const NO_PARAGRAPH = /^(?: {4}|\t|\s*$| {0,3}(?:[-*+>|]|\d{1,9}[.)]|<))/;
const LONGEST_LINE = 2000;

interface Heading {
  readonly rank: number;
  readonly name: string;
  readonly start: number;
}

/** Line of the last line of the front matter, 0 where there is none. */
function frontMatter(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0;
  return lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(line)) + 1;
}

function headings(lines: readonly string[]): readonly Heading[] {
  const found: Heading[] = [];
  let fence = '';
  for (let index = frontMatter(lines); index < lines.length; index++) {
    const line = lines[index]!.slice(0, LONGEST_LINE);
    const mark = FENCE.exec(line)?.[1];
    if (fence !== '') {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = '';
      continue;
    }
    if (mark !== undefined) {
      fence = mark;
      continue;
    }
    const atx = ATX.exec(line);
    const below = atx === null && !NO_PARAGRAPH.test(line) ? UNDERLINE.exec(lines[index + 1] ?? '') : null;
    if (atx !== null) found.push({ rank: atx[1]!.length, name: nameOf(atx[2] ?? ''), start: index + 1 });
    else if (below !== null) {
      found.push({ rank: below[1] === undefined ? 2 : 1, name: nameOf(line), start: index + 1 });
      index++;
    }
  }
  return found;
}

/** Headings with their sections: to the next heading of the same rank or above, without the empty lines before it. */
export function markdownHeadings(text: string): Outline {
  const lines = text.split(/\r?\n/);
  const found = headings(lines);
  const ends = new Array<number>(found.length);
  /** Headings whose section is open, the outermost first. */
  const open: number[] = [];
  const close = (line: number, rank: number): void => {
    let end = line;
    while (end > 0 && lines[end - 1]!.trim() === '') end--;
    while (open.length > 0 && found[open.at(-1)!]!.rank >= rank) ends[open.pop()!] = end;
  };
  const definitions = found.map(({ rank, name, start }, index): Omit<Definition, 'end'> => {
    close(start - 1, rank);
    open.push(index);
    return { kind: 'heading', name, start, level: open.length - 1 };
  });
  close(lines.length, 0);
  return { definitions: definitions.map((one, index) => ({ ...one, end: ends[index]! })), errors: false };
}
