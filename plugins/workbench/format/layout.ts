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
 * Flow collections are written on one line where they fit, beside their key or under it; otherwise lists of values, and
 * mappings to numbers, as lines that are filled, and the others as blocks. Texts are never broken, and what stands in an odd
 * place stays as it is.
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

/** The parts of a mapping. */
const keyed = (parts: readonly Part[]) => parts as readonly (Part & Required<Pick<Part, 'key'>>)[];

const NUMBER = /^-?\d+(?:\.\d+)?$/;

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
    const line = oneLine({ text: this.#text, order: this.#order }, node, path, true);
    if (line !== undefined && column + line.length <= WIDTH) return { text: line, as: 'beside' };
    // What has no key to stand under begins where it would begin beside one.
    if (line !== undefined && indent + line.length <= WIDTH) return { text: line, as: 'under' };
    if (this.#canBeFilled(node)) return { text: this.#filled(node, path, indent), as: 'under' };
    return { text: this.#block(node, path, indent), as: 'block' };
  }

  #canBeFilled(node: Mapping | Sequence): boolean {
    if (node.kind === 'sequence') return node.items.every(({ kind }) => kind === 'scalar');
    return node.entries.every(({ value }) => NUMBER.test(this.#text.slice(value.start, value.end)));
  }

  #filled(node: Mapping | Sequence, path: readonly string[], indent: number): string {
    const { parts, below } = partsOf(this.#text, node);
    const ordered = node.kind === 'mapping' ? inOrder(keyed(parts), this.#order(path)) : parts;
    const items = ordered.map((part, i) => {
      const { key, value } = part;
      const name = key === undefined ? '' : `${this.#text.slice(key.start, key.end)}: `;
      const comma = i === ordered.length - 1 ? '' : ',';
      return { ...part, text: `${name}${this.#text.slice(value.start, value.end)}${comma}` };
    });
    const [open, close] = node.kind === 'mapping' ? '{}' : '[]';
    const lines = [...filled(items, WIDTH - indent - 2), ...below];
    return [open, ...lines.map(line => (line === '' ? '' : `${pad(indent + 2)}${line}`)), pad(indent) + close].join(
      '\n'
    );
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
    return inOrder(keyed(parts), this.#order(path)).flatMap(({ key, value, above, behind }) => {
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
