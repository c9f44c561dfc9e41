import type { Lexicon } from './lexicon.js';
import type { Scene } from './scene.js';
import { stem } from './stem.js';

/** How much words and concepts speak for one intent (above 0) or against it; numbers are added up. */
export interface CueContent {
  /** What speaks for the intent before anything is read. */
  readonly base: number;
  readonly words: Readonly<Record<string, number>>;
  readonly concepts: Readonly<Record<string, number>>;
}

/** What the cues of a message give an intent, of 1 in all. */
export interface CueShare {
  readonly intent: string;
  readonly share: number;
}

/** A concept by its symbol, or a word by its stem. */
export type Cue = number | string;

/**
 * What a message says, order and place aside: concepts and words, without words that carry no subject and without the
 * deeds that are not wanted; and whether one or several of its words are in no vocabulary.
 */
export function cuesOf(scenes: readonly Scene[], lexicon: Lexicon): ReadonlySet<Cue> {
  const cues = new Set<Cue>();
  for (const scene of scenes) {
    scene.tokens.forEach((_, at) => {
      if (scene.negated[at] !== true || scene.deeds[at] !== true)
        for (const cue of tokenCues(scene, at, lexicon)) cues.add(cue);
    });
    if (scene.asked !== undefined) cues.add(scene.asked);
  }
  const strange = scenes.reduce((sum, { unfamiliar }) => sum + unfamiliar, 0);
  STRANGE.forEach((name, count) => {
    const symbol = lexicon.concept(name);
    if (strange > count && symbol !== undefined) cues.add(symbol);
  });
  return cues;
}

/** The concepts of a subject that begin at a token, and its stem if it is a word that carries a subject. */
function tokenCues({ tokens, found }: Scene, at: number, lexicon: Lexicon): Cue[] {
  const symbols = found[at]?.map(({ symbol }) => symbol) ?? [];
  const token = tokens[at];
  const concepts = symbols.filter(symbol => lexicon.isCue(symbol));
  return token?.kind === 'word' && !symbols.some(lexicon.isLight) ? [token.stem, ...concepts] : concepts;
}

/** Concepts of a message with at least one, two and three words in no vocabulary. */
const STRANGE = ['unfamiliar', 'rather_unfamiliar', 'very_unfamiliar'];

/** Adds up what single words and concepts say, where no phrase says enough. */
export class Cues {
  private readonly intents: readonly string[];
  private readonly base: readonly number[];
  private readonly weights = new Map<Cue, Float64Array>();

  constructor(table: Readonly<Record<string, CueContent>>, lexicon: Lexicon) {
    this.intents = Object.keys(table);
    this.base = this.intents.map(intent => table[intent]?.base ?? 0);
    this.intents.forEach((intent, index) => {
      const add = (cue: Cue, weight: number): void => {
        let row = this.weights.get(cue);
        if (row === undefined) this.weights.set(cue, (row = new Float64Array(this.intents.length)));
        row[index] = weight;
      };
      for (const [word, weight] of Object.entries(table[intent]?.words ?? {})) add(stem(word), weight);
      for (const [name, weight] of Object.entries(table[intent]?.concepts ?? {})) {
        const symbol = lexicon.concept(name);
        if (symbol !== undefined) add(symbol, weight);
      }
    });
  }

  /** The best first. A long message has more cues, which say less each. */
  shares(cues: ReadonlySet<Cue>): CueShare[] {
    const sums = new Float64Array(this.intents.length);
    for (const cue of cues) this.weights.get(cue)?.forEach((weight, index) => (sums[index]! += weight));
    const scale = 1 / Math.sqrt(Math.max(1, cues.size));
    const raised = this.base.map((base, index) => Math.exp(base + sums[index]! * scale));
    const total = raised.reduce((sum, each) => sum + each, 0);
    return this.intents
      .map((intent, index) => ({ intent, share: raised[index]! / total }))
      .sort((a, b) => b.share - a.share);
  }

  /** Words that speak most for the intent, in order of appearance. */
  loudest(intent: string, scenes: readonly Scene[], lexicon: Lexicon, most: number): string[] {
    const index = this.intents.indexOf(intent);
    const said = scenes.flatMap(scene =>
      scene.tokens.map(({ kind, word }, at) => {
        const cues = kind === 'word' ? tokenCues(scene, at, lexicon) : [];
        return { word, weight: cues.reduce<number>((sum, cue) => sum + (this.weights.get(cue)?.[index] ?? 0), 0) };
      })
    );
    const loud = new Set(
      said
        .filter(({ weight }) => weight > 0)
        .sort((a, b) => b.weight - a.weight)
        .slice(0, most)
    );
    return [...new Set(said.filter(each => loud.has(each)).map(({ word }) => word))];
  }
}
