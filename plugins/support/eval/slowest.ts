/** Times each item and keeps the slowest few, for the report. Times are for people to look at, never for tests. */
export class Slowest {
  readonly #most: number;
  #items: { id: string; ms: number; characters: number }[] = [];

  constructor(most = 3) {
    this.#most = most;
  }

  time<T>(id: string, text: string, work: () => T): T {
    const started = performance.now();
    const result = work();
    this.#items.push({ id, ms: performance.now() - started, characters: text.length });
    if (this.#items.length > 4 * this.#most) this.#trim();
    return result;
  }

  get lines(): readonly string[] {
    this.#trim();
    return this.#items.map(({ id, ms, characters }) => `  ${id}  ${ms.toFixed(2)} ms  ${characters} characters`);
  }

  #trim(): void {
    this.#items = this.#items.sort((a, b) => b.ms - a.ms).slice(0, this.#most);
  }
}
