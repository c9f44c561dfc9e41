import type { Dependency } from '../../../core/rules/index.js';
import { conditionNode, type CellSpace } from './cell-space.js';
import { answer, type DiagramNode } from './diagram.js';
import { comparing, type FactClass } from './fact-classes.js';
import type { Range } from './ranges.js';

/** The function with the answer 1 for cells that can be, by the dependencies whose facts the space has. */
export function possibleNode(dependencies: readonly Dependency[], space: CellSpace): DiagramNode {
  const { diagrams, numberOf } = space;
  return dependencies
    .filter(({ facts }) => facts.every(name => numberOf.has(name)))
    .map(dependency => oneNode(dependency, space))
    .reduce((all, one) => diagrams.where(all, one), answer(1));
}

function oneNode(dependency: Dependency, space: CellSpace): DiagramNode {
  switch (dependency.kind) {
    case 'never':
      return space.diagrams.combine(conditionNode(dependency.when, space), answer(0), holds => 1 - holds);
    case 'order': {
      const compare = comparing(space.axes[space.numberOf.get(dependency.low)!]!.declaration.type);
      return over([dependency.low, dependency.high], space, ([low, high]) => {
        const [from, to] = [rangeOf(low!), rangeOf(high!)];
        if (from === undefined || to === undefined || from.low === null || to.high === null) return true;
        const order = compare(from.low, to.high);
        return order < 0 || (order === 0 && !from.lowOpen && !to.highOpen);
      });
    }
    case 'sum':
      return over([...dependency.of, dependency.is], space, classes => {
        const [a, b, sum] = classes.map(rangeOf);
        if (a === undefined || b === undefined || sum === undefined) return true;
        return (
          end(a.low, -1) + end(b.low, -1) <= end(sum.high, 1) && end(sum.low, -1) <= end(a.high, 1) + end(b.high, 1)
        );
      });
  }
}

/** An end of a range of whole numbers. */
const end = (value: unknown, side: 1 | -1) => (value === null ? side * Infinity : (value as number));

/** The values of a class that has an order; undefined for unknown, which breaks no order and no sum. */
export function rangeOf(one: FactClass): Range | undefined {
  if (one.kind === 'range') return one;
  if (one.kind !== 'values' || one.sample === null) return undefined;
  return { low: one.sample, lowOpen: false, high: one.sample, highOpen: false };
}

/** The function over a few facts that `fits` says of each combination of their classes. */
function over(
  names: readonly string[],
  { axes, numberOf, diagrams }: CellSpace,
  fits: (of: FactClass[]) => boolean
): DiagramNode {
  const facts = names.map(name => numberOf.get(name)!);
  const sorted = [...facts].sort((a, b) => a - b);
  const visit = (depth: number, chosen: ReadonlyMap<number, FactClass>): DiagramNode => {
    const fact = sorted[depth];
    if (fact === undefined) return answer(fits(facts.map(f => chosen.get(f)!)) ? 1 : 0);
    return diagrams.node(
      fact,
      axes[fact]!.classes.map(one => visit(depth + 1, new Map(chosen).set(fact, one)))
    );
  };
  return visit(0, new Map());
}
