import type { DocumentSet } from '../../../core/index.js';
import {
  digestOf,
  expand,
  fit,
  keepModel,
  LEARN_SETTINGS,
  storedModel,
  type Example,
  type LearnSettings,
  type Model
} from '../../../core/learn/index.js';
import type { DialogueAct } from './act-kind.js';
import type { ActFound, ActRecogniser } from './types.js';
import { splitWords } from './words.js';

const LONGEST = 1000;
const MOST_CLAUSES = 12;

/** Acts are short and few: every n-gram counts. */
export const ACT_SETTINGS: LearnSettings = {
  ...LEARN_SETTINGS,
  fewest_words: 1,
  fewest_characters: 2,
  features: 16_000,
  passes: 16,
  passes_after: 6,
  step: 0.2
};

/** The messages by which acts are told apart, in the order of the acts' names. */
export function actExamples(acts: readonly DialogueAct[]): readonly Example[] {
  return [...acts]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name, examples, near_misses = [] }) => [
      ...examples.flatMap(template => {
        const texts = expand(template);
        return texts.map(text => ({ text, label: name, group: template, weight: 1 / Math.sqrt(texts.length) }));
      }),
      ...near_misses.map(({ text, instead }) => ({ text, label: instead }))
    ]);
}

/**
 * The model of these acts where it was learned before; else learned now, in seconds, where that is allowed.
 * @param name under which it is stored
 * @returns undefined where it would have to be learned and may not
 */
export function actModel(
  acts: readonly DialogueAct[],
  { root, mayLearn }: DocumentSet['origin'],
  name = 'dialogue-acts'
): Model | undefined {
  const examples = actExamples(acts);
  const key = digestOf(examples, ACT_SETTINGS);
  const stored = storedModel(root, name, key);
  if (stored !== undefined || !mayLearn) return stored;
  const model = fit(examples, ACT_SETTINGS);
  keepModel(root, name, key, model);
  return model;
}

/**
 * Makes the recogniser of dialogue acts. Without the model that belongs to them it is fitted at the first message.
 * @param clauses words with which another clause begins
 */
export function compileActs(
  acts: readonly DialogueAct[],
  clauses: readonly string[],
  learned: Model | undefined
): ActRecogniser {
  const joins = new Set(clauses);
  const byName = new Map(acts.map(act => [act.name, act]));
  let model = learned;
  return {
    recognise(text, { asked = null } = {}) {
      model ??= fit(actExamples(acts), ACT_SETTINGS);
      const found = new Map<string, ActFound>();
      for (const [nth, [piece, start, end]] of piecesOf(text, joins).entries()) {
        const best = likeliest(model, piece);
        const act = byName.get(best.act);
        if (act === undefined || act.counts === false) continue;
        const whole = nth === 0;
        if (best.share < (whole ? act.at : act.at_in_part)) continue;
        if (act.needs === 'question' && asked === null) continue;
        if ((found.get(act.name)?.score ?? 0) >= best.share) continue;
        const how = `${Math.round(best.share * 100)} % by its examples, ${whole ? 'in the whole message' : 'in a part of it'}`;
        found.set(act.name, { act: act.name, score: best.share, start, end, how });
      }
      return [...found.values()].sort((a, b) => b.score - a.score);
    }
  };
}

/** A message as a whole, and its clauses where it has several. */
function piecesOf(
  text: string,
  joins: ReadonlySet<string>
): readonly (readonly [piece: string, start: number, end: number])[] {
  const words = splitWords(text.slice(0, LONGEST), joins);
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return [];
  const clauses = new Map<number, [number, number]>();
  for (const { clause, start, end } of words) {
    const known = clauses.get(clause);
    if (known === undefined) clauses.set(clause, [start, end]);
    else known[1] = end;
  }
  const parts = clauses.size > 1 ? [...clauses.values()].slice(0, MOST_CLAUSES) : [];
  return [[first.start, last.end] as const, ...parts].map(([start, end]) => [text.slice(start, end), start, end]);
}

function likeliest(model: Model, text: string): { readonly act: string; readonly share: number } {
  const shares = model.shares(text);
  let best = 0;
  for (let at = 1; at < shares.length; at++) if (shares[at]! > shares[best]!) best = at;
  return { act: model.labels[best]!, share: shares[best]! };
}
