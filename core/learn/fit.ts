import { createHash } from 'node:crypto';
import { descend, startFitting, type Choice, type Fitting } from './descend.js';
import { encodeModel } from './model-file.js';
import { Model, widthOf } from './model.js';
import { contrasted, contrastsOf, countGrams, select, valuesOf, type Counts } from './rows.js';
import { LEARN_SETTINGS, type Example, type LearnSettings } from './settings.js';

/** Changes whenever the same examples would give other weights. */
const METHOD = 1;

/** What a model of these examples is keyed by: their texts, labels, weights and order, and how it is fitted. */
export function digestOf(examples: readonly Example[], settings: LearnSettings = LEARN_SETTINGS): string {
  const hash = createHash('sha256').update(JSON.stringify([METHOD, settings]));
  for (const { label, text, weight = 1, context = [] } of examples)
    hash.update(JSON.stringify([label, text, weight, ...context]));
  return hash.digest('hex');
}

/**
 * Multinomial logistic regression on n-grams. Deterministic: the same examples in the same order give the same bytes on
 * every machine. Takes seconds for some ten thousand examples.
 */
export function fit(examples: readonly Example[], settings: LearnSettings = LEARN_SETTINGS): Model {
  const labels = [...new Set(examples.map(({ label }) => label))].sort();
  const { passes, passes_after, contrast = 0, within } = settings;
  const groups = within === undefined ? undefined : groupsOf(labels, within);
  const width = widthOf({ labels, groups });
  const choices = labels.map((_, label) => choicesOf(label, labels.length, groups));
  const found = countGrams(examples, settings);
  const first = startFitting(found.features.hashes.length, width);
  const plain = valuesOf(found, examples, labels);
  const contrasts = contrastsOf(found, plain, labels.length, contrast);
  const rows = contrasted(plain, contrasts);
  for (let pass = 0; pass < passes; pass++) descend(rows, first, choices, { ...settings, seed: pass });
  const kept = loudest(found, first, contrasts, settings.features);
  const counts = select(found, kept);
  const fitting = keep(first, kept);
  const keptContrasts = Float32Array.from(kept, each => contrasts[each]!);
  const left = contrasted(valuesOf(counts, examples, labels), keptContrasts);
  for (let pass = passes; pass < passes + passes_after; pass++)
    descend(left, fitting, choices, { ...settings, seed: pass });
  const { words, characters, signs } = settings;
  return new Model({
    labels,
    groups,
    digest: digestOf(examples, settings),
    grams: { words, characters, ...(signs !== undefined && { signs }) },
    ...counts.features,
    ...quantised(fitting, keptContrasts),
    base: fitting.base
  });
}

/** The fitted model as bytes, for a thread. */
export const fitToBytes = (given: {
  readonly examples: readonly Example[];
  readonly settings: LearnSettings;
}): Uint8Array => encodeModel(fit(given.examples, given.settings));

/** Of each label, the number of its group. */
function groupsOf(labels: readonly string[], within: string): readonly number[] {
  const names = labels.map(label => label.split(within)[0]!);
  const numbers = new Map([...new Set(names)].map((name, nth) => [name, nth]));
  return names.map(name => numbers.get(name)!);
}

/** A label is chosen among all of them, or its group first and it within. */
function choicesOf(label: number, labels: number, groups: readonly number[] | undefined): readonly Choice[] {
  if (groups === undefined) return [{ from: 0, to: labels, right: label }];
  const group = groups[label]!;
  const own = { from: groups.indexOf(group), to: groups.lastIndexOf(group) + 1, right: label };
  const ofGroups = { from: labels, to: labels + groups.at(-1)! + 1, right: labels + group };
  return own.to - own.from > 1 ? [ofGroups, own] : [ofGroups];
}

/** The n-grams of the largest weights times rarity, in ascending order. */
function loudest(
  { features: { idf } }: Counts,
  { weights, width }: Fitting,
  contrasts: Float32Array,
  most: number
): Int32Array {
  const loudness = Float64Array.from(idf, (rarity, at) => {
    let largest = 0;
    for (let label = 0; label < width; label++) largest = Math.max(largest, Math.abs(weights[at * width + label]!));
    return largest * rarity * contrasts[at]!;
  });
  const order = Int32Array.from(idf, (_, at) => at).sort((a, b) => loudness[b]! - loudness[a]! || a - b);
  return order.slice(0, most).sort();
}

function keep({ width, weights, slopes, base, baseSlopes }: Fitting, kept: Int32Array): Fitting {
  const pick = (numbers: Float32Array): Float32Array => {
    const picked = new Float32Array(kept.length * width);
    kept.forEach((at, nth) => picked.set(numbers.subarray(at * width, (at + 1) * width), nth * width));
    return picked;
  };
  return { width, weights: pick(weights), slopes: pick(slopes), base, baseSlopes };
}

/** Weights times their n-gram's contrast, in 255 steps. */
function quantised(
  { weights, width }: Fitting,
  contrasts: Float32Array
): { readonly weights: Int8Array; readonly scale: number } {
  let largest = 0;
  for (let gram = 0, at = 0; gram < contrasts.length; gram++)
    for (const end = at + width; at < end; at++) {
      weights[at]! *= contrasts[gram]!;
      largest = Math.max(largest, Math.abs(weights[at]!));
    }
  const scale = largest === 0 ? 1 : largest / 127;
  const steps = new Int8Array(weights.length);
  for (let at = 0; at < steps.length; at++) steps[at] = Math.round(weights[at]! / scale);
  return { weights: steps, scale };
}
