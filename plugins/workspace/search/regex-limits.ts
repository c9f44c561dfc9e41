import { Denied } from '../sandbox/denied.js';

const MAX_CHARACTERS = 1000;
const MAX_DEPTH = 50;
const MAX_COUNT = 1000;
/** Largest product of counts that may nest: the four numbers of an address are harmless, a thousand times a thousand is not. */
const MAX_PRODUCT = 64;
/** A fixed number of times around something unbounded: the cost grows with that power. */
const MAX_FIXED_OUTER = 4;

/** Two to the power of this many ways are few. */
const MAX_FIXED_OPTIONAL = 6;

/** How often something is repeated. */
export interface Count {
  readonly least: number;
  readonly most: number;
}

const unsafe = (why: string): Denied =>
  new Denied('unsafe_pattern', `the expression is refused: ${why}; simplify it, or search with regex: false`);

export function checkLength(source: string): void {
  if (source.length > MAX_CHARACTERS) throw unsafe(`it has more than ${MAX_CHARACTERS} characters`);
}

export function checkDepth(groups: number): void {
  if (groups > MAX_DEPTH) throw unsafe(`it nests groups more than ${MAX_DEPTH} deep`);
}

export function checkCount({ least, most }: Count): void {
  if (least > MAX_COUNT || (Number.isFinite(most) && most > MAX_COUNT))
    throw unsafe(`it repeats more than ${MAX_COUNT} times`);
}

export function checkCopies(copies: number): void {
  if (copies > MAX_COUNT) throw unsafe(`its counts multiply to more than ${MAX_COUNT}`);
}

/**
 * Nested repetition is refused, except where something stands between the repeated parts and both counts are small or the
 * outer one is small and fixed.
 */
export function checkNesting(inner: number, isParted: boolean, outer: Count): void {
  if (inner === 0) return;
  const isSmall = inner * outer.most <= MAX_PRODUCT;
  const isFixed = outer.most === outer.least && outer.most <= MAX_FIXED_OUTER;
  if (!isParted || (!isSmall && !isFixed)) throw unsafe('it nests a repetition inside a repeated group');
}

/** What may be left out, in a group that is repeated, can be read in more ways than there are characters. */
export function checkOptional(outer: Count): void {
  if (outer.most !== outer.least || outer.most > MAX_FIXED_OPTIONAL)
    throw unsafe('it nests what may be left out inside a repeated group');
}
