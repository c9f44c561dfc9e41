import { cueHash, cuesIn, eachWord, hashOf, MARK_HASH, MOST_WORDS, pairHash } from './cue-words.js';
import type { CueSource } from './cues.js';

/** Fewer words have no wording. */
const FEWEST_WORDS = 4;

/** A long text has more cues, which say less each: a word and a pair for every word. */
const share = (sum: number, words: number): number => (words < FEWEST_WORDS ? -Infinity : sum / Math.sqrt(2 * words));

/** Weights of cues by their hash. Reading a text makes no objects, as most texts are harmless. */
export class CueTable {
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

  /** What the last stretch that was weighed says for its length; `-Infinity` where it has too few words. */
  whole = -Infinity;
  /** The same of its loudest sentence. */
  loudestSentence = -Infinity;
  /** What it says, each cue once. */
  sum = 0;
  private words = 0;
  private sentence = 0;
  private sentenceWords = 0;
  private before = MARK_HASH;
  private text = '';

  private add(hash: number): void {
    const slot = this.slotOf(hash);
    const weight = this.weights[slot]!;
    this.sentence += weight;
    if (this.words > MOST_WORDS || this.counted[slot] === this.reading) return;
    this.counted[slot] = this.reading;
    this.sum += weight;
  }

  private readonly visit = (start: number, end: number): void => {
    const hash = hashOf(this.text, start, end);
    const mark = hash === MARK_HASH;
    if (mark) this.endSentence();
    if (this.words <= MOST_WORDS) this.words++;
    this.add(hash);
    this.add(pairHash(this.before, hash));
    this.before = hash;
    if (mark) this.sentence = 0;
    else this.sentenceWords++;
  };

  private endSentence(): void {
    this.loudestSentence = Math.max(this.loudestSentence, share(this.sentence, this.sentenceWords));
    this.sentenceWords = 0;
  }

  /** Reads a stretch of a `words` view. */
  weigh(text: string, from: number, to: number): void {
    this.reading++;
    this.sum = this.words = this.sentence = this.sentenceWords = 0;
    this.loudestSentence = -Infinity;
    this.before = MARK_HASH;
    this.text = text;
    eachWord(text, from, to, this.visit);
    this.endSentence();
    this.whole = share(this.sum, Math.min(this.words, MOST_WORDS));
  }

  /** The cues of a `words` view that say most for an attack. */
  loudest(text: string, most: number): string[] {
    const weightOf = (cue: string): number => this.weights[this.slotOf(cueHash(cue))]!;
    const loud = [...cuesIn(text).cues].filter(cue => weightOf(cue) > 0);
    return loud.sort((a, b) => weightOf(b) - weightOf(a)).slice(0, most);
  }
}
