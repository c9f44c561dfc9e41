import type { Example, Model } from '../../../core/learn/index.js';
import { nearestExamples, type Voice } from '../../../core/learn/index.js';
import { clauseMarks, clauses } from './clauses.js';
import { decideIntent, type IntentDecision, type DecisionRules, notAWish, sharesOf } from './decide.js';
import type { DecisionSettings } from './decision.js';
import { expanded, type Lessons } from './lessons.js';
import type { Lexicon } from './lexicon.js';
import { matchAt, mayMatch, type WordSpan } from './match.js';
import type { Pattern } from './pattern.js';
import { read, type OrderIdPattern, type TextReading } from './read.js';
import { makeScene, type Grammar, type Scene } from './scene.js';
import { readSlots, type SlotHit } from './slots.js';
import type { Deeds, Grounds, Hit, Understander, Understanding } from './types.js';

export interface CompiledPhrase {
  readonly owner:
    | { readonly intent: string }
    | { readonly deed: string }
    | { readonly topic: string }
    | { readonly slot: string; readonly value: string; readonly rank: number };
  readonly pattern: Pattern;
  readonly say: string;
  readonly file: string;
  readonly line: number;
  readonly weight: number;
  readonly with?: readonly number[];
  readonly unless?: readonly number[];
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
  readonly model: Model;
  readonly lessons: Lessons;
  /** For messages in another language than the vocabulary's: none of their words is strange. */
  readonly foreign: boolean;
}

const NO_PHRASES: readonly CompiledPhrase[] = [];

/** Likeliest intents, n-grams of each, and examples that an explanation lists. */
const MOST_SHARES = 3;
const MOST_VOICES = 5;
const MOST_NEAREST = 5;

