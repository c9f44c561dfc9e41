import { placeIn, type View } from '../text/words.js';
import { CueTable } from './cue-table.js';
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

const LOUDEST = 5;
/** Readings that make words of anything. */
const GUESSED: ReadonlySet<string> = new Set(['rot13', 'caesar', 'reversed', 'piglatin']);
const STOP = ' ; ';
/** What one sentence has to say more than a whole text: of several, some sound like anything. */
const SENTENCE_ALONE = 1;

/** Prepares the table. The returned function is pure, and its cost is bounded whatever the length of the text. */
export function compileCues(source: CueSource): (views: readonly View[], channel: Channel) => CueOpinion {
  const table = new CueTable(source.words);

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

  return (views, channel) => {
    const base = source.base + (source.channels[channel] ?? 0);
    const telling = views.filter(({ form, name }) => form === 'words' && !GUESSED.has(name));
    let best: View | undefined;
    let span: readonly [number, number] | undefined;
    let score = -Infinity;
    let highest = -Infinity;
    for (const view of telling) {
      table.weigh(view.text, 0, view.text.length);
      const sentence = base + table.loudestSentence;
      highest = Math.max(highest, base + table.whole, sentence);
      const loud = Math.max(base + table.whole, sentence - SENTENCE_ALONE);
      if (loud > score) [score, best] = [loud, view];
    }
    return {
      score,
      highest,
      get loudest() {
        return best === undefined ? [] : table.loudest(best.text, LOUDEST);
      },
      get span() {
        return (span ??= best === undefined ? [0, 0] : loudestSentence(best));
      }
    };
  };
}
