import { clauses } from './clauses.js';
import { cuesOf, type Cues } from './cues.js';
import { decide } from './decide.js';
import type { Lexicon } from './lexicon.js';
import { matchAt, mayMatch, type Span } from './match.js';
import type { Pattern } from './pattern.js';
import type { Opinion } from './opinion.js';
import { read, type OrderIdPattern, type Reading } from './read.js';
import { makeScene, type Grammar, type Scene } from './scene.js';
import { OUTSIDE, weigh, type RawHit } from './weigh.js';
import { readSlots, type SlotHit } from './slots.js';
import type { Hit, Likelihood, Understander, Understanding } from './types.js';
import type { DecisionSettings } from './decision.js';

export interface CompiledPhrase {
  readonly owner:
    | { readonly intent: string }
    | { readonly topic: string }
    | { readonly slot: string; readonly value: string; readonly rank: number };
  readonly pattern: Pattern;
  readonly say: string;
  readonly file: string;
  readonly line: number;
  readonly weight: number;
  readonly with?: readonly number[];
  readonly unless?: readonly number[];
  readonly background?: boolean;
  readonly negatable?: boolean;
}

export interface EngineParts {
  readonly lexicon: Lexicon;
  readonly phrases: readonly CompiledPhrase[];
  readonly settings: DecisionSettings;
  readonly grammar: Grammar;
  readonly orderIds: readonly OrderIdPattern[];
  readonly numbers: Readonly<Record<string, number>>;
  readonly yields: ReadonlySet<string>;
  readonly accompanies: ReadonlySet<string>;
  readonly cues: Cues;
}

/** Likeliest intents that an explanation lists. */
const MOST_SHARES = 3;
/** Words that a reason names. */
const MOST_WORDS = 4;

/** Text in, `Understanding` out: reads, finds every phrase, weighs, decides. */
export class Engine implements Understander {
  /** Phrases by each symbol that can begin them. */
  private readonly byFirst = new Map<number, CompiledPhrase[]>();

  private readonly beside: ReadonlySet<string>;

  constructor(private readonly parts: EngineParts) {
    this.beside = new Set([...parts.yields, ...parts.accompanies]);
    for (const phrase of parts.phrases) {
      for (const symbol of phrase.pattern.elements[0]?.symbols ?? []) {
        const list = this.byFirst.get(symbol);
        if (list === undefined) this.byFirst.set(symbol, [phrase]);
        else if (!list.includes(phrase)) list.push(phrase);
      }
    }
  }

  understand(text: string): Understanding {
    const { settings, numbers } = this.parts;
    const { reading, scenes } = this.scenes(text);
    const spoken = new Set(scenes.flatMap(scene => [...scene.symbols]));
    const hits: RawHit[] = [];
    const slotHits: SlotHit[] = [];
    let sensitive: string | null = null;
    scenes.forEach((scene, sentence) => {
      this.eachMatch(scene, (phrase, span) => {
        const { owner } = phrase;
        if (phrase.with?.some(symbol => spoken.has(symbol)) === false) return;
        if (phrase.unless?.some(symbol => scene.symbols.has(symbol))) return;
        if ('topic' in owner) sensitive ??= owner.topic;
        else if ('slot' in owner)
          slotHits.push({
            ...owner,
            sentence,
            from: span.from,
            to: span.to,
            negated: scene.negated[span.from] === true
          });
        else hits.push(this.toHit(phrase, owner.intent, scene, sentence, span));
      });
    });
    const weighed = weigh(contrasted(hits, scenes), this.parts.accompanies, settings);
    const counted = weighed.filter(({ counts }) => counts > 0);
    const slots = readSlots(scenes, reading.orderIds, slotHits, numbers);
    const decision = decide(counted, scenes, slots, this.opinion(scenes), { ...this.parts, beside: this.beside });
    return { ...decision, slots, sensitive, hits: weighed.map(publicHit) };
  }

  likeliest(text: string): Likelihood[] {
    const { shares, words } = this.opinion(this.scenes(text).scenes);
    return shares.slice(0, MOST_SHARES).map(each => ({ ...each, words: words(each.intent) }));
  }

  cuesIn(text: string): string[] {
    const { lexicon } = this.parts;
    const { scenes } = this.scenes(text);
    const words = new Map(scenes.flatMap(({ tokens }) => tokens.map(token => [token.stem, token.word])));
    const written = (part: string): string => words.get(part) ?? part;
    return [...cuesOf(scenes, lexicon)].map(cue =>
      typeof cue === 'number' ? lexicon.nameOf(cue) : cue.split(' ').map(written).join(' ')
    );
  }

