import { lineEnd, treeOf, type Mapping, type Node, type Sequence } from '../format/tree.js';

/**
 * `plugins.yaml` with one more plugin at the end of a service's list, everything else as it was. Undefined where the
 * list is not written one entry a line.
 */
export function withPlugin(text: string, service: string, use: string): string | undefined {
  const list = at(treeOf(text), ['services', service, 'plugins']);
  if (list?.kind !== 'sequence' || list.flow) return undefined;
  const { items } = list as Sequence;
  const last = items.at(-1)!;
  const dash = text.lastIndexOf('-', last.start);
  const indent = text.slice(text.lastIndexOf('\n', dash) + 1, dash);
  const end = lineEnd(text, last.end);
  const before = text.slice(0, end);
  return `${before}${before.endsWith('\n') ? '' : '\n'}${indent}- use: ${use}\n${text.slice(end)}`;
}

const at = (node: Node | undefined, path: readonly string[]): Node | undefined =>
  path.reduce<Node | undefined>(
    (found, key) => (found as Mapping | undefined)?.entries?.find(entry => entry.key.value === key)?.value,
    node
  );