const WRITTEN = /[\p{L}\p{N}]/u;
/** A short word, behind another, with a point before a number. */
const POINTED = /(?<=[\p{L}\p{N}][ \t]+)(\p{L}{1,8})\.(?=[ \t]?#?\d)/gu;

/** Text in, `Understanding` out: what the examples say of it, what phrases override, and what slots it fills. */

export class Engine implements Understander {
  /** Phrases by each symbol that can begin them. */
  private readonly byFirst = new Map<number, CompiledPhrase[]>();
  private readonly rules: DecisionRules;
  /** What explanations compare with: they are asked for one after another, or never. */
  private compared?: WeakRef<readonly Example[]>;

  constructor(private readonly parts: EngineParts) {
    this.rules = {
      settings: parts.settings,
      yields: parts.yields,
      beside: new Set([...parts.yields, ...parts.accompanies]),
      clauseMarks: clauseMarks(parts.settings.clause_words)
    };
    for (const phrase of parts.phrases) {
      for (const symbol of phrase.pattern.elements[0]?.symbols ?? []) {
        const list = this.byFirst.get(symbol);
        if (list === undefined) this.byFirst.set(symbol, [phrase]);
        else if (!list.includes(phrase)) list.push(phrase);
      }
    }
  }

  inWords(text: string): string {
    const { abbreviations, rewrites } = this.parts.lexicon;
    if (!WRITTEN.test(text)) {
      const words = [...text].flatMap(sign => rewrites.get(sign) ?? []);
      return words.length === 0 ? text : [...new Set(words)].join(' ');
    }
    return text.replace(POINTED, (all: string, word: string) =>
      abbreviations.has(word.toLowerCase()) ? `${word} ` : all
    );
  }

  understand(text: string, unfit?: ReadonlySet<string>): Understanding {
    const { reading, scenes } = this.scenes(text);
    const { hits, slotHits, declined, named, sensitive } = this.found(scenes);
    const deeds = deedsOf({ declined, named });
    const { model, numbers } = this.parts;
    const slots = readSlots(scenes, reading.orderIds, slotHits, numbers);
    const strange = reading.strange && !this.parts.foreign;
    const decision = decideIntent(
      model,
      text,
      { overrides: hits, declined, strange, unfit: unnamed(unfit, named, hits) },
      this.rules
    );
    const { only_slots, affirmation, pick, acknowledgement } = slots;
    const answers = acknowledgement || affirmation !== null || pick !== null;
    const polite = this.rules.yields.has(decision.intent);
    return {
      slots,
      strange,
      sensitive,
      hits,
      declined: deeds.declined,
      named: deeds.named,
      denies: scenes.some(({ symbols }) => symbols.has(this.parts.grammar.not)),
      ...((answers || only_slots) && !polite ? notAWish(decision, slots) : inOrderSaid(decision, named))
    };
  }

  deeds(text: string): Deeds {
    return deedsOf(this.found(this.scenes(text).scenes));
  }

  /** What the phrases find. */
  private found(scenes: readonly Scene[]) {
    const [only, ...others] = scenes;
    const spoken = others.length === 0 ? only?.symbols : new Set(scenes.flatMap(scene => [...scene.symbols]));
    const hits: Hit[] = [];
    const slotHits: SlotHit[] = [];
    const declined = new Set<string>();
    const named = new Set<string>();
    let sensitive: string | null = null;
    scenes.forEach((scene, sentence) => {
      this.eachMatch(scene, (phrase, span) => {
        const { owner } = phrase;
        if (phrase.with?.some(symbol => spoken?.has(symbol)) === false) return;
        if (phrase.unless?.some(symbol => scene.symbols.has(symbol))) return;
        if ('topic' in owner) sensitive ??= owner.topic;
        else if ('deed' in owner) {
          (toHit(phrase, owner.deed, scene, span).negated ? declined : named).add(owner.deed);
        } else if ('slot' in owner)
          slotHits.push({
            sentence,
            from: span.from,
            to: span.to,
            negated: scene.negated[span.from] === true,
            ...owner
          });
        else hits.push(toHit(phrase, owner.intent, scene, span));
      });
    });
    return { hits, slotHits, declined, named, sensitive };
  }

  explain(text: string): Grounds {
    const { model, lessons } = this.parts;
    const near = nearestExamples(this.examples(), text, MOST_NEAREST, lessons.settings);
    return {
      likeliest: sharesOf(model, text)
        .slice(0, MOST_SHARES)
        .map(each => ({ ...each, voices: model.voices(text, each.intent, MOST_VOICES) })),
      nearest: near.map(({ example, likeness }) => ({ intent: example.label, text: example.text, likeness }))
    };
  }

  private examples(): readonly Example[] {
    const kept = this.compared?.deref();
    if (kept !== undefined) return kept;
    const made = expanded(this.parts.lessons);
    this.compared = new WeakRef(made);
    return made;
  }

  apart(one: string, other: string): readonly Voice[] {
    const { model, lessons } = this.parts;
    const told = new Map<string, number>();
    for (const { label, text } of lessons.templates) {
      if ((label !== one && label !== other) || text.includes('{')) continue;
      const against = new Map(model.voices(text, other, Infinity).map(({ gram, weight }) => [gram, weight]));
      for (const { gram, weight } of model.voices(text, one, Infinity))
        told.set(gram, (told.get(gram) ?? 0) + weight - against.get(gram)!);
    }
    const loudest = [...told].map(([gram, weight]) => ({ gram, weight })).sort((a, b) => b.weight - a.weight);
    return [...loudest.slice(0, MOST_VOICES), ...loudest.slice(MOST_VOICES).slice(-MOST_VOICES)];
  }

  private scenes(text: string): { readonly reading: TextReading; readonly scenes: readonly Scene[] } {
    const { lexicon, settings, grammar, orderIds } = this.parts;
    const reading = read(text, lexicon, orderIds, settings);
    const scenes: Scene[] = [];
    for (const sentence of reading.sentences)
      for (const part of clauses(sentence, lexicon, grammar.join, grammar.opener))
        scenes.push(makeScene(part, lexicon, grammar));
    return { reading, scenes };
  }

  private eachMatch(scene: Scene, visit: (phrase: CompiledPhrase, span: WordSpan) => void): void {
    for (const [start, here] of scene.found.entries()) {
      // A phrase may begin with either of two alternatives found at one place; it is visited once.
      const seen: CompiledPhrase[] = [];
      for (const { symbol } of here) {
        for (const phrase of this.byFirst.get(symbol) ?? NO_PHRASES) {
          const span = mayMatch(phrase.pattern, scene) ? matchAt(phrase.pattern, scene, start) : null;
          if (span === null || seen.includes(phrase)) continue;
          seen.push(phrase);
          visit(phrase, span);
        }
      }
    }
  }
}

function toHit(phrase: CompiledPhrase, intent: string, scene: Scene, { from, to, used }: WordSpan): Hit {
  const { say, file, line, weight, negatable = true } = phrase;
  // Only deeds are wished for or not; "not my order" says nothing about orders.
  const negated = negatable && used.some(at => scene.deeds[at] === true && scene.negated[at] === true);
  const start = scene.tokens[from]?.start ?? 0;
  const end = scene.tokens[to - 1]?.end ?? start;
  return { intent, phrase: say, weight, file, line, start, end, negated };
}

const deedsOf = ({ declined, named }: { readonly [key in keyof Deeds]: ReadonlySet<string> }): Deeds => ({
  declined: [...declined],
  named: [...named].filter(intent => !declined.has(intent))
});

/** Without those that the message names. */
const unnamed = (unfit: ReadonlySet<string> | undefined, named: ReadonlySet<string>, hits: readonly Hit[]) =>
  new Set(
    [...(unfit ?? [])].filter(
      name => !named.has(name) && !hits.some(({ intent, negated }) => intent === name && !negated)
    )
  );

/** Candidates that are all named stand in the order in which they were said. */
function inOrderSaid(decision: IntentDecision, named: ReadonlySet<string>): IntentDecision {
  const { candidates } = decision;
  if (!candidates.every(intent => named.has(intent))) return decision;
  return { ...decision, candidates: [...named].filter(intent => candidates.includes(intent)) };
}
