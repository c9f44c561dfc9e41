// Math.exp and Math.log may differ in the last bit from one engine to the next; a fit must not.

const LN2 = 0.6931471805599453;
/** Terms of either series: the last adds less than a bit. */
const TERMS = 14;

/** e to the power of `x`, built from exact operations alone; the same bits everywhere. */
export function exp(x: number): number {
  if (x < -700) return 0;
  if (x > 700) return Infinity;
  const halvings = Math.round(x / LN2);
  const rest = x - halvings * LN2;
  let sum = 1;
  for (let term = TERMS; term > 0; term--) sum = 1 + (rest / term) * sum;
  return sum * twoTo(halvings);
}

/** Natural logarithm of a positive number, built from exact operations alone. */
export function log(x: number): number {
  let twos = 0;
  let rest = x;
  for (; rest > 1.5; rest /= 2) twos++;
  for (; rest < 0.75; rest *= 2) twos--;
  const ratio = (rest - 1) / (rest + 1);
  const square = ratio * ratio;
  let sum = 0;
  for (let term = TERMS; term >= 0; term--) sum = sum * square + 1 / (2 * term + 1);
  return twos * LN2 + 2 * ratio * sum;
}

/** Exact, as every power of two is; further than the largest argument of `exp` asks for. */
const POWERS = Float64Array.from({ length: 2 * 1020 + 1 }, (_, at) => 2 ** (at - 1020));

const twoTo = (power: number): number => POWERS[power + 1020]!;
