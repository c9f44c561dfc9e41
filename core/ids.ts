import { randomFillSync } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_CHARS = 10;
const RANDOM_CHARS = 16;
const pool = Buffer.alloc(RANDOM_CHARS * 256);
let used = pool.length;
let lastTime = 0;

const FURTHEST_MS = 31 * 86_400_000;

/**
 * Ids made from now on sort after this one, also where the clock was set back since it was made. One from more than a month
 * ahead is left alone: records are told by their ids when they may go.
 */
export function newIdsFollow(id: string): void {
  const part = id.slice(id.indexOf('_') + 1, -RANDOM_CHARS);
  const digits = Array.from(part, char => ALPHABET.indexOf(char));
  if (digits.length !== TIME_CHARS || digits.includes(-1)) return;
  const time = digits.reduce((sum, digit) => sum * 32 + digit, 0);
  if (time < Date.now() + FURTHEST_MS) lastTime = Math.max(lastTime, time);
}

/**
 * `<prefix>_<26 characters>`: ten of time, sixteen random (80 bits, not guessable). Ids made later by one
 * process sort later, so that an id is also a cursor.
 */
export function newId(prefix: string, now: number = Date.now()): string {
  lastTime = Math.max(now, lastTime + 1);
  let id = timePart(lastTime);
  if (used >= pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  for (let i = 0; i < RANDOM_CHARS; i++) id += ALPHABET[pool[used++]! & 31];
  return `${prefix}_${id}`;
}

/** What sorts after every id of this prefix that was made before `moment`, and before all others. */
export const firstIdAt = (prefix: string, moment: number): string => `${prefix}_${timePart(moment)}`;

function timePart(moment: number): string {
  let text = '';
  for (let time = Math.max(0, moment), i = 0; i < TIME_CHARS; i++, time = Math.floor(time / 32))
    text = ALPHABET[time % 32] + text;
  return text;
}
