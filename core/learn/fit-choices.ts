import {
  CHOICE_SETTINGS,
  ChoiceModel,
  type ChoiceSettings,
  eachTrait,
  type KnownChoice,
  type Outcome
} from './choices.js';
import { shuffled } from './descend.js';
import { softmax } from './model.js';

/** Errors below this teach nothing. */
const SMALLEST_ERROR = 0.002;
/** Passes that leave out a choice which taught nothing. */
const REST = 2;

interface Row {
  /** Of option `n`, the places `at[from[n]…from[n + 1]]` of its traits. */
  readonly from: Int32Array;
  at: Int32Array;
  readonly outcomes: readonly Outcome[];
  readonly weight: number;
}

/**
 * Fits how much each trait speaks for an option, so that in each choice some right option is likely and no wrong one
 * (a conditional logit). What is right or wrong throughout teaches nothing. Deterministic: the same bytes on every machine.
 * @param choices gone through once: none is held beside what is made of it
 * @param digest what the model is keyed by
 * @param learned what was learned before of others, from which it goes on: seconds instead of minutes for a few choices more
 */
export function fitChoices(
  choices: Iterable<KnownChoice>,
  digest: string,
  learned?: ChoiceModel,
  settings: ChoiceSettings = CHOICE_SETTINGS
): ChoiceModel {
  const passes = learned === undefined ? settings.passes : settings.passes_added;
  const { hashes, rows } = rowsOf(choices, settings.fewest);
  const fitted = new Float32Array(hashes.length * 2);
  for (let place = 0; place < hashes.length; place++) {
    fitted[place * 2] = learned?.weightOf(hashes[place]!) ?? 0;
    fitted[place * 2 + 1] = 1;
  }
  const rests = new Uint8Array(rows.length);
  for (let pass = 0; pass < passes; pass++)
    for (const nth of shuffled(rows.length, pass)) {
      if (rests[nth]! > 0) rests[nth]!--;
      else if (!descend(rows[nth]!, fitted, settings)) rests[nth] = REST;
    }
  const weights = fitted.filter((_, nth) => nth % 2 === 0);
  const all = learned === undefined ? { hashes, weights } : besideLearned(hashes, weights, learned);
  return new ChoiceModel({ digest, ...quantised(all.hashes, all.weights) });
}

/** These weights, and those that were learned before of other traits. */
function besideLearned(hashes: Uint32Array, weights: Float32Array, { parts }: ChoiceModel) {
  const met = new Set(hashes);
  const others = Int32Array.from(parts.hashes.keys()).filter(at => !met.has(parts.hashes[at]!));
  const all = {
    hashes: new Uint32Array(hashes.length + others.length),
    weights: new Float32Array(hashes.length + others.length)
  };
  all.hashes.set(hashes);
  all.weights.set(weights);
  others.forEach((at, nth) => {
    all.hashes[hashes.length + nth] = parts.hashes[at]!;
    all.weights[hashes.length + nth] = parts.weights[at]! * parts.scale;
  });
  return all;
}

const teaches = ({ outcomes }: KnownChoice): boolean =>
  outcomes.includes('right') && outcomes.some(outcome => outcome !== 'right');

/** Traits that enough options have, by the order in which they are met. */
function rowsOf(choices: Iterable<KnownChoice>, fewest: number): { hashes: Uint32Array; rows: readonly Row[] } {
  const met = new Tally();
  const of = new Scratch();
  const rows: Row[] = [];
  for (const choice of choices) {
    if (!teaches(choice)) continue;
    const from = new Int32Array(choice.options.length + 1);
    of.clear();
    eachTrait(choice, (option, hash) => {
      of.add(met.count(hash));
      from[option + 1] = of.length;
    });
    rows.push({ from, at: of.copy(), outcomes: choice.outcomes, weight: choice.weight ?? 1 });
  }
  const { hashes, places } = met.having(fewest);
  for (const row of rows) keepPlaced(row, places);
  return { hashes, rows };
}

