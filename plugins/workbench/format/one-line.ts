import { SCALAR_STYLE } from 'js-yaml';
import type { KeyOrder } from './key-order.js';
import type { Entry, Node } from './tree.js';

/** A text, and the order in which its keys are written. */
interface Ordered {
  readonly text: string;
  readonly order: KeyOrder;
}

/** A node as it is written in one line, keys in order and blanks alike; undefined where a line cannot say it. */
export function oneLine(
  { text, order }: Ordered,
  node: Node,
  path: readonly string[],
  within = false
): string | undefined {
  if (node.kind === 'scalar') {
    const block = node.style === SCALAR_STYLE.LITERAL_BLOCK || node.style === SCALAR_STYLE.FOLDED_BLOCK;
    const raw = text.slice(node.start, node.end);
    if (node.empty || block || raw.includes('\n')) return undefined;
    // A plain value of a block may hold what ends a value of a flow collection.
    const unsafe = !within && node.style === SCALAR_STYLE.PLAIN && /[,[\]{}]|^[?:-]|:$/.test(raw);
    return unsafe ? undefined : raw;
  }
  if (hasComment(text, node)) return undefined;
  const parts =
    node.kind === 'sequence'
      ? node.items.map((item, i) => oneLine({ text, order }, item, [...path, String(i)], node.flow))
      : inOrder(node.entries, order(path)).map(({ key, value }) => {
          const name = oneLine({ text, order }, key, [], node.flow);
          const written = oneLine({ text, order }, value, [...path, key.value], node.flow);
          return name === undefined || written === undefined ? undefined : `${name}: ${written}`;
        });
  if (parts.includes(undefined)) return undefined;
  if (node.kind === 'sequence') return `[${parts.join(', ')}]`;
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

/** Entries as a schema lists them; others behind, as they were. */
export function inOrder<T extends Pick<Entry, 'key'>>(
  entries: readonly T[],
  names: readonly string[] | undefined
): readonly T[] {
  if (names === undefined) return entries;
  const rank = ({ key }: T) => (names.includes(key.value) ? names.indexOf(key.value) : names.length);
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
