/** An item of a list as it is written, with its comma. */
export interface Item {
  readonly text: string;
  /** Lines that stand before it. */
  readonly above: readonly string[];
  /** It begins a line as the list is now. */
  readonly first: boolean;
  /** A comment that ends its line. */
  readonly behind?: string;
}

/** A list that takes up to so many times the lines it needs keeps its lines. */
const LOOSE = 2;

/**
 * The items in lines of at most `width` characters. The lines of a list that is written so already stay, but for those
 * that are too long, so that the edit of a word changes the line on which it stands. A list of too many short lines is
 * filled anew.
 */
export function filled(items: readonly Item[], width: number): readonly string[] {
  const anew = lines(items, width, false);
  if (items[0]?.first !== true) return anew;
  const kept = lines(items, width, true);
  return kept.length > anew.length * LOOSE ? anew : kept;
}

function lines(items: readonly Item[], width: number, keep: boolean): readonly string[] {
  const done: string[] = [];
  let line = '';
  const end = () => {
    if (line !== '') done.push(line);
    line = '';
  };
  for (const { text, above, first, behind } of items) {
    const isFull = line.length + 1 + text.length > width;
    if (isFull || above.length > 0 || (keep && first)) end();
    done.push(...above);
    line = line === '' ? text : `${line} ${text}`;
    if (behind === undefined) continue;
    line = `${line} ${behind}`;
    end();
  }
  end();
  return done;
}
