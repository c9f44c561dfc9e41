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

/** Line ends, spaces at line ends, more than one empty line, and the end of the file. Text inside of values stays. */
export function tidyWhitespace(text: string, tree: Node): string {
  const inside = insideOfScalars(text, tree);
  const lines: string[] = [];
  let offset = 0;
  for (const line of text.split('\n')) {
    const kept = inside(offset) || inside(offset + line.length) ? line : line.trimEnd();
    if (kept !== '' || inside(offset) || (lines.length > 0 && lines.at(-1) !== '')) lines.push(kept);
    offset += line.length + 1;
  }
  return `${lines.join('\n').replace(/\n+$/, '')}\n`;
}

/** Whether a line begins or ends within a value that goes over several lines. */
function insideOfScalars(text: string, tree: Node): (offset: number) => boolean {
  const ranges: (readonly [start: number, end: number])[] = [];
  visit(tree, ({ kind, start, end }) => {
    if (kind === 'scalar' && text.slice(start, end).includes('\n')) ranges.push([start, end]);
  });
  return offset => ranges.some(([start, end]) => offset > start && offset < end);
}
