import { Adam } from '../../../core/learn/index.js';
import { cueKey, type CueContent } from './cues.js';

/** One labelled message: the `<concept>`s and words it holds. */
export interface FitRow {
  readonly cues: readonly string[];
  readonly label: string;
}

const ROUNDS = 250;
const STEP = 0.1;
/** Pull of every number towards 0: what few messages say counts for little. */
const PULL = 0.02;
const FEWEST_MESSAGES = 2;
const FEWEST_OF_PAIR = 3;
/** Smaller numbers are left out; the file stays readable and decides the same. */
const SMALLEST = 0.5;

/**
 * Multinomial logistic regression with a quadratic penalty, fitted by Adam. Deterministic: the same rows give the same
 * numbers. Words of fewer than two messages and pairs of fewer than three are left out.
 */
export function fitCues(rows: readonly FitRow[]): Record<string, CueContent> {
  const labels = [...new Set(rows.map(({ label }) => label))].sort();
  const names = frequent(rows);
  const index = new Map(names.map((name, at) => [keyOf(name), at]));
  const width = labels.length;
  const weights = new Float64Array((names.length + 1) * width);
  const data = rows.map(({ cues, label }) => ({
    at: cues.flatMap(cue => index.get(keyOf(cue)) ?? []),
    scale: 1 / Math.sqrt(Math.max(1, cues.length)),
    label: labels.indexOf(label)
  }));
  const adam = new Adam(weights, STEP);
  for (let round = 0; round < ROUNDS; round++) {
    const slope = weights.map(weight => weight * PULL);
    for (const { at, scale, label } of data) {
      const shares = softmax(weights, at, scale, names.length, width);
      for (let k = 0; k < width; k++) {
        const error = shares[k]! - (k === label ? 1 : 0);
        for (const cue of at) slope[cue * width + k]! += error * scale;
        slope[names.length * width + k]! += error;
      }
    }
    adam.step(slope);
  }
  return Object.fromEntries(labels.map((label, k) => [label, content(names, weights, k, width)]));
}

/** Words count together with their other forms. */
const keyOf = (cue: string): string => (isConcept(cue) ? cue : cueKey(cue));

const isPair = (cue: string): boolean => cue.includes(' ');
const isConcept = (cue: string): boolean => cue.startsWith('<') && !isPair(cue);

/** One name for each cue that messages have often enough; of a word, the form met first. */
function frequent(rows: readonly FitRow[]): string[] {
  const met = new Map<string, { readonly name: string; count: number }>();
  for (const name of rows.flatMap(({ cues }) => cues)) {
    const before = met.get(keyOf(name));
    if (before === undefined) met.set(keyOf(name), { name, count: 1 });
    else before.count++;
  }
  return [...met.values()]
    .flatMap(({ name, count }) => (count < (isPair(name) ? FEWEST_OF_PAIR : FEWEST_MESSAGES) ? [] : name))
    .sort();
}

function softmax(weights: Float64Array, at: readonly number[], scale: number, base: number, width: number) {
  const sums = weights.slice(base * width);
  for (const cue of at) for (let k = 0; k < width; k++) sums[k]! += weights[cue * width + k]! * scale;
  const largest = Math.max(...sums);
  const raised = sums.map(sum => Math.exp(sum - largest));
  const total = raised.reduce((sum, each) => sum + each, 0);
  return raised.map(each => each / total);
}

function content(names: readonly string[], weights: Float64Array, k: number, width: number): CueContent {
  const round = (value: number): number => Math.round(value * 10) / 10;
  const pick = (concepts: boolean): Record<string, number> =>
    Object.fromEntries(
      names
        .map((name, at) => [name, round(weights[at * width + k]!)] as const)
        .filter(([name, weight]) => isConcept(name) === concepts && Math.abs(weight) >= SMALLEST)
        .map(([name, weight]) => [concepts ? name.slice(1, -1) : name, weight] as const)
        .sort((a, b) => b[1] - a[1])
    );
  return { base: round(weights[names.length * width + k]!), words: pick(false), concepts: pick(true) };
}
