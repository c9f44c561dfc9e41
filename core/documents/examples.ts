import type { Problem } from '../errors.js';
import type { DocumentKind, Source } from './kind.js';

/** Where an example stands in its file, and what to call it. */
export interface ExamplePlace {
  readonly pointer: string;
  readonly name: string;
}

/** One example of a file, run while the file was loaded. */
export interface ExampleOutcome {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly name: string;
  /** Absent where it held. */
  readonly failure?: string;
}

/** What kinds report for an example that does not hold. */
const FAILURES: ReadonlySet<string> = new Set(['example_fails', 'near_miss_fires', 'example_failed']);

/** Collects the examples of all files, and the failures that would otherwise refuse the set. */
export class ExampleLedger {
  readonly #outcomes = new Map<string, ExampleOutcome>();
  #failures = 0;

  add({ examples }: DocumentKind<unknown>, { file, place }: Source, content: unknown): void {
    for (const { pointer, name } of examples?.(content) ?? []) {
      const { line, column } = place(pointer);
      this.#outcomes.set(`${file}:${line}:${column}`, { file, line, column, name });
    }
  }

  /** True when the problem is a failed example, which is then kept here. */
  takes({ code, message, file = '', line = 1, column = 1 }: Problem): boolean {
    if (!FAILURES.has(code)) return false;
    const key = `${file}:${line}:${column}`;
    const known = this.#outcomes.get(key) ?? { file, line, column, name: code };
    this.#outcomes.set(key, { ...known, failure: message });
    this.#failures++;
    return true;
  }

  /** How many examples did not hold so far. */
  get failures(): number {
    return this.#failures;
  }

  get outcomes(): readonly ExampleOutcome[] {
    return [...this.#outcomes.values()];
  }
}
