const NEWLINE = 0x0a;

/**
 * Cuts a byte stream into lines. A line over the limit is dropped as a whole, however long it goes on, and reported
 * once; the bytes of one that is incomplete are kept until the rest comes.
 */
export class LineReader {
  #held: Buffer[] = [];
  #size = 0;
  #overlong = false;

  constructor(
    private readonly limit: number,
    private readonly onLine: (line: Buffer) => void,
    private readonly onOverlong: () => void
  ) {}

  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.#hold(chunk.subarray(from, at));
      this.#finish();
      from = at + 1;
    }
    this.#hold(chunk.subarray(from));
  }

  /** The stream has ended: what is held is a line even without a newline. */
  end(): void {
    this.#finish();
  }

  #hold(part: Buffer): void {
    if (this.#overlong || part.length === 0) return;
    this.#size += part.length;
    if (this.#size > this.limit) {
      this.#overlong = true;
      this.#held = [];
      this.onOverlong();
    } else this.#held.push(part);
  }

  #finish(): void {
    const line = this.#held.length === 1 ? this.#held[0]! : Buffer.concat(this.#held);
    this.#held = [];
    this.#size = 0;
    const dropped = this.#overlong;
    this.#overlong = false;
    if (!dropped && line.some(byte => byte > 0x20)) this.onLine(line);
  }
}
