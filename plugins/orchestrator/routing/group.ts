import type { Choice } from './rule.js';
import type { Target } from './target.js';
import type { Wanted } from './wanted.js';
import { valueAt } from '../../../core/index.js';

/** Servers that fit a request equally well. */
export class Group<T extends Target> {
  readonly #turns: readonly T[];

  constructor(readonly targets: readonly T[]) {
    this.#turns = turnsOf(targets);
  }

  /**
   * The server whose turn it is, among those that were not tried. `turn` counts the requests so far, from any number:
   * it settles what is equal otherwise.
   */
  choose(choice: Choice, wanted: Wanted, turn: number, tried: ReadonlySet<string>): T | undefined {
    if (choice.by === 'round_robin') return this.#inTurn(turn, tried);
    const left = tried.size === 0 ? this.targets : this.targets.filter(({ name }) => !tried.has(name));
    if (left.length < 2) return left[0];
    if (choice.by === 'least_pending') return leastPending(left, turn);
    const key = valueAt(wanted.params, choice.path);
    return key === undefined ? this.#inTurn(turn, tried) : highest(left, JSON.stringify(key));
  }

  #inTurn(turn: number, tried: ReadonlySet<string>): T | undefined {
    const { length } = this.#turns;
    for (let i = 0; i < length; i++) {
      const target = this.#turns[(turn + i) % length]!;
      if (!tried.has(target.name)) return target;
    }
    return undefined;
  }
}

/** One round of turns in which heavier servers come more often, and not all at once. */
function turnsOf<T extends Target>(targets: readonly T[]): readonly T[] {
  const divisor = targets.reduce((gcd, { weight }) => greatestCommonDivisor(gcd, weight), 0);
  const total = targets.reduce((sum, { weight }) => sum + weight, 0);
  const credit = targets.map(() => 0);
  const turns: T[] = [];
  for (let i = 0; i < total / divisor; i++) {
    let best = 0;
    for (let t = 0; t < targets.length; t++) {
      credit[t]! += targets[t]!.weight;
      if (credit[t]! > credit[best]!) best = t;
    }
    credit[best]! -= total;
    turns.push(targets[best]!);
  }
  return turns;
}

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));

function leastPending<T extends Target>(targets: readonly T[], turn: number): T {
  let best = targets[turn % targets.length]!;
  for (const target of targets) if (target.pending / target.weight < best.pending / best.weight) best = target;
  return best;
}

/** Rendezvous hashing: when a server goes, only what it served moves. A weight of two counts as two servers. */
function highest<T extends Target>(targets: readonly T[], key: string): T {
  let best = targets[0]!;
  let most = -1;
  for (const target of targets)
    for (let copy = 0; copy < target.weight; copy++) {
      const score = hash(`${key}\n${target.name}\n${copy}`);
      if (score > most) [best, most] = [target, score];
    }
  return best;
}

/** FNV-1a with a final mix, so that names that differ in their last character alone are far apart. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
