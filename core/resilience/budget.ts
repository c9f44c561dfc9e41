/** What one run may use: a number of steps and an amount of wall-clock time. */
export class Budget {
  readonly #maxSteps: number;
  readonly #deadline: number;
  readonly #now: () => number;
  #steps = 0;

  /** `now` gives monotonic milliseconds. */
  constructor(
    limits: { readonly maxSteps: number; readonly maxMs: number },
    now: () => number = () => performance.now()
  ) {
    this.#maxSteps = limits.maxSteps;
    this.#now = now;
    this.#deadline = now() + limits.maxMs;
  }

  get used(): number {
    return this.#steps;
  }

  /** Milliseconds left, never negative. */
  get remainingMs(): number {
    return Math.max(0, this.#deadline - this.#now());
  }

  /** Whether another step may be taken. */
  get left(): boolean {
    return this.#steps < this.#maxSteps && this.remainingMs > 0;
  }

  /** Takes a step; false, and nothing taken, when the budget is used up. */
  take(): boolean {
    if (!this.left) return false;
    this.#steps++;
    return true;
  }
}
