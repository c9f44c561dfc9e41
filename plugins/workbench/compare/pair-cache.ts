const SIZE = 2 ** 16;

/**
 * Remembers what came of pairs of nodes. A place holds the last pair that fell on it, so it never grows; what was
 * forgotten is worked out again.
 */
export class PairCache {
  readonly #keys = new Int32Array(3 * SIZE);
  readonly #values = new Int32Array(SIZE);
  #works = 0;

  /** A number for one piece of work: results of others are not its own. */
  begin(): number {
    return ++this.#works;
  }

  find(work: number, a: number, b: number): number | undefined {
    const at = placeOf(work, a, b);
    const key = 3 * at;
    const same = this.#keys[key] === work && this.#keys[key + 1] === a && this.#keys[key + 2] === b;
    return same ? this.#values[at] : undefined;
  }

  keep(work: number, a: number, b: number, value: number): void {
    const at = placeOf(work, a, b);
    this.#keys[3 * at] = work;
    this.#keys[3 * at + 1] = a;
    this.#keys[3 * at + 2] = b;
    this.#values[at] = value;
  }
}

function placeOf(work: number, a: number, b: number): number {
  const mixed = Math.imul(Math.imul(a, 0x9e3779b1) ^ b ^ (work << 7), 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) & (SIZE - 1);
}
