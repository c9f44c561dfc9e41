import type { Node } from '../../../core/text/index.js';

/** The most characters that a pattern can match. */
export function widthOf(node: Node): number {
  switch (node.kind) {
    case 'literal':
      return node.text.length;
    case 'set':
      return 1;
    case 'look':
      return 0;
    case 'rest':
      return 80;
    case 'gap':
      return node.unit === 'words' ? node.max * 41 : node.max;
    case 'seq':
      return node.items.reduce((sum, item) => sum + widthOf(item), 0);
    case 'alt':
      return Math.max(...node.options.map(widthOf));
    case 'repeat':
      return node.max * widthOf(node.item);
  }
}
