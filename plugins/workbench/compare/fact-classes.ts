import { compareMoney } from '../../../core/money/index.js';
import {
  type Comparison,
  type FactDeclaration,
  type FactType,
  type FactValue,
  TESTS
} from '../../../core/rules/index.js';
import { cutRanges, nearestIn, type Range } from './ranges.js';

/** Values of one fact that no comparison tells apart. `sample` is one of them. */
export type FactClass =
  | { readonly kind: 'unknown'; readonly sample: null }
  | { readonly kind: 'values'; readonly values: readonly FactValue[]; readonly sample: FactValue }
  | { readonly kind: 'other'; readonly except: readonly string[]; readonly sample: string }
  | (Range & { readonly kind: 'range'; readonly sample: FactValue });

/** How values of a type that has an order compare. */
export function comparing(type: FactType): (a: FactValue, b: FactValue) => number {
  if (type === 'money') return (a, b) => compareMoney(a as string, b as string);
  if (type === 'date') return (a, b) => ((a as string) < (b as string) ? -1 : a === b ? 0 : 1);
  return (a, b) => (a as number) - (b as number);
}

/** Whether a value is of the class; null is not known. */
export function contains(one: FactClass, value: FactValue, type: FactType): boolean {
  if (one.kind === 'values') return one.values.includes(value);
  if (one.kind === 'unknown' || value === null) return one.kind === 'unknown' && value === null;
  if (one.kind === 'other') return !one.except.includes(value as string);
  const compare = comparing(type);
  return compare(nearestIn(type, one, value, compare), value) === 0;
}

/** What a table makes of a value: a word outside the values it knows says nothing to it, as in production. */
export const seenBy = ({ values }: Pick<FactDeclaration, 'values'>, value: FactValue): FactValue =>
  values === undefined || values.includes(value as string) ? value : null;

/**
 * Cuts a fact by everything it is compared with; neighbours that behave alike are one class. Unknown comes last.
 * `known` are the words that each table knows, where tables know different ones.
 */
export function classesOf(
  declaration: FactDeclaration,
  comparisons: readonly Comparison[],
  known: readonly Pick<FactDeclaration, 'values'>[] = []
): readonly FactClass[] {
  const { type } = declaration;
  const constants = comparisons
    .filter(({ operator }) => operator !== 'isKnown')
    .flatMap(({ value }) => value as FactValue | FactValue[]);
  const tests = comparisons.map(
    ({ operator, value }) =>
      (sample: FactValue) =>
        TESTS[type][operator]!(sample, value)
  );
  const marks = (sample: FactValue) =>
    [...tests.map(test => test(sample)), ...known.map(one => seenBy(one, sample) !== null)].join();
  const cut = type === 'boolean' || type === 'string' ? named(declaration, constants) : ranged(declaration, constants);
  const merged: FactClass[] = [];
  for (const one of cut) {
    const twin = merged.findIndex(
      (other, i) =>
        marks(other.sample) === marks(one.sample) &&
        other.kind === one.kind &&
        (one.kind === 'values' || i === merged.length - 1)
    );
    if (twin < 0) merged.push(one);
    else merged[twin] = join(merged[twin]!, one);
  }
  return [...merged, { kind: 'unknown', sample: null }];
}

function join(a: FactClass, b: FactClass): FactClass {
  if (a.kind === 'values' && b.kind === 'values') return { ...a, values: [...a.values, ...b.values] };
  if (a.kind === 'range' && b.kind === 'range') return { ...a, high: b.high, highOpen: b.highOpen };
  return a;
}

function named({ type, values }: FactDeclaration, constants: readonly FactValue[]): FactClass[] {
  const all = type === 'boolean' ? [true, false] : (values ?? [...new Set(constants)]);
  const classes: FactClass[] = all.map(value => ({ kind: 'values', values: [value], sample: value }));
  if (type === 'boolean' || values !== undefined) return classes;
  const except = all as string[];
  let sample = 'another';
  while (except.includes(sample)) sample = `${sample}_one`;
  return [...classes, { kind: 'other', except, sample }];
}

const START: Readonly<Partial<Record<FactType, FactValue>>> = { integer: 0, number: 0, money: '0', date: '2026-01-01' };

function ranged({ type, minimum }: FactDeclaration, constants: readonly FactValue[]): FactClass[] {
  const compare = comparing(type);
  return cutRanges(type, compare, minimum ?? null, constants).map(range => ({
    kind: 'range',
    ...range,
    sample: nearestIn(type, range, START[type]!, compare)
  }));
}
