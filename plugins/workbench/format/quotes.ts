import { SCALAR_STYLE } from 'js-yaml';
import { visit, type Edit, type Node, type Scalar } from './tree.js';

/** Double quotes become single ones wherever the text is the same in both. */
export function singleQuotes(text: string, tree: Node): readonly Edit[] {
  const edits: Edit[] = [];
  const see = ({ style, start, end }: Scalar) => {
    if (style !== SCALAR_STYLE.DOUBLE_QUOTED) return;
    const inner = text.slice(start + 1, end - 1);
    if (!/[\\'\n]/.test(inner)) edits.push({ start, end, text: `'${inner}'` });
  };
  visit(tree, node => {
    if (node.kind === 'scalar') see(node);
    if (node.kind === 'mapping') node.entries.forEach(({ key }) => see(key));
  });
  return edits;
}
