import type { Api } from '../frame/api.js';
import type { Listed } from '../frame/types.js';

type Query = Readonly<Record<string, string | number | undefined>>;

const PAGE = 200;

/** Rows of a listing, the newest first, loaded page by page as far as they are looked at. */
export class PagedRows<T> {
  rows: readonly T[] = [];
  #cursor: string | null | undefined;
  #loading = false;
  #query: Query = {};
  #turn = 0;

  constructor(
    private readonly api: Api,
    private readonly path: string,
    private readonly idOf: (row: T) => string,
    private readonly onChange: () => void
  ) {}

  /** True when there is something to show, if only that there is nothing. */
  get known(): boolean {
    return this.#cursor !== undefined;
  }

  /** True when the listing has been read to its end. */
  get complete(): boolean {
    return this.#cursor === null;
  }

  /** Begins again with other filters. Rejects where the first page cannot be had. */
  async begin(query: Query): Promise<void> {
    const turn = ++this.#turn;
    this.#query = query;
    const { items, next_cursor } = await this.#page(undefined);
    if (turn !== this.#turn) return;
    this.rows = items;
    this.#cursor = next_cursor;
    this.onChange();
  }

  /** The next page, unless one is under way or there is none. */
  async more(): Promise<void> {
    if (this.#loading || this.#cursor === null || this.#cursor === undefined) return;
    this.#loading = true;
    const turn = this.#turn;
    try {
      const { items, next_cursor } = await this.#page(this.#cursor);
      if (turn !== this.#turn) return;
      this.rows = [...this.rows, ...items];
      this.#cursor = next_cursor;
      this.onChange();
    } finally {
      this.#loading = false;
    }
  }

  /** What is new at the top, and what has changed there. */
  async refresh(): Promise<void> {
    const turn = this.#turn;
    const { items } = await this.#page(undefined);
    if (turn !== this.#turn || this.#cursor === undefined) return;
    const fresh = new Set(items.map(this.idOf));
    const oldest = items.at(-1);
    const from = oldest === undefined ? -1 : this.rows.findIndex(row => this.idOf(row) === this.idOf(oldest));
    const rest = from < 0 ? [] : this.rows.slice(from + 1).filter(row => !fresh.has(this.idOf(row)));
    const rows = [...items, ...rest];
    if (JSON.stringify(rows.slice(0, PAGE)) === JSON.stringify(this.rows.slice(0, PAGE))) return;
    this.rows = rows;
    this.onChange();
  }

  #page(cursor: string | undefined): Promise<Listed<T>> {
    return this.api.get(this.path, { ...this.#query, limit: PAGE, cursor });
  }
}
