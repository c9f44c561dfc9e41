import { CHOICE_SETTINGS, type ChoiceSettings, type KnownChoice, type Outcome } from './choice-settings.js';
import { ChoiceModel, eachTrait } from './choices.js';
import { shuffled } from './descend.js';
import { softmax } from './model.js';

/** Errors below this teach nothing. */
const SMALLEST_ERROR = 0.002;
/** Passes that leave out a choice which taught nothing. */
const REST = 2;

interface Row {
  /** Of option `n`, the places `at[from[n]…from[n + 1]]` of its traits. */
  readonly from: Int32Array;
  readonly at: Int32Array;
  readonly outcomes: readonly Outcome[];
  readonly weight: number;
}

/**
 * Fits how much each trait speaks for an option, so that in each choice some right option is likely and no wrong one
 * (a conditional logit). What is right or wrong throughout teaches nothing. Deterministic: the same bytes on every machine.
 * @param digest what the model is keyed by
 */
export function fitChoices(
  choices: readonly KnownChoice[],
  digest: string,
  settings: ChoiceSettings = CHOICE_SETTINGS
): ChoiceModel {
  const { hashes, rows } = rowsOf(choices.filter(teaches), settings.fewest);
  const weights = new Float32Array(hashes.length);
  const slopes = new Float32Array(hashes.length).fill(1);
  const rests = new Uint8Array(rows.length);
  for (let pass = 0; pass < settings.passes; pass++)
    for (const nth of shuffled(rows.length, pass)) {
      if (rests[nth]! > 0) rests[nth]!--;
      else if (!descend(rows[nth]!, weights, slopes, settings)) rests[nth] = REST;
    }
  return new ChoiceModel({ digest, ...quantised(hashes, weights) });
}

const teaches = ({ outcomes }: KnownChoice): boolean =>
  outcomes.includes('right') && outcomes.some(outcome => outcome !== 'right');

/** Traits that enough options have, by the order in which they are met. */
function rowsOf(choices: readonly KnownChoice[], fewest: number): { hashes: Uint32Array; rows: readonly Row[] } {
  const met = new Tally();
  const rows = choices.map(choice => {
    const from = new Int32Array(choice.options.length + 1);
    const at: number[] = [];
    eachTrait(choice, (option, hash) => {
      at.push(met.count(hash));
      from[option + 1] = at.length;
    });
    return { from, at: Int32Array.from(at), outcomes: choice.outcomes, weight: choice.weight ?? 1 };
  });
  const { hashes, places } = met.having(fewest);
  return { hashes, rows: rows.map(row => only(row, places)) };
}

/** The row without traits that have no place. */
function only({ from, at, ...row }: Row, places: Int32Array): Row {
  const kept = new Int32Array(from.length);
  const left: number[] = [];
  for (let option = 1; option < from.length; option++) {
    for (let nth = from[option - 1]!; nth < from[option]!; nth++) {
      const place = places[at[nth]!]!;
      if (place >= 0) left.push(place);
    }
    kept[option] = left.length;
  }
  return { ...row, from: kept, at: Int32Array.from(left) };
}

/** How often each of millions of hashes was met: a hash table with open addressing, several times as fast as a Map. */
class Tally {
  #hashes = new Int32Array(1 << 16);
  #counts = new Int32Array(1 << 16);
  #slots = new Int32Array(1 << 17);
  #size = 0;

  /** Counts one more. @returns the number of the hash, in the order in which they were met */
  count(hash: number): number {
    let slot = hash & (this.#slots.length - 1);
    for (let nth = this.#slots[slot]! - 1; nth >= 0; nth = this.#slots[slot]! - 1) {
      if (this.#hashes[nth] === hash) {
        this.#counts[nth]!++;
        return nth;
      }
      slot = (slot + 1) & (this.#slots.length - 1);
    }
    if (this.#size === this.#hashes.length) {
      this.#grow();
      return this.count(hash);
    }
    const nth = this.#size++;
    this.#slots[slot] = nth + 1;
    this.#hashes[nth] = hash;
    this.#counts[nth] = 1;
    return nth;
  }

  /** Those met at least so often, and the place of each number among them; -1 where it is not. */
  having(fewest: number): { readonly hashes: Uint32Array; readonly places: Int32Array } {
    const places = new Int32Array(this.#size).fill(-1);
    const kept: number[] = [];
    for (let nth = 0; nth < this.#size; nth++)
      if (this.#counts[nth]! >= fewest) places[nth] = kept.push(this.#hashes[nth]! >>> 0) - 1;
    return { hashes: Uint32Array.from(kept), places };
  }

  #grow(): void {
    const twice = (all: Int32Array) => {
      const more = new Int32Array(all.length * 2);
      more.set(all);
      return more;
    };
    this.#hashes = twice(this.#hashes);
    this.#counts = twice(this.#counts);
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let nth = 0; nth < this.#size; nth++) {
      let slot = this.#hashes[nth]! & (this.#slots.length - 1);
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1);
      this.#slots[slot] = nth + 1;
    }
  }
}

/** One step, shorter for traits that were often corrected (AdaGrad). @returns whether anything was learned */
function descend(
  { from, at, outcomes, weight }: Row,
  weights: Float32Array,
  slopes: Float32Array,
  { step, pull, harm }: ChoiceSettings
): boolean {
  const sums = new Float64Array(outcomes.length);
  for (let option = 0; option < outcomes.length; option++) {
    let sum = outcomes[option] === 'harmful' ? harm : 0;
    for (let nth = from[option]!; nth < from[option + 1]!; nth++) sum += weights[at[nth]!]!;
    sums[option] = sum;
  }
  const shares = softmax(sums);
  const right = shares.reduce((all, share, option) => all + (outcomes[option] === 'right' ? share : 0), 0);
  let learned = false;
  for (let option = 0; option < outcomes.length; option++) {
    const wanted = outcomes[option] === 'right' && right > 0 ? shares[option]! / right : 0;
    const error = weight * (shares[option]! - wanted);
    if (Math.abs(error) < SMALLEST_ERROR) continue;
    learned = true;
    for (let nth = from[option]!; nth < from[option + 1]!; nth++) {
      const place = at[nth]!;
      const slope = error + pull * weights[place]!;
      slopes[place]! += slope * slope;
      weights[place]! -= (step * slope) / Math.sqrt(slopes[place]!);
    }
  }
  return learned;
}

/** Weights in 255 steps; those of no step are left out. */
function quantised(hashes: Uint32Array, weights: Float32Array): Omit<ChoiceModel['parts'], 'digest'> {
  const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  const scale = largest === 0 ? 1 : largest / 127;
  const steps = Int8Array.from(weights, weight => Math.round(weight / scale));
  const kept = Int32Array.from(steps.keys()).filter(at => steps[at] !== 0);
  return {
    hashes: Uint32Array.from(kept, at => hashes[at]!),
    weights: Int8Array.from(kept, at => steps[at]!),
    scale
  };
}
