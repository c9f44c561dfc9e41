import { visit, type Mapping, type Node, type Scalar, type Sequence } from './tree.js';

/** An item or an entry of a flow collection with what stands around it. */
export interface Part {
  /** Of an entry. */
  readonly key?: Scalar;
  readonly value: Node;
  /** Comments on lines of their own before it; an empty one is an empty line. */
  readonly above: readonly string[];
  /** It begins a line. */
  readonly first: boolean;
  /** The comment on its own line. */
  behind?: string;
}

export interface Parts {
  readonly parts: readonly Part[];
  /** Comments after the last one. */
  readonly below: readonly string[];
}

/** Takes a flow collection apart, one for which `canBeLaidOut` holds. */
export function partsOf(text: string, node: Mapping | Sequence): Parts {
  const parts: Part[] = [];
  const all = node.kind === 'mapping' ? node.entries : node.items.map(value => ({ value }));
  let from = node.start + 1;
  const gap = (to: number) => {
    const [same, ...lines] = text.slice(from, to).split('\n').map(commentIn);
    const before = parts.at(-1);
    if (before !== undefined && same !== '') before.behind = same!;
    // The last of these lines is the one on which the next part, or the bracket, stands.
    const own = [...(before === undefined ? [same!] : []), ...lines.slice(0, -1)];
    return { own, first: lines.length > 0 };
  };
  for (const each of all) {
    const { own, first } = gap('key' in each ? each.key.start : each.value.start);
    parts.push({ ...each, above: parts.length === 0 ? own.filter(line => line !== '') : own, first });
    from = endOf(text, each);
  }
  return { parts, below: gap(node.end - 1).own.filter(line => line !== '') };
}

/** Of an entry without a value, the colon is the end. */
function endOf(text: string, { key, value }: { readonly key?: Scalar; readonly value: Node }): number {
  if (key === undefined || value.kind !== 'scalar' || !value.empty) return value.end;
  return key.end + (/^\s*:/.exec(text.slice(key.end))?.[0].length ?? 0);
}

const GAP = /^[\s,]*(#.*)?$/;
const commentIn = (line: string) => GAP.exec(line)?.[1]?.trimEnd() ?? '';

/** Whether nothing but comments stands between the parts of a flow collection, and no text goes over several lines. */
export function canBeLaidOut(text: string, node: Node): boolean {
  let fine = true;
  visit(node, each => {
    if (each.kind === 'scalar') {
      fine &&= !text.slice(each.start, each.end).includes('\n');
      return;
    }
    let from = each.start + 1;
    const see = (start: number, end: number) => {
      const gap = text.slice(from, start).split('\n');
      fine &&= gap.every(line => GAP.test(line));
      from = end;
    };
    if (each.kind === 'sequence') for (const { start, end } of each.items) see(start, end);
    else
      for (const { key, value } of each.entries) {
        see(key.start, endOf(text, { key, value }));
        fine &&= /^\s*:?\s*$/.test(text.slice(key.end, value.start));
      }
    see(each.end - 1, each.end);
    // No block says that a mapping is empty.
    fine &&=
      each.kind === 'sequence' || each.entries.length > 0 || text.slice(each.start + 1, each.end - 1).trim() === '';
  });
  return fine;
}
