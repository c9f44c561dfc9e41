import type { KeyOrder } from './key-order.js';
import { oneLine } from './one-line.js';
import { commentBehind, spotOf, WIDTH } from './spot.js';
import { visit, type Edit, type Node } from './tree.js';

/** Keys of mappings that are written on one line, each with the key that tells such a mapping. */
export type OneLine = readonly (readonly [told: string, ...keys: string[]])[];

/** Block mappings that `names` tells, and that a line can hold, are written on one. */
export function shortBlocks(text: string, tree: Node, order: KeyOrder, names: OneLine): readonly Edit[] {
  const edits: Edit[] = [];
  let done = 0;
  visit(tree, (node, path, key) => {
    if (node.start < done || path.length === 0 || !isShort(node, names)) return;
    const line = oneLine({ text, order }, node, path);
    const { start, lead, column, indent } = spotOf(text, node, key);
    // A comment behind the last value would end up behind all of it.
    if (line === undefined || indent + line.length > WIDTH || commentBehind(text, node.end) !== undefined) return;
    done = node.end;
    const before = lead === '' ? '' : column + line.length > WIDTH ? `${lead}\n${' '.repeat(indent)}` : `${lead} `;
    edits.push({ start, end: node.end, text: `${before}${line}` });
  });
  return edits;
}

const isShort = (node: Node, names: OneLine): boolean =>
  node.kind === 'mapping' &&
  !node.flow &&
  names.some(
    ([told, ...keys]) =>
      node.entries.some(({ key }) => key.value === told) &&
      node.entries.every(({ key }) => key.value === told || keys.includes(key.value))
  );
