import { type DocumentSet, groupBy, type Service, staticItems } from '../../../core/index.js';
import {
  type PatternExample,
  type PatternReader,
  type TextPattern,
  TextPatterns
} from '../../../core/workbench/index.js';
import type { Gap } from './coverage.js';

/** How many patterns of a file were found in a text of an example or a test. */
export interface PatternCoverage {
  readonly file: string;
  readonly patterns: { readonly covered: number; readonly all: number };
  readonly gaps: readonly Gap[];
}

/** The coverage of the patterns of all services, by file, begun with the examples that were run. */
export class PatternCoverages {
  readonly #readers = new Map<string, PatternReader>();
  readonly #found = new Set<string>();
  readonly #concerned = new Set<string>();

  /** @param wanted whether the example at a place (`file:line:column`) was run */
  static async of(
    services: readonly Service[],
    sets: ReadonlyMap<string, DocumentSet>,
    wanted: (place: string) => boolean
  ): Promise<PatternCoverages> {
    const coverages = new PatternCoverages();
    for (const { name, service, load } of staticItems(services, TextPatterns))
      coverages.#begin(name, (await load())(sets.get(service)!), wanted);
    return coverages;
  }

  #begin(name: string, reader: PatternReader, wanted: (place: string) => boolean): void {
    this.#readers.set(name, reader);
    for (const [file, examples] of groupBy(reader.examples, example => example.file)) {
      const run = examples.filter(({ line, column }) => wanted(`${file}:${line}:${column}`));
      for (const { read } of run) this.add(name, ...read);
      // Of a file of which only some examples were chosen, the others may show what these do not.
      if (run.length === examples.length) this.#concerned.add(file);
    }
  }

  /** Adds a text that the patterns of that name were given. */
  readonly add = (name: string, ...read: PatternExample['read']): void => {
    for (const pattern of this.#readers.get(name)?.find(...read) ?? []) this.#found.add(keyOf(pattern));
  };

  get results(): readonly PatternCoverage[] {
    const patterns = [...this.#readers.values()].flatMap(reader => reader.patterns);
    return [...groupBy(patterns, ({ file }) => file)]
      .filter(([file]) => this.#concerned.has(file))
      .map(([file, all]) => {
        const missed = all.filter(pattern => !this.#found.has(keyOf(pattern)));
        const gaps = missed.map(({ line, pattern }) => ({
          file,
          line,
          what: `no example or test has '${shortened(pattern)}'`
        }));
        return { file, patterns: { covered: all.length - missed.length, all: all.length }, gaps };
      });
  }
}

const keyOf = ({ file, line, pattern }: TextPattern) => `${file}:${line}:${pattern}`;

const MOST_CHARACTERS = 100;
const shortened = (pattern: string) =>
  pattern.length > MOST_CHARACTERS ? `${pattern.slice(0, MOST_CHARACTERS)}…` : pattern;
