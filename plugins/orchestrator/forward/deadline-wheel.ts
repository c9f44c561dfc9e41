const SLOTS = 512;
const TICK_MS = 20;

/** One deadline; `cancel` takes it off. */
export interface Deadline {
  cancel(): void;
}

/**
 * Deadlines of many requests on one timer. Setting and cancelling one is a matter of a few pointers, where a timer or an
 * abort signal for each request costs more than routing it. A deadline is called up to two ticks late, never early.
 */
export class DeadlineWheel {
  readonly #slots: Entry[] = Array.from({ length: SLOTS }, () => new Entry(() => {}, 0));
  #timer: NodeJS.Timeout | undefined;
  #tick = 0;
  #startedAt = 0;
  #count = 0;

  /** Calls `expired` after `ms` milliseconds. */
  set(ms: number, expired: () => void): Deadline {
    if (this.#timer === undefined) this.#start();
    const due = Math.floor((performance.now() - this.#startedAt + ms) / TICK_MS) + 1;
    const entry = new Entry(expired, due);
    entry.wheel = this;
    entry.linkBefore(this.#slots[due % SLOTS]!);
    this.#count++;
    return entry;
  }

  /** For entries that have left their slot. */
  left(): void {
    this.#count--;
  }

  #start(): void {
    this.#startedAt = performance.now();
    this.#tick = 0;
    this.#timer = setInterval(() => this.#turn(), TICK_MS);
  }

  #turn(): void {
    if (this.#count === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    const now = Math.floor((performance.now() - this.#startedAt) / TICK_MS);
    // A pause of the process skips ticks, and after a whole turn every slot has been seen.
    for (let tick = Math.max(this.#tick + 1, now - SLOTS + 1); tick <= now; tick++) this.#expire(tick % SLOTS, now);
    this.#tick = now;
  }

  #expire(slot: number, now: number): void {
    const head = this.#slots[slot]!;
    const over: Entry[] = [];
    for (let entry = head.next; entry !== head; entry = entry.next) if (entry.due <= now) over.push(entry);
    for (const entry of over) {
      // A deadline that was called may have cancelled this one.
      if (entry.wheel === undefined) continue;
      entry.cancel();
      entry.expired();
    }
  }
}

class Entry implements Deadline {
  next: Entry = this;
  previous: Entry = this;
  wheel: DeadlineWheel | undefined;

  constructor(
    readonly expired: () => void,
    /** Tick at which it is over. */
    readonly due: number
  ) {}

  linkBefore(head: Entry): void {
    this.next = head;
    this.previous = head.previous;
    head.previous.next = this;
    head.previous = this;
  }

  cancel(): void {
    if (this.wheel === undefined) return;
    this.previous.next = this.next;
    this.next.previous = this.previous;
    this.wheel.left();
    this.wheel = undefined;
    // An entry that outlives its request must not keep those alive that were set after it.
    this.next = this.previous = this;
  }
}
