/** Letters that figures and signs stand for; `1` is read as `i` or as `l`. */
export const LEET = new Map<number, number>(
  Object.entries({
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    '8': 'b',
    '9': 'g',
    '@': 'a',
    $: 's'
  }).map(([sign, letter]) => [sign.charCodeAt(0), letter.charCodeAt(0)])
);

/** A word with its figures and signs read as letters, in lower case. */
export function unleet(word: string, one: 'i' | 'l'): string {
  let result = '';
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    result += code === 49 ? one : code === 33 ? 'i' : String.fromCharCode(LEET.get(code) ?? code);
  }
  return result.toLowerCase();
}

const LONGEST = 24;

const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;

/** True when `test` holds for a word of letters with figures or signs among them. */
export function leetTokens(text: string, test: (token: string) => boolean): boolean {
  let start = 0;
  let letters = false;
  let figures = false;
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 32;
    if (isLetter(code)) letters = true;
    else if ((code >= 48 && code <= 57) || code === 33 || code === 36 || code === 64) figures = true;
    else {
      if (letters && figures && i - start <= LONGEST && test(text.slice(start, i))) return true;
      start = i + 1;
      letters = figures = false;
    }
  }
  return false;
}
