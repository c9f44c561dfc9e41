import { createHash } from 'node:crypto';

/** Draws that follow from a seed alone (mulberry32): the same on every machine. */
export class Random {
  #state: number;

  constructor(seed: string) {
    this.#state = createHash('sha256').update(seed).digest().readUInt32LE();
  }

  /** 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** One of them; throws for an empty list. */
  of<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('nothing to draw from');
    return list[Math.floor(this.next() * list.length)]!;
  }

  shuffled<T>(list: readonly T[]): readonly T[] {
    return list
      .map(value => ({ value, at: this.next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ value }) => value);
  }
}
