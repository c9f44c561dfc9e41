import { parseMoney } from '../../../core/money/index.js';
import { dayBeside, type FactType, type FactValue } from '../../../core/rules/index.js';

/** Values between two ends. Null sets no end; an open end is not a value of the range. Whole numbers and dates have closed ends. */
export interface Range {
  readonly low: FactValue;
  readonly lowOpen: boolean;
  readonly high: FactValue;
  readonly highOpen: boolean;
}

/** The next value after, or before, one of a type whose values are counted; undefined for a type that is dense. */
export function neighbour(type: FactType, value: FactValue, step: 1 | -1): FactValue | undefined {
  if (type === 'integer') return (value as number) + step;
  return type === 'date' ? dayBeside(value as string, step) : undefined;
}

type Compare = (a: FactValue, b: FactValue) => number;

/** All values from `minimum` on, cut at each constant: before it, the constant itself, after it. */
export function cutRanges(
  type: FactType,
  compare: Compare,
  minimum: FactValue,
  constants: readonly FactValue[]
): readonly Range[] {
  const cuts = [...constants].sort(compare).filter((value, i, all) => i === 0 || compare(all[i - 1]!, value) !== 0);
  const pieces: Range[] = [];
  let low: FactValue = null;
  for (const cut of cuts) {
    pieces.push({ low, lowOpen: low !== null, high: cut, highOpen: true });
    pieces.push({ low: cut, lowOpen: false, high: cut, highOpen: false });
    low = cut;
  }
  pieces.push({ low, lowOpen: low !== null, high: null, highOpen: false });
  return pieces.map(piece => closed(type, raised(piece, minimum, compare))).filter(range => !isEmpty(range, compare));
}

function raised(range: Range, minimum: FactValue, compare: Compare): Range {
  const starts = minimum === null || (range.low !== null && compare(range.low, minimum) >= 0);
  return starts ? range : { ...range, low: minimum, lowOpen: false };
}

function closed(type: FactType, range: Range): Range {
  const low = range.lowOpen && range.low !== null ? neighbour(type, range.low, 1) : undefined;
  const high = range.highOpen && range.high !== null ? neighbour(type, range.high, -1) : undefined;
  return {
    ...range,
    ...(low !== undefined && { low, lowOpen: false }),
    ...(high !== undefined && { high, highOpen: false })
  };
}

export function isEmpty({ low, lowOpen, high, highOpen }: Range, compare: Compare): boolean {
  if (low === null || high === null) return false;
  const order = compare(low, high);
  return order > 0 || (order === 0 && (lowOpen || highOpen));
}

/** The value of the range nearest to a wanted one: a cent inside an open end, or half way where that is too far. */
export function nearestIn(type: FactType, range: Range, wanted: FactValue, compare: Compare): FactValue {
  const { low, lowOpen, high, highOpen } = range;
  const aboveLow = low === null || compare(wanted, low) > 0 || (!lowOpen && compare(wanted, low) === 0);
  const belowHigh = high === null || compare(wanted, high) < 0 || (!highOpen && compare(wanted, high) === 0);
  if (aboveLow && belowHigh) return wanted;
  if (!aboveLow) {
    if (!lowOpen) return low;
    const inside = moved(type, low!, 1);
    return high === null || compare(inside, high) < 0 ? inside : between(type, low!, high);
  }
  if (!highOpen) return high;
  const inside = moved(type, high!, -1);
  return low === null || compare(inside, low) > 0 ? inside : between(type, low, high!);
}

function moved(type: FactType, value: FactValue, step: 1 | -1): FactValue {
  if (type === 'money')
    return parseMoney(value)!
      .plus(step === 1 ? '0.01' : '-0.01')
      .toFixed();
  return Math.round(((value as number) + step / 100) * 1e6) / 1e6;
}

function between(type: FactType, low: FactValue, high: FactValue): FactValue {
  if (type === 'money') return parseMoney(low)!.plus(parseMoney(high)!).times('0.5').toFixed();
  return ((low as number) + (high as number)) / 2;
}
