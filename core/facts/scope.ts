import { isObject, valueAt } from '../json.js';
import type { FactValue } from './typed-values.js';

/** Items that all expressions of one decision look at together; a record that needs more is not judged by rule. */
const MOST_ITEMS = 100_000;

/** The records of one decision, and inside a list the item that is looked at. Facts are computed once in each. */
export class Scope {
  readonly computed = new Map<string, FactValue>();
  readonly #base: Scope;
  #items = 0;

  constructor(
    readonly values: Readonly<Record<string, unknown>>,
    base?: Scope
  ) {
    this.#base = base ?? this;
  }

  /** The scope without any item. */
  get base(): Scope {
    return this.#base;
  }

  inside(name: string, item: unknown): Scope {
    return new Scope({ ...this.values, [name]: item }, this.#base);
  }

  at(path: readonly string[]): unknown {
    return valueAt(this.values, path);
  }

  /** The items of a list; undefined where there is none, or more was looked at than may be. Of objects only objects count. */
  listAt(path: readonly string[]): readonly unknown[] | undefined {
    const list = this.at(path);
    if (!Array.isArray(list)) return undefined;
    const base = this.#base;
    base.#items += list.length;
    if (base.#items > MOST_ITEMS) return undefined;
    return list.some(isObject) ? list.filter(isObject) : list;
  }
}
