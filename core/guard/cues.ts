import { placeIn, type View } from '../text/words.js';
import { cueHash, cuesIn, eachWord, hashOf, MARK_HASH, pairHash } from './cue-words.js';
import type { Channel } from './injection-rules.js';

/** How much words, pairs of words and the channel speak for an attack (above 0) or against one; numbers are added up. */
export interface CueSource {
  /** What speaks for an attack before anything is read. */
  readonly base: number;
  readonly channels: Readonly<Partial<Record<Channel, number>>>;
  readonly words: readonly { readonly weight: number; readonly of: readonly string[] }[];
}

export interface CueOpinion {
  /** Above 0 where the wording is rather an attack's. */
  readonly score: number;
  /** The highest score of any sentence, or of all together: one harmless sentence makes no attack beside it harmless. */
  readonly highest: number;
  /** What spoke loudest for it. */
  readonly loudest: readonly string[];
  /** The sentence of the original that spoke loudest for it. */
  readonly span: readonly [number, number];
}

/** Fewer words have no wording. */
const FEWEST_WORDS = 4;
const LOUDEST = 5;
/** Readings that make words of anything. */
const GUESSED: ReadonlySet<string> = new Set(['rot13', 'caesar', 'reversed', 'piglatin']);
const STOP = ' ; ';

/** Prepares the table. The returned function is pure, and its cost is bounded whatever the length of the text. */
export function compileCues(source: CueSource): (views: readonly View[], channel: Channel) => CueOpinion {
  const table = new Table(source.words);

  function loudestSentence(view: View): readonly [number, number] {
    let span: readonly [number, number] = [0, view.text.length];
    let loudest = -Infinity;
    let start = 0;
    for (const sentence of view.text.split(STOP)) {
      const end = start + sentence.length;
      table.weigh(view.text, start, end);
      if (start < end && table.sum > loudest) [loudest, span] = [table.sum, [start, end]];
      start = end + STOP.length;
    }
    return placeIn(view, ...span);
  }

  /** The highest score of a sentence; those of a few words have none. */
  function highestOf({ text }: View, base: number): number {
    let highest = -Infinity;
    let start = 0;
    for (const { length } of text.split(STOP)) {
      const words = table.weigh(text, start, start + length);
      if (words >= FEWEST_WORDS) highest = Math.max(highest, base + table.sum / Math.sqrt(2 * words));
      start += length + STOP.length;
    }
    return highest;
  }

  return (views, channel) => {
    const base = source.base + (source.channels[channel] ?? 0);
    const telling = views.filter(({ form, name }) => form === 'words' && !GUESSED.has(name));
    let best: View | undefined;
    let span: readonly [number, number] | undefined;
    let score = -Infinity;
    for (const view of telling) {
      const words = table.weigh(view.text, 0, view.text.length);
      const own = words < FEWEST_WORDS ? -Infinity : base + table.sum / Math.sqrt(2 * words);
      if (own > score) [score, best] = [own, view];
    }
    return {
      score,
      get highest() {
        return Math.max(score, ...telling.map(view => highestOf(view, base)));
      },
      get loudest() {
        return best === undefined ? [] : table.loudest(best.text);
      },
      get span() {
        return (span ??= best === undefined ? [0, 0] : loudestSentence(best));
      }
    };
  };
}

/** Weights of cues by their hash. Reading a text makes no objects, as most texts are harmless. */
class Table {
  /** Open addressing: the hash of a slot, 0 where it is free, and the weight. */
  private readonly hashes: Int32Array;
  private readonly weights: Float64Array;
  /** The reading in which a slot was counted last. */
  private readonly counted: Int32Array;
  private readonly mask: number;
  private reading = 0;

  constructor(words: CueSource['words']) {
    const size = words.reduce((sum, { of }) => sum + of.length, 0);
    const slots = 2 ** Math.ceil(Math.log2(4 * size + 1));
    this.mask = slots - 1;
    this.hashes = new Int32Array(slots);
    this.weights = new Float64Array(slots);
    this.counted = new Int32Array(slots);
    for (const { weight, of } of words) {
      for (const cue of of) {
        const hash = cueHash(cue);
        const slot = this.slotOf(hash);
        this.hashes[slot] = hash;
        this.weights[slot] = weight;
      }
    }
  }

  /** The slot of a hash, or the free one where it would stand. */
  private slotOf(hash: number): number {
    let slot = hash & this.mask;
    while (this.hashes[slot] !== hash && this.hashes[slot] !== 0) slot = (slot + 1) & this.mask;
    return slot;
  }

  private add(hash: number): void {
    const slot = this.slotOf(hash);
    if (this.counted[slot] === this.reading) return;
    this.counted[slot] = this.reading;
    this.sum += this.weights[slot]!;
  }

  /** What the last stretch that was weighed says, each cue once. */
  sum = 0;
  private before = MARK_HASH;
  private text = '';

  private readonly visit = (start: number, end: number): void => {
    const hash = hashOf(this.text, start, end);
    this.add(hash);
    this.add(pairHash(this.before, hash));
    this.before = hash;
  };

  /** Sets `sum`; returns the number of words. */
  weigh(text: string, from: number, to: number): number {
    this.reading++;
    this.sum = 0;
    this.before = MARK_HASH;
    this.text = text;
    return eachWord(text, from, to, this.visit);
  }

  loudest(text: string): string[] {
    const weightOf = (cue: string): number => this.weights[this.slotOf(cueHash(cue))]!;
    const loud = [...cuesIn(text).cues].filter(cue => weightOf(cue) > 0);
    return loud.sort((a, b) => weightOf(b) - weightOf(a)).slice(0, LOUDEST);
  }
}
