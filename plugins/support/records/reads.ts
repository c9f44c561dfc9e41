import type { Parameters, Prepared, Row, Store } from '../../../core/store/index.js';

export type ReadRequest = readonly [Prepared, Parameters];

/** What a run has read: the same question gets the same answer until the run ends, and the database is asked once. */
export class RunReads {
  readonly #answers = new Map<Prepared, Map<string, readonly Row[]>>();

  constructor(private readonly store: Pick<Store, 'read'>) {}

  /** An answer that came with something else. */
  know([prepared, parameters]: ReadRequest, rows: readonly Row[]): void {
    let answers = this.#answers.get(prepared);
    if (answers === undefined) this.#answers.set(prepared, (answers = new Map()));
    answers.set(nameOf(parameters), rows);
  }

  readonly read = async (requests: readonly ReadRequest[]): Promise<readonly (readonly Row[])[]> => {
    const known = requests.map(([prepared, parameters]) => this.#answers.get(prepared)?.get(nameOf(parameters)));
    const missing = requests.filter((_, i) => known[i] === undefined);
    if (missing.length === 0) return known as readonly (readonly Row[])[];
    const found = await this.store.read(missing);
    missing.forEach((request, i) => this.know(request, found[i]!));
    let next = 0;
    return known.map(rows => rows ?? found[next++]!);
  };
}

const nameOf = (parameters: Parameters): string => JSON.stringify(parameters, Object.keys(parameters).sort(byName));
const byName = (a: string, b: string) => (a < b ? -1 : 1);
