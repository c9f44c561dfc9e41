import { Buffer } from 'node:buffer';

/** Letters of one case, digits together, the signs of keywords apart: five bits a character, 0 outside of ASCII. */
const CODES = new Uint8Array(256).fill(31, 0, 128);
for (let i = 0; i < 26; i++) CODES[65 + i] = CODES[97 + i] = i + 1;
for (let i = 48; i < 58; i++) CODES[i] = 27;
CODES[45] = 28;
CODES[95] = 29;
for (const sign of ':/.=') CODES[sign.charCodeAt(0)] = 30;

const codeAt = (text: string, at: number): number => CODES[text.charCodeAt(at)] ?? 0;

/** Bytes are gone through in half the time that a string takes. Of what is no Latin-1 they hold a part, which misses nothing. */
const PIECE = Buffer.allocUnsafe(64 * 1024);

/** Characters by which a keyword is found at first. */
const KEY_LENGTH = 3;

interface Keyword {
  readonly text: string;
  readonly ignoreCase: boolean;
  readonly values: number[];
}

/** Finds many literals of at least three characters at once, anywhere in a text, by their first three characters. */
export class Keywords {
  private readonly buckets: Keyword[][] = [[]];
  /** Which fourth characters the keywords of a bucket have, a bit for each code: nearly all places end here. */
  private readonly fourth: number[] = [0];
  /** Three characters → number of a bucket; 0 is none. */
  private readonly table = new Uint16Array(1 << 15);
  /** Two characters → which third ones have a bucket, a bit for each code: small enough for the nearest cache of a processor. */
  private readonly third = new Uint32Array(1 << 10);

  add(text: string, ignoreCase: boolean, value: number): void {
    const key = (codeAt(text, 0) << 10) | (codeAt(text, 1) << 5) | codeAt(text, 2);
    if (this.table[key] === 0) {
      this.table[key] = this.buckets.push([]) - 1;
      this.third[key >>> 5]! |= 1 << (key & 31);
      this.fourth.push(0);
    }
    const place = this.table[key] as number;
    this.fourth[place]! |= text.length > 3 ? 1 << codeAt(text, 3) : -1;
    const bucket = this.buckets[place] as Keyword[];
    const known = bucket.find(keyword => keyword.text === text && keyword.ignoreCase === ignoreCase);
    if (known === undefined) bucket.push({ text, ignoreCase, values: [value] });
    else if (!known.values.includes(value)) known.values.push(value);
  }

  /** Calls `visit` for every place before `until` and value, in order of place. */
  scan(text: string, until: number, visit: (value: number, at: number) => void): void {
    const { table, third, buckets, fourth } = this;
    const end = Math.min(text.length, until + KEY_LENGTH);
    let key = 0;
    for (let from = 0; from < end; from += PIECE.length) {
      const length = PIECE.write(text.slice(from, Math.min(end, from + PIECE.length)), 'latin1');
      for (let i = 0; i < length; i++) {
        key = ((key << 5) | (CODES[PIECE[i] as number] as number)) & 0x7fff;
        if ((((third[key >>> 5] as number) >>> (key & 31)) & 1) === 0) continue;
        const bucket = table[key] as number;
        const at = from + i + 1 - KEY_LENGTH;
        if (at < 0 || at >= until) continue;
        if (i + 1 < length && (((fourth[bucket] as number) >>> (CODES[PIECE[i + 1] as number] as number)) & 1) === 0)
          continue;
        for (const { text: keyword, ignoreCase, values } of buckets[bucket] as Keyword[]) {
          if (!standsAt(text, at, keyword, ignoreCase)) continue;
          for (const value of values) visit(value, at);
        }
      }
    }
  }
}

function standsAt(text: string, at: number, keyword: string, ignoreCase: boolean): boolean {
  if (!ignoreCase) return text.startsWith(keyword, at);
  for (let i = 0; i < keyword.length; i++) {
    const code = text.charCodeAt(at + i);
    const lower = code >= 65 && code <= 90 ? code + 32 : code;
    if (lower !== keyword.charCodeAt(i)) return false;
  }
  return true;
}