  private opinion(scenes: readonly Scene[]): Opinion {
    const { cues, lexicon } = this.parts;
    return {
      shares: cues.shares(cuesOf(scenes, lexicon)),
      words: intent => cues.loudest(intent, scenes, lexicon, MOST_WORDS),
      clauses: () => (scenes.length < 2 ? [] : scenes.map(scene => this.opinion([scene])))
    };
  }

  private scenes(text: string): { readonly reading: Reading; readonly scenes: readonly Scene[] } {
    const { lexicon, settings, grammar, orderIds } = this.parts;
    const reading = read(text, lexicon, orderIds, settings.first_words, settings.last_words);
    const scenes = reading.sentences.flatMap(sentence => {
      const parts = clauses(sentence, lexicon, grammar.join, grammar.opener);
      const made = parts.map(part => makeScene(part, lexicon, grammar));
      // A foreign subject is that of the whole sentence.
      const foreign = made.some(scene => scene.foreign);
      return made.map(scene => (scene.foreign === foreign ? scene : { ...scene, foreign }));
    });
    return { reading, scenes };
  }

  private eachMatch(scene: Scene, visit: (phrase: CompiledPhrase, span: Span) => void): void {
    const possible = new Map<CompiledPhrase, boolean>();
    const canMatch = (phrase: CompiledPhrase): boolean => {
      let can = possible.get(phrase);
      if (can === undefined) possible.set(phrase, (can = mayMatch(phrase.pattern, scene)));
      return can;
    };
    scene.found.forEach((here, start) => {
      // A phrase may begin with either of two alternatives found at one place; it is visited once.
      const seen: CompiledPhrase[] = [];
      for (const { symbol } of here) {
        for (const phrase of this.byFirst.get(symbol) ?? []) {
          const span = canMatch(phrase) ? matchAt(phrase.pattern, scene, start) : null;
          if (span === null || seen.includes(phrase)) continue;
          seen.push(phrase);
          visit(phrase, span);
        }
      }
    });
  }

  private toHit(
    phrase: CompiledPhrase,
    intent: string,
    scene: Scene,
    sentence: number,
    { from, to, used }: Span
  ): RawHit {
    const { say, file, line, background = false, negatable = true } = phrase;
    // Only deeds are wished for or not; "not my order" says nothing about orders.
    const deeds = used.filter(at => scene.deeds[at]);
    const negated = negatable && deeds.some(at => scene.negated[at]);
    // What is only supposed is a circumstance, unless the phrase reads the supposition itself ("if I ... refund").
    const supposed = deeds.length > 0 && deeds.every(at => scene.supposed[at]) && !used.some(at => scene.supposing[at]);
    const { foreign, strange_object, own_object } = this.parts.settings;
    const hasObject = (objects: readonly number[]): boolean =>
      used.some(at => (objects[at] ?? -1) >= 0 && !used.includes(objects[at] ?? -1));
    const inScope = intent !== OUTSIDE;
    const discount =
      (scene.foreign && inScope ? foreign : 1) *
      (inScope && hasObject(scene.strangeObject) ? strange_object : 1) *
      (inScope && hasObject(scene.ownObject) ? own_object : 1);
    const start = scene.tokens[from]?.start ?? 0;
    const end = scene.tokens[to - 1]?.end ?? start;
    const weight = phrase.weight * discount;
    const note = discount === 1 ? '' : 'beside words of another subject';
    return {
      intent,
      phrase: say,
      weight,
      file,
      line,
      start,
      end,
      negated,
      counts: weight,
      note,
      sentence,
      from,
      to,
      used,
      deeds,
      background: background || supposed,
      foreign: scene.foreign
    };
  }
}

/** Where a second thing is set beside the first, what is said of the first alone is a wish of its own. */
function contrasted(hits: readonly RawHit[], scenes: readonly Scene[]): readonly RawHit[] {
  if (!scenes.some(({ contrast }) => contrast)) return hits;
  const wishes = new Set(hits.filter(hit => !hit.background && hit.deeds.length > 0).map(({ sentence }) => sentence));
  return hits.map(hit => (hit.background && !wishes.has(hit.sentence) ? { ...hit, background: false } : hit));
}

const publicHit = (hit: RawHit): Hit => {
  const { intent, phrase, weight, file, line, start, end, negated, counts, note } = hit;
  return { intent, phrase, weight, file, line, start, end, negated, counts, note };
};
