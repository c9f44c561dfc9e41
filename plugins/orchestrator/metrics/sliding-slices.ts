const SLICES = 6;
const SLICE_MS = 10_000;

/** How far back the slices reach, in milliseconds. */
export const WINDOW_MS = SLICES * SLICE_MS;

/** The last minute in slices, which go as a whole. `now` is any monotonic clock in milliseconds, the same every time. */
export class SlidingSlices<T> {
  readonly #slices: (T | undefined)[] = new Array(SLICES).fill(undefined);
  #slice = -1;

  constructor(private readonly make: () => T) {}

  /** The slice that counts now. */
  current(now: number): T {
    this.#turn(now);
    return (this.#slices[this.#slice % SLICES] ??= this.make());
  }

  /** Every slice in which something was counted. */
  all(now: number): readonly T[] {
    this.#turn(now);
    return this.#slices.filter(slice => slice !== undefined);
  }

  clear(): void {
    this.#slices.fill(undefined);
  }

  #turn(now: number): void {
    const slice = Math.floor(now / SLICE_MS);
    if (slice === this.#slice) return;
    const passed = Math.min(slice - this.#slice, SLICES);
    for (let i = 0; i < passed; i++) this.#slices[(slice - i) % SLICES] = undefined;
    this.#slice = slice;
  }
}
