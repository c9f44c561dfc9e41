import { Adam } from '../learn/adam.js';
import { wordsView } from '../text/words.js';
import { cuesIn } from './cue-words.js';
import type { CueSource } from './cues.js';
import type { EvalRow } from './eval.js';
import { CHANNELS } from './injection-rules.js';

const ROUNDS = 200;
const STRIDE = 0.1;
/** Pull of every number towards 0: what few texts say counts for little. */
const PULL = 0.03;
const FEWEST_TEXTS = 2;
/** Numbers are written in steps of this; what rounds to 0 is left out. */
const GRAIN = 1;

export type LabelledText = Pick<EvalRow, 'text' | 'label' | 'channel'>;

/**
 * Logistic regression with a quadratic penalty over what `cuesIn` finds. Deterministic: the same texts give the same
 * numbers. Cues of fewer than two texts are left out.
 */
export function fitGuardCues(texts: readonly LabelledText[]): CueSource {
  const read = texts.map(({ text }) => cuesIn(wordsView(text, 'plain').text));
  const names = frequent(read.map(({ cues }) => cues));
  const index = new Map(names.map((name, at) => [name, at]));
  const firstChannel = names.length;
  const base = firstChannel + CHANNELS.length;
  const weights = new Float64Array(base + 1);
  const rows = texts.map(({ label, channel = 'message' }, row) => ({
    at: [...read[row]!.cues].flatMap(cue => index.get(cue) ?? []),
    channel: firstChannel + CHANNELS.indexOf(channel),
    scale: 1 / Math.sqrt(Math.max(1, read[row]!.size)),
    attack: label === 'attack' ? 1 : 0
  }));
  const adam = new Adam(weights, STRIDE);
  for (let round = 0; round < ROUNDS; round++) {
    const slope = weights.map(weight => weight * PULL);
    slope[base] = 0;
    for (const { at, channel, scale, attack } of rows) {
      const sum = at.reduce((total, cue) => total + weights[cue]!, 0);
      const error = 1 / (1 + Math.exp(-(weights[base]! + weights[channel]! + sum * scale))) - attack;
      for (const cue of at) slope[cue]! += error * scale;
      slope[channel]! += error;
      slope[base]! += error;
    }
    adam.step(slope);
  }
  return {
    base: rounded(weights[base]!, 0.01),
    channels: Object.fromEntries(CHANNELS.map((name, at) => [name, rounded(weights[firstChannel + at]!, 0.01)])),
    words: byWeight(names, weights)
  };
}

const rounded = (value: number, grain: number): number => Number((Math.round(value / grain) * grain).toFixed(2));

function frequent(texts: readonly ReadonlySet<string>[]): string[] {
  const counts = new Map<string, number>();
  for (const cues of texts) for (const cue of cues) counts.set(cue, (counts.get(cue) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= FEWEST_TEXTS)
    .map(([name]) => name)
    .sort();
}

/** The loudest first. */
function byWeight(names: readonly string[], weights: Float64Array): CueSource['words'] {
  const groups = new Map<number, string[]>();
  names.forEach((name, at) => {
    const weight = rounded(weights[at]!, GRAIN);
    if (weight === 0) return;
    const group = groups.get(weight);
    if (group === undefined) groups.set(weight, [name]);
    else group.push(name);
  });
  return [...groups].sort(([a], [b]) => b - a).map(([weight, of]) => ({ weight, of }));
}
