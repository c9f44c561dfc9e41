import { load } from 'js-yaml';
import { isDeepStrictEqual } from 'node:util';
import { orderedBlocks } from './blocks.js';
import { keyOrderOf } from './key-order.js';
import { layOut } from './layout.js';
import { shortBlocks, type OneLine } from './short-blocks.js';
import { singleQuotes, tidyWhitespace } from './tidy.js';
import { edited, treeOf, type Edit, type Node } from './tree.js';

export interface Style {
  /** Schema of the file's kind: keys are written as it lists them. */
  readonly schema: object;
  readonly oneLine: OneLine;
}

/** Files are at most 20 levels deep, and each round puts a level in order. */
const MOST_ROUNDS = 40;

/**
 * Writes a YAML text in the one style: keys in the order of the schema, single quotes, one form of short mappings, no line
 * too long that could be broken, tidy white space. Comments and single empty lines stay. It edits the text where it must and never writes the whole anew;
 * the result is loaded and compared with what was loaded before. Throws where they differ.
 */
export function formatted(text: string, { schema, oneLine }: Style): string {
  const order = keyOrderOf(schema);
  const passes: readonly ((text: string, tree: Node) => readonly Edit[])[] = [
    singleQuotes,
    (now, tree) => shortBlocks(now, tree, order, oneLine),
    (now, tree) => layOut(now, tree, order),
    (now, tree) => orderedBlocks(now, tree, order)
  ];
  let now = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  if (!now.endsWith('\n')) now += '\n';
  let tree = treeOf(now);
  for (const pass of passes)
    for (let round = 0; ; round++) {
      const edits = pass(now, tree);
      if (edits.length === 0) break;
      if (round > MOST_ROUNDS) throw new Error('formatting comes to no end');
      now = edited(now, edits);
      tree = treeOf(now);
    }
  now = tidyWhitespace(now, tree);
  if (!isDeepStrictEqual(load(now), load(text))) throw new Error('the formatted text would mean something else');
  return now;
}
