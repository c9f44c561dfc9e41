export interface CircuitOptions {
  /** Consecutive failures that open the circuit. */
  readonly failures: number;
  /** How long it stays open before one trial call is let through. */
  readonly resetMs: number;
}

/** A call that was let through. One of its methods says how it ended; `at` is in milliseconds. */
export interface Admission {
  succeeded(): void;
  failed(at: number): void;
  /** The call was not made, or its end says nothing about the dependency. */
  released(): void;
}

/**
 * Stops calls to a dependency that keeps failing. Closed lets calls through; open refuses them; after the reset
 * time one trial is let through (half-open), whose outcome alone closes or opens it again.
 */
export class Circuit {
  readonly #options: CircuitOptions;
  #failures = 0;
  #openedAt: number | undefined;
  #trial: Admission | undefined;

  constructor(options: CircuitOptions) {
    this.#options = options;
  }

  get open(): boolean {
    return this.#openedAt !== undefined;
  }

  /** Lets a call through at `now` (milliseconds), or refuses it. */
  admit(now: number): Admission | undefined {
    if (this.#openedAt !== undefined && (this.#trial !== undefined || now - this.#openedAt < this.#options.resetMs))
      return undefined;
    const admission: Admission = {
      succeeded: () => {
        if (!this.#decides(admission)) return;
        this.#failures = 0;
        this.#openedAt = undefined;
        this.#trial = undefined;
      },
      failed: at => {
        if (!this.#decides(admission)) return;
        this.#failures++;
        this.#trial = undefined;
        if (this.open || this.#failures >= this.#options.failures) this.#openedAt = at;
      },
      released: () => {
        if (this.#trial === admission) this.#trial = undefined;
      }
    };
    if (this.open) this.#trial = admission;
    return admission;
  }

  /** Calls that were under way when the circuit opened come too late to have a say. */
  #decides(admission: Admission): boolean {
    return !this.open || this.#trial === admission;
  }
}
