import { createHash } from 'node:crypto';
import { descend, startFitting, type Fitting } from './descend.js';
import { Model } from './model.js';
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
 * @param progress called after each pass with the share that is done, 0 to 1
 */
export function fit(
  examples: readonly Example[],
  settings: LearnSettings = LEARN_SETTINGS,
  progress: (done: number) => void = () => undefined
): Model {
  const labels = [...new Set(examples.map(({ label }) => label))].sort();
  const { passes, passes_after, contrast = 0 } = settings;
  const all = passes + passes_after;
  const found = countGrams(examples, settings);
  const first = startFitting(found.features.hashes.length, labels.length);
  const plain = valuesOf(found, examples, labels);
  const contrasts = contrastsOf(found, plain, labels.length, contrast);
  const rows = contrasted(plain, contrasts);
  for (let pass = 0; pass < passes; pass++) {
    descend(rows, first, settings, pass);
    progress((pass + 1) / all);
  }
  const kept = loudest(found, first, contrasts, settings.features);
  const counts = select(found, kept);
  const fitting = keep(first, kept);
  const keptContrasts = Float32Array.from(kept, each => contrasts[each]!);
  const left = contrasted(valuesOf(counts, examples, labels), keptContrasts);
  for (let pass = passes; pass < all; pass++) {
    descend(left, fitting, settings, pass);
    progress((pass + 1) / all);
  }
  const { words, characters, signs } = settings;
  return new Model({
    labels,
    digest: digestOf(examples, settings),
    grams: { words, characters, ...(signs !== undefined && { signs }) },
    ...counts.features,
    ...quantised(fitting.weights.map((weight, nth) => weight * keptContrasts[Math.floor(nth / labels.length)]!)),
    base: fitting.base
  });
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

/** Weights in 255 steps. */
function quantised(weights: Float32Array): { readonly weights: Int8Array; readonly scale: number } {
  const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  const scale = largest === 0 ? 1 : largest / 127;
  return { weights: Int8Array.from(weights, weight => Math.round(weight / scale)), scale };
}
