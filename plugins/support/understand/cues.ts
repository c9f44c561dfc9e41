import type { Lexicon } from './lexicon.js';
import type { Scene } from './scene.js';
import { stem } from './stem.js';
import type { Token } from './tokenise.js';

/** How much words and concepts speak for one intent (above 0) or against it; numbers are added up. */
export interface CueContent {
  /** What speaks for the intent before anything is read. */
  readonly base: number;
  /** Words, and pairs of neighbouring words. */
  readonly words: Readonly<Record<string, number>>;
  readonly concepts: Readonly<Record<string, number>>;
}

/** What the cues of a message give an intent, of 1 in all. */
export interface CueShare {
  readonly intent: string;
  readonly share: number;
}

/** A concept by its symbol, a word by its stem, or a pair of neighbouring words by their stems. */
export type Cue = number | string;

/** Stand beside the first and the last word of a sentence in a pair, as in phrases. */
const [START, END] = ['^', '$'];

/**
 * What a message says: its concepts and words, without the deeds that are not wanted, the pairs of neighbouring words,
 * and whether one or several of its words are in no vocabulary.
 */
export function cuesOf(scenes: readonly Scene[], lexicon: Lexicon): ReadonlySet<Cue> {
  const cues = new Set<Cue>();
  for (const scene of scenes) {
    scene.tokens.forEach((_, at) => {
      if (scene.negated[at] !== true || scene.deeds[at] !== true)
        for (const cue of tokenCues(scene, at, lexicon)) cues.add(cue);
      cues.add(pairBefore(scene, at));
    });
    cues.add(pairBefore(scene, scene.tokens.length));
    if (scene.asked !== undefined) cues.add(scene.asked);
  }
  const strange = scenes.reduce((sum, { unfamiliar }) => sum + unfamiliar, 0);
  STRANGE.forEach((name, count) => {
    const symbol = lexicon.concept(name);
    if (strange > count && symbol !== undefined) cues.add(symbol);
  });
  return cues;
}

/** The concepts of a subject that begin at a token, and its stem if it is a word. */
function tokenCues({ tokens, found }: Scene, at: number, lexicon: Lexicon): Cue[] {
  const concepts = found[at]?.map(({ symbol }) => symbol).filter(symbol => lexicon.isCue(symbol)) ?? [];
  const token = tokens[at];
  return token?.kind === 'word' ? [token.stem, ...concepts] : concepts;
}

/** A token and the one before it as one cue; numbers and order numbers stand for their kind. */
const pairBefore = ({ tokens }: Scene, at: number): string =>
  `${pairPart(tokens[at - 1], START)} ${pairPart(tokens[at], END)}`;

const pairPart = (token: Token | undefined, edge: string): string =>
  token === undefined ? edge : token.kind === 'word' ? token.stem : `<${token.kind}>`;

/** The same key for all forms of a word, or of the words of a pair. */
export const cueKey = (name: string): string => name.split(' ').map(stem).join(' ');

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
      for (const [word, weight] of Object.entries(table[intent]?.words ?? {})) add(cueKey(word), weight);
      for (const [name, weight] of Object.entries(table[intent]?.concepts ?? {})) {
        const symbol = lexicon.concept(name);
        if (symbol !== undefined) add(symbol, weight);
      }
    });
  }

  /** The best first. A long message has more cues, which say less each. */
  shares(cues: ReadonlySet<Cue>): CueShare[] {
    const sums = new Float64Array(this.intents.length);
    for (const cue of cues) {
      const row = this.weights.get(cue);
      if (row !== undefined) for (let index = 0; index < row.length; index++) sums[index]! += row[index]!;
    }
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
    const said = scenes.flatMap(scene => {
      const weightOf = (cue: Cue): number => this.weights.get(cue)?.[index] ?? 0;
      return scene.tokens.flatMap(({ kind, word }, at) => {
        const own = tokenCues(scene, at, lexicon);
        // A word that carries no subject ("about", "it") is no reason by itself.
        if (kind !== 'word' || (scene.light[at] === true && own.length === 1)) return [];
        const pairs = [pairBefore(scene, at), pairBefore(scene, at + 1)].map(pair => weightOf(pair) / 2);
        return { word, weight: [...own.map(weightOf), ...pairs].reduce((sum, weight) => sum + weight, 0) };
      });
    });
    const loud = new Set(
      said
        .filter(({ weight }) => weight > 0)
        .sort((a, b) => b.weight - a.weight)
        .slice(0, most)
    );
    return [...new Set(said.filter(each => loud.has(each)).map(({ word }) => word))];
  }
}
