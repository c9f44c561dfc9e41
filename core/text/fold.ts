/**
 * Folds one code point for matching, never for display: NFKC, lower case, no Latin, Greek or Cyrillic accents,
 * nothing for invisible characters and combining marks.
 */

/** Characters that a reader does not see and that only serve to hide or to split words. */
export function isInvisible(cp: number): boolean {
  if (cp < 0xad) return false;
  return (
    cp === 0xad ||
    cp === 0x34f ||
    cp === 0x61c ||
    cp === 0x115f ||
    cp === 0x1160 ||
    (cp >= 0x180b && cp <= 0x180f) ||
    (cp >= 0x200b && cp <= 0x200f) ||
    (cp >= 0x202a && cp <= 0x202e) ||
    (cp >= 0x2060 && cp <= 0x206f) ||
    cp === 0x3164 ||
    (cp >= 0xfe00 && cp <= 0xfe0f) ||
    cp === 0xfeff ||
    cp === 0xffa0 ||
    (cp >= 0xe0000 && cp <= 0xe0fff)
  );
}

/** Marks that stack on any letter; those of Indic, Hebrew and Arabic scripts are part of the spelling and stay. */
export function isStackingMark(cp: number): boolean {
  return (
    (cp >= 0x300 && cp <= 0x36f) ||
    (cp >= 0x1ab0 && cp <= 0x1aff) ||
    (cp >= 0x1dc0 && cp <= 0x1dff) ||
    (cp >= 0x20d0 && cp <= 0x20ff)
  );
}

const KEPT = /[\p{L}\p{N}\p{M}]/u;
const ACCENTED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;
const folded = new Map<number, string>();

function compute(cp: number): string {
  if (isInvisible(cp) || isStackingMark(cp)) return '';
  let result = '';
  for (const char of String.fromCodePoint(cp).normalize('NFKC').toLowerCase()) {
    const code = char.codePointAt(0) ?? 0;
    if (code < 0x80) result += char;
    else if (isInvisible(code) || isStackingMark(code)) continue;
    else if (char === 'ß') result += 'ss';
    else if (char === 'ı') result += 'i';
    else if (char === 'œ') result += 'oe';
    else if (char === 'æ') result += 'ae';
    else if (char === 'ø') result += 'o';
    else if (char === 'ł') result += 'l';
    else if (ACCENTED.test(char)) result += char.normalize('NFD').replace(/\p{M}/gu, '');
    else if (char === '。' || char === '।' || char === '؟') result += ';';
    else if (char === '’' || char === '‘' || char === 'ʼ') result += "'";
    else if (char === '“' || char === '”' || char === '„' || char === '«' || char === '»') result += '"';
    else if (char === '–' || char === '—' || char === '−') result += '-';
    else result += KEPT.test(char) ? char : ' ';
  }
  return result;
}

/** The folded form of one code point: zero, one or more characters. */
export function fold(cp: number): string {
  let result = folded.get(cp);
  if (result === undefined) {
    result = compute(cp);
    // Bounded by the number of assigned code points; attackers cannot grow it past a few megabytes.
    folded.set(cp, result);
  }
  return result;
}

/** Folds what a rule file says, so that authors may write accents or not. ASCII is left alone. */
export function foldLiteral(text: string): string {
  let result = '';
  for (const char of text) {
    const cp = char.codePointAt(0) ?? 0;
    result += cp < 0x80 ? char : fold(cp);
  }
  return result;
}
