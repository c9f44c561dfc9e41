/** Steps of this share of a round visit its parts so that what was visited lately is far away. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Whose turn it is among servers of different weights: in one round each has as many turns as its weight says, and they
 * are spread over the round. Made in one pass over the servers, because groups are made anew whenever a server changes;
 * a turn is then found by halving.
 */
export class Turns {
  /** For each server, where the part of the round that belongs to it ends. */
  readonly #ends: Uint32Array;
  /** Has no divisor in common with the round, so that a round of steps visits every place once. */
  readonly #step: number;
  /** Turns until all servers had theirs. */
  readonly round: number;

  constructor(targets: readonly { readonly weight: number }[]) {
    const divisor = targets.reduce((gcd, { weight }) => greatestCommonDivisor(gcd, weight), 0);
    this.#ends = new Uint32Array(targets.length);
    let end = 0;
    targets.forEach(({ weight }, i) => (this.#ends[i] = end += weight / divisor));
    this.round = end;
    this.#step = end === targets.length ? 1 : coprimeNear(end * GOLDEN, end);
  }

  /** Index of the server whose turn it is; `turn` is any number from 0 on. */
  at(turn: number): number {
    const place = ((turn % this.round) * this.#step) % this.round;
    if (this.round === this.#ends.length) return place;
    let [low, high] = [0, this.#ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (place < this.#ends[middle]!) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function coprimeNear(wanted: number, round: number): number {
  let step = Math.max(1, Math.round(wanted));
  while (greatestCommonDivisor(step, round) !== 1) step++;
  return step;
}

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));
