import { SCALAR_STYLE } from 'js-yaml';
import type { KeyOrder } from './key-order.js';
import { visit, type Edit, type Entry, type Node } from './tree.js';

export const WIDTH = 120;

/** Keys of mappings that are written on one line, each with the key that tells such a mapping. */
export type OneLine = readonly (readonly [told: string, ...keys: string[]])[];

/**
 * Flow collections that stand on one line are written with the same spaces and keys in order; so are short mappings
 * that `oneLine` names, whatever they were written as. What holds a comment stays as it is.
 */
export function onOneLine(text: string, tree: Node, order: KeyOrder, oneLine: OneLine): readonly Edit[] {
  const edits: Edit[] = [];
  let done = 0;
  visit(tree, (node, path) => {
    // A collection within one that is rewritten is rewritten with it.
    if (node.kind === 'scalar' || node.start < done || path.length === 0) return;
    const wanted = node.flow ? !text.slice(node.start, node.end).includes('\n') : isShort(node, oneLine);
    if (!wanted) return;
    const line = flow(text, node, path, order);
    if (line === undefined || (!node.flow && column(text, node.start) + line.length > WIDTH)) return;
    if (!node.flow && besideComment(text, node)) return;
    done = node.end;
    const lead = node.flow ? '' : leadOf(text, node.start);
    edits.push({ start: node.start - lead.length, end: node.end, text: `${lead === '' ? '' : ' '}${line}` });
  });
  return edits.filter(({ start, end, text: after }) => text.slice(start, end) !== after);
}

const isShort = (node: Node, oneLine: OneLine): boolean =>
  node.kind === 'mapping' &&
  oneLine.some(
    ([told, ...keys]) =>
      node.entries.some(({ key }) => key.value === told) &&
      node.entries.every(({ key }) => key.value === told || keys.includes(key.value))
  );

/** The node as a flow collection; undefined where it cannot be one. */
function flow(text: string, node: Node, path: readonly string[], order: KeyOrder): string | undefined {
  if (node.kind === 'scalar') {
    const block = node.style === SCALAR_STYLE.LITERAL_BLOCK || node.style === SCALAR_STYLE.FOLDED_BLOCK;
    const raw = text.slice(node.start, node.end);
    if (node.empty || block || raw.includes('\n')) return undefined;
    // A plain value of a block may hold what ends a value of a flow collection.
    return node.style === SCALAR_STYLE.PLAIN && /[,[\]{}]|^[?:-]|:$/.test(raw) ? undefined : raw;
  }
  if (hasComment(text, node)) return undefined;
  const parts =
    node.kind === 'sequence'
      ? node.items.map((item, i) => flow(text, item, [...path, String(i)], order))
      : inOrder(node.entries, order(path)).map(({ key, value }) => {
          const [name, written] = [flow(text, key, [], order), flow(text, value, [...path, key.value], order)];
          return name === undefined || written === undefined ? undefined : `${name}: ${written}`;
        });
  if (parts.includes(undefined)) return undefined;
  if (node.kind === 'sequence') return `[${parts.join(', ')}]`;
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

/** Entries as a schema lists them; others behind, as they were. */
export function inOrder(entries: readonly Entry[], names: readonly string[] | undefined): readonly Entry[] {
  if (names === undefined) return entries;
  const rank = ({ key }: Entry) => (names.includes(key.value) ? names.indexOf(key.value) : names.length);
  return entries
    .map((entry, i) => ({ entry, i }))
    .sort((a, b) => rank(a.entry) - rank(b.entry) || a.i - b.i)
    .map(({ entry }) => entry);
}

/** Whether a comment stands between the values of a node: every gap must hold signs of structure alone. */
function hasComment(text: string, node: Node): boolean {
  let from = node.start;
  let found = false;
  const see = (at: Node) => {
    if (at.kind !== 'scalar') {
      const parts = at.kind === 'sequence' ? at.items : at.entries.flatMap(({ key, value }) => [key, value]);
      parts.forEach(see);
      return;
    }
    found ||= text.slice(from, at.start).includes('#');
    from = Math.max(from, at.end);
  };
  see(node);
  return found || text.slice(from, node.end).includes('#');
}

/** A comment behind the last value of a block would end up behind all of it. */
function besideComment(text: string, node: Node): boolean {
  const end = text.indexOf('\n', node.end);
  return text.slice(node.end, end < 0 ? text.length : end).includes('#');
}

const column = (text: string, offset: number) => offset - (text.lastIndexOf('\n', offset - 1) + 1);

/** The line break and indentation before a block that stands under its key, which a flow collection stands beside. */
function leadOf(text: string, start: number): string {
  const before = text.slice(0, start);
  const [lead = ''] = /\n[ ]*$/.exec(before) ?? [];
  return /:\s*$/.test(before.slice(0, before.length - lead.length)) ? lead : '';
}
