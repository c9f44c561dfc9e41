import type { TellingWords } from './lines.js';
import type { ReaderSource } from './reader-source.js';

/** Keywords are found by three bytes of Latin-1; other words tell of a value, and nothing is looked for by them. */
const FINDABLE = /^[\u0020-\u00ff]{3,}$/;

/** A telling word that is looked for with the keywords of the rules, and its group. */
export interface Needle {
  readonly word: string;
  readonly group: string;
}

export const needlesOf = (words: ReaderSource['words']): readonly Needle[] =>
  Object.entries(words).flatMap(([group, all]) => {
    const lower = [...new Set(all.map(word => word.toLowerCase()))];
    // What has a longer one has the shorter one in it too.
    const shortest = lower.filter(word => !lower.some(other => other !== word && word.includes(other)));
    return shortest.filter(word => FINDABLE.test(word)).map(word => ({ word, group }));
  });

/** Gathers the telling words of a text in the order in which they are met. */
export class MetWords implements TellingWords {
  readonly all: number[] = [];
  readonly near: number[] | undefined;

  /** @param groups near which values are looked at */
  constructor(private readonly groups: ReadonlySet<string> | undefined) {
    this.near = groups && [];
  }

  meet({ group }: Needle, at: number): void {
    this.all.push(at);
    if (this.groups?.has(group) === true) this.near?.push(at);
  }
}
