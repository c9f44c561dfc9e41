import { valueAt } from '../../../core/index.js';
import type { Choice } from '../policy/rule.js';
import type { Target } from './target.js';
import type { Wanted } from '../policy/wanted.js';
import { Turns } from './turns.js';

/** Servers that fit a request equally well. */
export class Group<T extends Target> {
  readonly #turns: Turns;

  constructor(readonly targets: readonly T[]) {
    this.#turns = new Turns(targets);
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
    for (let i = 0; i < this.#turns.round; i++) {
      const target = this.targets[this.#turns.at(turn + i)]!;
      if (!tried.has(target.name)) return target;
    }
    return undefined;
  }
}

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
