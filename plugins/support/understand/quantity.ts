import type { Scene } from './scene.js';
import type { SlotHit } from './slots.js';
import type { QuantityRole } from './types.js';

const MOST_PIECES = 1_000_000;
const NOT_ASKED: QuantityRole = 'not_asked';
/** A number with two places behind its point. */
const AMOUNT = /[.,]\d{2}$/;

/**
 * How many pieces are wished for, all numbers of the best role together ("one casserole and two runners" are three);
 * null when no number says so, 0 when one does that counts no pieces ("2.5 bowls").
 */
export function readQuantity(
  scenes: readonly Scene[],
  hits: readonly SlotHit[],
  numbers: Readonly<Record<string, number>>
): number | null {
  // "Two, that pot has to go back" counts points, and no pots.
  const parted = ({ sentence, from, to }: SlotHit): boolean =>
    scenes[sentence]?.tokens.slice(from + 1, to).some(({ afterComma }) => afterComma) === true;
  const counted = hits.filter(hit => hit.slot === 'quantity' && (hit.value === NOT_ASKED || !parted(hit)));
  if (counted.length === 0) return null;
  const values = (role: QuantityRole): ReadonlyMap<string, number> =>
    new Map(
      counted
        .filter(({ value }) => value === role)
        .flatMap(({ sentence, from, to }) => {
          const counts = (scenes[sentence]?.tokens.slice(from, to) ?? []).flatMap(({ kind, word, start }) => {
            // "Refund the 25.00 for the runner" names an amount.
            if (kind === 'number' && AMOUNT.test(word)) return [];
            const count = kind === 'number' ? Number(word) : Object.hasOwn(numbers, word) ? numbers[word]! : null;
            return count === null ? [] : [[`${start}`, count] as const];
          });
          // "2 of the 4 bowls" wishes for two.
          const [first] = counts;
          return first === undefined ? [] : [first];
        })
    );
  const elsewhere = values(NOT_ASKED);
  for (const role of ['asked', 'named'] as const) {
    const meant = [...values(role)].filter(([place]) => !elsewhere.has(place));
    const counts = meant.map(([, count]) => count);
    if (counts.some(count => !Number.isInteger(count) || count < 1 || count > MOST_PIECES)) return 0;
    if (counts.length > 0) return counts.reduce((sum, count) => sum + count, 0);
  }
  return null;
}
