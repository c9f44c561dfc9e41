/** Lower case, compatibility forms and accents removed, one kind of apostrophe. */
export function foldText(text: string): string {
  return /^[\x20-\x7e]*$/.test(text)
    ? text.toLowerCase()
    : text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’`´]/g, "'").toLowerCase();
}

/** Sorts of characters: what is neither parts words. */
export const LETTER = 1;
export const DIGIT = 2;

const SORTS = new Uint8Array(0x10000);
for (let code = 0; code < SORTS.length; code++) {
  const character = String.fromCharCode(code);
  // Halves of a pair count as letters: most are ideograms and emoji, which say something.
  if (/[\p{L}\p{M}]/u.test(character) || (code >= 0xd800 && code < 0xe000)) SORTS[code] = LETTER;
  else if (/\p{Nd}/u.test(character)) SORTS[code] = DIGIT;
}

/** `LETTER`, `DIGIT` or 0 of a UTF-16 code unit. */
export const sortOf = (code: number): number => SORTS[code]!;
