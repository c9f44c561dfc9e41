import { startOfLine, type Range } from './document-entries.js';

const AFTER_NAME = /["'*_` ]{0,12}([|;,\t])/y;
const BEFORE_NAME = /([|;,\t])["'*_` ]{0,12}$/;
/** What a column is called. */
const NAME = /^ ?["']?[\p{L}\d][\p{L}\d _./()#?-]{0,40}["']?[ \r]?$/u;
const MARKDOWN_NAME = /^[ \t]*["'*_`]{0,3}[\p{L}\d _./()#?-]{0,40}["'*_`]{0,3}[ \t\r]*$/u;
/** The line below the names of a table in Markdown. */
const RULER = /^[ \t]*\|?[ \t]*:?-{2,}[-:| \t]*$/;

/**
 * Where the cells lie that stand below the name of a column, in a table of Markdown or of values with a sign between them; as
 * far as `most` characters behind the line of names. Each line has as many cells as that one, which is the first of its table.
 */
export function* cellsBelow(text: string, [from, to]: Range, most: number): Generator<Range> {
  const start = startOfLine(text, from);
  const end = lineEnd(text, to);
  AFTER_NAME.lastIndex = to;
  const sign = AFTER_NAME.exec(text)?.[1] ?? BEFORE_NAME.exec(text.slice(start, from))?.[1];
  if (sign === undefined) return;
  const names = cellsOf(text, [start, end], sign);
  const above = start === 0 ? '' : text.slice(startOfLine(text, start - 1), start - 1);
  if (above.includes(sign) || names.some(name => !(sign === '|' ? MARKDOWN_NAME : NAME).test(text.slice(...name))))
    return;
  const nth = names.findIndex(([, last]) => last >= to);
  let line = end + 1;
  if (sign === '|') {
    if (!RULER.test(text.slice(line, lineEnd(text, line)))) return;
    line = lineEnd(text, line) + 1;
  }
  while (line < text.length && line < end + most) {
    const lastOfLine = lineEnd(text, line);
    const cells = cellsOf(text, [line, lastOfLine], sign);
    if (cells.length !== names.length) return;
    yield bare(text, cells[nth]!);
    line = lastOfLine + 1;
  }
}

function lineEnd(text: string, from: number): number {
  const found = text.indexOf('\n', from);
  return found < 0 ? text.length : found;
}

/** The cells of a line; a sign between quotes is a part of its cell. */
function cellsOf(text: string, [start, end]: Range, sign: string): readonly Range[] {
  const cells: Range[] = [];
  let from = start;
  let quoted = false;
  for (let at = start; at < end; at++) {
    if (text[at] === '"' && sign !== '|') quoted = !quoted;
    else if (text[at] === sign && !quoted) {
      cells.push([from, at]);
      from = at + 1;
    }
  }
  return [...cells, [from, end]];
}

const AROUND = /^[\s"'`*]*|[\s"'`*]*$/g;

/** A cell without the blanks and marks around what stands in it. */
function bare(text: string, [from, to]: Range): Range {
  const [before, after] = text.slice(from, to).match(AROUND)!;
  return before!.length === to - from ? [from, from] : [from + before!.length, to - after!.length];
}