/** Takes what has no place out of the row, where it lies: a copy of all rows would not fit beside them. */
function keepPlaced(row: Row, places: Int32Array): void {
  const { from, at } = row;
  let kept = 0;
  for (let option = 1, nth = 0; option < from.length; option++) {
    for (const end = from[option]!; nth < end; nth++) {
      const place = places[at[nth]!]!;
      if (place >= 0) at[kept++] = place;
    }
    from[option] = kept;
  }
  row.at = at.subarray(0, kept);
}

/** Numbers that are gathered over and over, in memory that is taken once. */
class Scratch {
  #numbers = new Int32Array(1 << 12);
  length = 0;

  clear(): void {
    this.length = 0;
  }

  add(number: number): void {
    if (this.length === this.#numbers.length) this.#numbers = twice(this.#numbers);
    this.#numbers[this.length++] = number;
  }

  copy(): Int32Array {
    return this.#numbers.slice(0, this.length);
  }
}

function twice(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const more = new Int32Array(numbers.length * 2);
  more.set(numbers);
  return more;
}

/** How often each of millions of hashes was met: a hash table with open addressing, several times as fast as a Map. */
class Tally {
  /** Each slot is two numbers beside each other, a hash and its number plus 1: one place of memory. */
  #slots = new Int32Array(1 << 18);
  #counts = new Int32Array(1 << 16);
  #size = 0;

  /** Counts one more. @returns the number of the hash, in the order in which they were met */
  count(hash: number): number {
    const slots = this.#slots;
    const at = slotOf(hash, slots);
    const known = slots[at + 1]! - 1;
    if (known >= 0) {
      this.#counts[known]!++;
      return known;
    }
    const number = this.#size++;
    slots[at] = hash;
    slots[at + 1] = this.#size;
    this.#counts[number] = 1;
    if (this.#size === this.#counts.length) this.#grow();
    return number;
  }

  /** Those met at least so often, and the place of each number among them; -1 where it is not. */
  having(fewest: number): { readonly hashes: Uint32Array; readonly places: Int32Array } {
    const places = new Int32Array(this.#size).fill(-1);
    let kept = 0;
    for (let number = 0; number < this.#size; number++) if (this.#counts[number]! >= fewest) places[number] = kept++;
    const hashes = new Uint32Array(kept);
    for (let at = 0; at < this.#slots.length; at += 2) {
      const number = this.#slots[at + 1]! - 1;
      if (number >= 0 && places[number]! >= 0) hashes[places[number]!] = this.#slots[at]!;
    }
    return { hashes, places };
  }

  /** At most half of the slots are taken. */
  #grow(): void {
    const old = this.#slots;
    this.#counts = twice(this.#counts);
    this.#slots = new Int32Array(old.length * 2);
    for (let from = 0; from < old.length; from += 2) {
      if (old[from + 1] === 0) continue;
      const at = slotOf(old[from]!, this.#slots);
      this.#slots[at] = old[from]!;
      this.#slots[at + 1] = old[from + 1]!;
    }
  }
}

/** Where a hash stands among slots of two numbers, or where it would. */
function slotOf(hash: number, slots: Int32Array): number {
  const mask = slots.length - 2;
  let at = (hash * 2) & mask;
  while (slots[at + 1] !== 0 && slots[at] !== hash) at = (at + 2) & mask;
  return at;
}

/**
 * One step, shorter for traits that were often corrected (AdaGrad).
 * @param fitted of each place its weight and, beside it, the sum of its squared slopes: both are in one place of memory
 * @returns whether anything was learned
 */
function descend(
  { from, at, outcomes, weight }: Row,
  fitted: Float32Array,
  { step, pull, harm }: ChoiceSettings
): boolean {
  const sums = new Float64Array(outcomes.length);
  for (let option = 0; option < outcomes.length; option++) {
    let sum = outcomes[option] === 'harmful' ? harm : 0;
    for (let nth = from[option]!, end = from[option + 1]!; nth < end; nth++) sum += fitted[at[nth]! * 2]!;
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
    for (let nth = from[option]!, end = from[option + 1]!; nth < end; nth++) {
      const place = at[nth]! * 2;
      const slope = error + pull * fitted[place]!;
      fitted[place + 1]! += slope * slope;
      fitted[place]! -= (step * slope) / Math.sqrt(fitted[place + 1]!);
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
