import type { Dependency, Facts, FactType, FactValue } from '../../../core/rules/index.js';
import type { CellSpace } from './cell-space.js';
import { comparing, contains, type FactClass } from './fact-classes.js';
import { rangeOf } from './possible-cells.js';
import { nearestIn, type Range } from './ranges.js';

/** One concrete case of a cell: as near to the ordinary case as the cell and the dependencies between facts allow. */
export function exampleFacts(
  cell: readonly number[],
  { axes }: CellSpace,
  dependencies: readonly Dependency[],
  ordinary: Facts
): Facts {
  const facts: Record<string, FactValue> = {};
  const ranges = new Map<string, Range>();
  const types = new Map(axes.map(({ name, declaration }) => [name, declaration.type]));
  axes.forEach(({ name, classes }, i) => {
    const one = classes[cell[i]!]!;
    facts[name] = valueIn(one, ordinary[name] ?? one.sample, types.get(name)!);
    const range = rangeOf(one);
    if (range !== undefined && typeof one.sample !== 'boolean') ranges.set(name, range);
  });
  const bound = dependencies.filter(({ kind, facts: named }) => kind !== 'never' && named.every(n => ranges.has(n)));
  // Values that had to move fix the others, not the other way round.
  const moved = (name: string) => (facts[name] === ordinary[name] ? 1 : 0);
  for (const name of [...new Set(bound.flatMap(d => d.facts))].sort((a, b) => moved(a) - moved(b))) {
    for (let round = 0; round < bound.length && bound.some(d => tighten(d, ranges, types)); round++);
    const type = types.get(name)!;
    const value = nearestIn(type, ranges.get(name)!, facts[name]!, comparing(type));
    facts[name] = value;
    ranges.set(name, { low: value, lowOpen: false, high: value, highOpen: false });
  }
  return facts;
}

function valueIn(one: FactClass, wanted: FactValue, type: FactType): FactValue {
  if (contains(one, wanted, type)) return wanted;
  return one.kind === 'range' && wanted !== null ? nearestIn(type, one, wanted, comparing(type)) : one.sample;
}

/** Takes away from the ranges what cannot be; true when anything was. */
function tighten(dependency: Dependency, ranges: Map<string, Range>, types: ReadonlyMap<string, FactType>): boolean {
  const at = (name: string) => ranges.get(name)!;
  if (dependency.kind === 'order') {
    const { low, high } = dependency;
    const compare = comparing(types.get(low)!);
    const up = cut(ranges, high, { ...at(high), low: at(low).low, lowOpen: at(low).lowOpen }, compare);
    return cut(ranges, low, { ...at(low), high: at(high).high, highOpen: at(high).highOpen }, compare) || up;
  }
  if (dependency.kind !== 'sum') return false;
  const [a, b] = dependency.of;
  const plus = (x: FactValue, y: FactValue) => (x === null || y === null ? null : (x as number) + (y as number));
  const minus = (x: FactValue, y: FactValue) => (x === null || y === null ? null : (x as number) - (y as number));
  const whole = (low: FactValue, high: FactValue): Range => ({ low, lowOpen: false, high, highOpen: false });
  const compare = comparing('integer');
  const total = cut(ranges, dependency.is, whole(plus(at(a).low, at(b).low), plus(at(a).high, at(b).high)), compare);
  const sum = at(dependency.is);
  const first = cut(ranges, a, whole(minus(sum.low, at(b).high), minus(sum.high, at(b).low)), compare);
  const second = cut(ranges, b, whole(minus(sum.low, at(a).high), minus(sum.high, at(a).low)), compare);
  return total || first || second;
}

type Compare = (x: FactValue, y: FactValue) => number;

/** Narrows a range to what it shares with another one. */
function cut(ranges: Map<string, Range>, name: string, to: Range, compare: Compare): boolean {
  const is = ranges.get(name)!;
  const higher =
    to.low !== null &&
    (is.low === null || compare(to.low, is.low) > 0 || (to.lowOpen && !is.lowOpen && compare(to.low, is.low) === 0));
  const lower =
    to.high !== null &&
    (is.high === null ||
      compare(to.high, is.high) < 0 ||
      (to.highOpen && !is.highOpen && compare(to.high, is.high) === 0));
  if (!higher && !lower) return false;
  ranges.set(name, {
    ...(higher ? { low: to.low, lowOpen: to.lowOpen } : { low: is.low, lowOpen: is.lowOpen }),
    ...(lower ? { high: to.high, highOpen: to.highOpen } : { high: is.high, highOpen: is.highOpen })
  });
  return true;
}
