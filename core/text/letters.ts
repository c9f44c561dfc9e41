/** Lower case, compatibility forms and accents removed, one kind of apostrophe. */
export function foldText(text: string): string {
  return /^[\x20-\x7e]*$/.test(text)
    ? text.toLowerCase()
    : text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’`´]/g, "'").toLowerCase();
}

/** Sorts of characters: what is neither parts words. */
export const LETTER = 1;
export const DIGIT = 2;

const NEITHER = 3;

/** By UTF-16 code unit; 0 for those that were not asked for yet. */
const SORTS = new Uint8Array(0x10000);

function classify(code: number): number {
  const character = String.fromCharCode(code);
  // Halves of a pair count as letters: most are ideograms and emoji, which say something.
  if (/[\p{L}\p{M}]/u.test(character) || (code >= 0xd800 && code < 0xe000)) return (SORTS[code] = LETTER);
  return (SORTS[code] = /\p{Nd}/u.test(character) ? DIGIT : NEITHER);
}

/** `LETTER`, `DIGIT` or another number of a UTF-16 code unit. */
export const sortOf = (code: number): number => SORTS[code] || classify(code);
