import { filled } from './fill.js';
import type { KeyOrder } from './key-order.js';
import { inOrder, oneLine } from './one-line.js';
import { canBeLaidOut, partsOf, type Part } from './parts.js';
import { commentBehind, spotOf, WIDTH } from './spot.js';
import { visit, type Edit, type Mapping, type Node, type Sequence } from './tree.js';

/** A node as text, and whether it stands beside its key, in brackets under it, or as a block. */
interface Written {
  readonly text: string;
  readonly as: 'beside' | 'under' | 'block';
}

/**
 * Flow collections are written on one line where they fit, beside their key or under it; otherwise lists of values as
 * lines that are filled, and mappings, and lists that hold any, as blocks. Texts are never broken, and what stands in an
 * odd place stays as it is.
 */
export function layOut(text: string, tree: Node, order: KeyOrder): readonly Edit[] {
  const edits: Edit[] = [];
  let done = 0;
  visit(tree, (node, path, key) => {
    // A collection within one that is rewritten is rewritten with it.
    if (node.kind === 'scalar' || !node.flow || node.start < done || path.length === 0) return;
    done = node.end;
    if (!canBeLaidOut(text, node)) return;
    const { start, lead, column, indent } = spotOf(text, node, key);
    const written = new Layout(text, order).write(node, path, column, indent);
    const { end } = node;
    // Behind a block, a comment would belong to its last line.
    const comment = written.as === 'block' ? commentBehind(text, end) : undefined;
    const to = comment === undefined ? end : text.indexOf(comment, end) + comment.length;
    edits.push({ start, end: to, text: joined(lead, written, indent, comment) });
  });
  return edits.filter(({ start, end, text: after }) => text.slice(start, end) !== after);
}

const pad = (indent: number) => ' '.repeat(indent);

const spaced = (...parts: readonly string[]) => parts.filter(part => part !== '').join(' ');

/** What stands before a value, the value, and a comment that belongs to both. */
function joined(lead: string, { text, as }: Written, indent: number, comment = ''): string {
  if (as === 'beside') return spaced(lead, text, comment);
  if (comment === '' && (lead === '' || lead === '-')) return spaced(lead, text);
  return `${spaced(lead, comment)}\n${pad(indent)}${text}`;
}

class Layout {
  readonly #text: string;
  readonly #order: KeyOrder;

  constructor(text: string, order: KeyOrder) {
    this.#text = text;
    this.#order = order;
  }

  /** Beginning at `column` where one line is enough; all lines but the first are indented by `indent` or more. */
  write(node: Node, path: readonly string[], column: number, indent: number): Written {
    if (node.kind === 'scalar') return { text: this.#text.slice(node.start, node.end), as: 'beside' };
    const line = oneLine(this.#text, node, path, this.#order, true);
    if (line !== undefined && column + line.length <= WIDTH) return { text: line, as: 'beside' };
    // What has no key to stand under begins where it would begin beside one.
    if (line !== undefined && indent + line.length <= WIDTH) return { text: line, as: 'under' };
    const isList = node.kind === 'sequence' && node.items.every(({ kind }) => kind === 'scalar');
    if (isList) return { text: this.#list(node, indent), as: 'under' };
    return { text: this.#block(node, path, indent), as: 'block' };
  }

  #list(node: Sequence, indent: number): string {
    const { parts, below } = partsOf(this.#text, node);
    const items = parts.map((part, i) => {
      const raw = this.#text.slice(part.value.start, part.value.end);
      return { ...part, text: i === parts.length - 1 ? raw : `${raw},` };
    });
    const lines = [...filled(items, WIDTH - indent - 2), ...below];
    return ['[', ...lines.map(line => (line === '' ? '' : `${pad(indent + 2)}${line}`)), `${pad(indent)}]`].join('\n');
  }

  #block(node: Mapping | Sequence, path: readonly string[], indent: number): string {
    const { parts, below } = partsOf(this.#text, node);
    const lines = node.kind === 'mapping' ? this.#entries(parts, path, indent) : this.#items(parts, path, indent);
    const all = [...lines, ...below];
    // What was put in order may begin with the empty line that stood above it.
    const first = all.findIndex(line => line !== '');
    const [head, ...rest] = all.slice(first);
    return [head, ...rest.map(line => (line === '' ? '' : `${pad(indent)}${line}`))].join('\n');
  }

  #entries(parts: readonly Part[], path: readonly string[], indent: number): readonly string[] {
    const entries = parts as readonly (Part & Required<Pick<Part, 'key'>>)[];
    return inOrder(entries, this.#order(path)).flatMap(({ key, value, above, behind }) => {
      const name = this.#text.slice(key.start, key.end);
      const written = this.write(value, [...path, key.value], indent + name.length + 2, indent + 2);
      return [...above, joined(`${name}:`, written, indent + 2, behind)];
    });
  }

  #items(parts: readonly Part[], path: readonly string[], indent: number): readonly string[] {
    return parts.flatMap(({ value, above, behind }, i) => {
      const written = this.write(value, [...path, String(i)], indent + 2, indent + 2);
      return [...above, joined('-', written, indent + 2, behind)];
    });
  }
}
