import { prefixesOf } from './pattern-prefixes.js';
import { isCharacter, sourceOf } from './pattern-source.js';
import type { Node } from './pattern-syntax.js';

/** How many ways a node can match from one place: an upper bound for backtracking. */
export function waysOf(node: Node): number {
  switch (node.kind) {
    case 'gap':
      return node.max + 1;
    case 'seq':
      return node.items.reduce(
        (product, item, i) => product * (decided(item, node.items.slice(i + 1)) ? 1 : waysOf(item)),
        1
      );
    case 'alt':
      return Math.max(...node.options.map(waysOf));
    case 'repeat':
      return (node.max - node.min + 1) * waysOf(node.item);
    default:
      return 1;
  }
}

/** True when what follows a repetition of one character cannot begin with it, so that there is nothing to try again. */
function decided(node: Node, after: readonly Node[]): boolean {
  if (node.kind !== 'repeat' || !isCharacter(node.item)) return false;
  const repeated = new RegExp(`^(?:${sourceOf(node.item, 'words')})`);
  return prefixesOf({ kind: 'seq', items: after }).every(({ text }) => text !== '' && !repeated.test(text));
}
