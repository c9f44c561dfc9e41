import { meets, type FoundBox } from './boxes.js';
import type { CellSpace } from './cell-space.js';
import type { DiagramNode } from './diagram.js';

/** A box is widened over cells that cannot be; a reader is told only what can. */
export function limitsOf(
  { box }: FoundBox,
  possible: DiagramNode,
  space: CellSpace,
  widen: readonly number[]
): ReadonlyMap<number, readonly number[]> {
  const limits = new Map<number, readonly number[]>();
  for (const fact of [...widen].reverse()) {
    const classes = box[fact]!;
    if (classes.size === space.diagrams.sizes[fact]) continue;
    const only = (at: number) => box.map((all, i) => (i === fact ? new Set([at]) : all));
    limits.set(
      fact,
      [...classes].sort((a, b) => a - b).filter(at => meets(possible, only(at), space, can => can === 1))
    );
  }
  return limits;
}

/** Facts that the changed rules name are widened last, so that they are what tells the cases apart. */
export function wideningOrder({ axes }: CellSpace, named: ReadonlySet<string>): readonly number[] {
  const numbers = axes.map((_, i) => i).reverse();
  return [...numbers.filter(i => !named.has(axes[i]!.name)), ...numbers.filter(i => named.has(axes[i]!.name))];
}
