import type { CellSpace } from './cell-space.js';
import { answer, answerOf, type DiagramNode } from './diagram.js';

/** A set of cells: for each fact the numbers of the classes it may take. */
export type Box = readonly ReadonlySet<number>[];

/** A largest box of cells that are alike, and the cell in it that differs least from the ordinary case. */
export interface FoundBox {
  readonly box: Box;
  readonly cell: readonly number[];
  /** Facts of `cell` that are not as in the ordinary case. */
  readonly unusual: number;
}

export interface BoxSearch {
  /** The class of each fact in an ordinary case. */
  readonly ordinary: readonly number[];
  /** Facts in the order in which a box is widened. */
  readonly widen: readonly number[];
  readonly most: number;
}

/**
 * Covers the cells with one answer by largest boxes that hold no cell with another, those nearest to the ordinary case
 * first. A cell with the answer 0 cannot be, so it may be in any box. `left` is 1 on what no box covers, when there
 * are more boxes than asked for.
 */
export function boxesOf(
  compared: DiagramNode,
  wanted: number,
  space: CellSpace,
  { ordinary, widen, most }: BoxSearch
): { readonly boxes: readonly FoundBox[]; readonly left: DiagramNode } {
  const { diagrams } = space;
  const boxes: FoundBox[] = [];
  const foreign = (value: number) => value !== 0 && value !== wanted;
  let left = diagrams.where(compared, compared, value => (value === wanted ? 1 : 0));
  while (boxes.length < most && diagrams.answers(left).has(1)) {
    const { cell, unusual } = nearestCell(left, space, ordinary);
    const box = cell.map(at => new Set([at]));
    for (const fact of widen) {
      const all = new Set(Array.from({ length: diagrams.sizes[fact]! }, (_, at) => at));
      const before = box[fact]!;
      box[fact] = all;
      if (!meets(compared, box, space, foreign)) continue;
      box[fact] = before;
      for (const at of [...all].sort((a, b) => Math.abs(a - cell[fact]!) - Math.abs(b - cell[fact]!))) {
        if (before.has(at)) continue;
        before.add(at);
        if (meets(compared, box, space, foreign)) before.delete(at);
      }
    }
    boxes.push({ box, cell, unusual });
    left = diagrams.where(left, outside(box, space));
  }
  return { boxes, left };
}

/** Whether the function has such an answer anywhere in the box. */
export function meets(node: DiagramNode, box: Box, { diagrams }: CellSpace, such: (value: number) => boolean): boolean {
  const done = new Set<DiagramNode>();
  const visit = (n: DiagramNode): boolean => {
    if (n < 0) return such(answerOf(n));
    if (done.has(n)) return false;
    done.add(n);
    const below = diagrams.below(n);
    for (const at of box[diagrams.fact(n)]!) if (visit(below[at]!)) return true;
    return false;
  };
  return visit(node);
}

/** The function with the answer 1 outside the box. */
function outside(box: Box, { diagrams }: CellSpace): DiagramNode {
  return box.reduceRight<DiagramNode>(
    (below, classes, fact) =>
      diagrams.node(
        fact,
        Array.from({ length: diagrams.sizes[fact]! }, (_, at) => (classes.has(at) ? below : answer(1)))
      ),
    answer(0)
  );
}

/** The cell with the answer 1 that differs from the ordinary case in the fewest facts. */
function nearestCell(node: DiagramNode, { diagrams }: CellSpace, ordinary: readonly number[]) {
  const done = new Map<DiagramNode, number>();
  const cost = (n: DiagramNode): number => {
    if (n < 0) return answerOf(n) === 1 ? 0 : Infinity;
    let least = done.get(n);
    if (least === undefined) {
      const usual = ordinary[diagrams.fact(n)]!;
      least = Math.min(...diagrams.below(n).map((child, at) => cost(child) + (at === usual ? 0 : 1)));
      done.set(n, least);
    }
    return least;
  };
  const cell = [...ordinary];
  const unusual = cost(node);
  for (let n = node; n >= 0;) {
    const fact = diagrams.fact(n);
    const below = diagrams.below(n);
    const costs = below.map((child, at) => cost(child) + (at === ordinary[fact] ? 0 : 1));
    const at = costs.indexOf(Math.min(...costs));
    cell[fact] = at;
    n = below[at]!;
  }
  return { cell, unusual };
}
