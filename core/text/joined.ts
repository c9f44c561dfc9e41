const LETTER = /\p{L}/u;

/** Signs that are put between letters to break words up. */
const BREAKERS = /(?<=\p{L})(?:[-*_.·•~|^+'"`\\]|['"] {0,3}\+ {0,3}['"])(?=\p{L})/gu;

/** True when signs stand between letters, as in `i*g*n*o*r*e` or `in-struc-tions`. */
export function dropBreakers(text: string): string | undefined {
  const dropped = text.replace(BREAKERS, '');
  return dropped === text ? undefined : dropped;
}

/** What can stand between two letters of one word: a breaker, or a quotation mark that belongs to one. */
const BREAKER_CODES: ReadonlySet<number> = new Set(Array.from('-*_.·•~|^+\'"`\\', sign => sign.charCodeAt(0)));
const isLetter = (code: number): boolean => ((code | 32) >= 97 && (code | 32) <= 122) || code > 191;

/** True when `test` holds for a stretch without blanks in which signs stand between letters, or strings are added up. */
export function brokenTokens(text: string, test: (token: string) => boolean): boolean {
  for (let i = 1; i + 1 < text.length; i++) {
    const code = text.charCodeAt(i);
    if (isLetter(code) || !BREAKER_CODES.has(code) || !isLetter(text.charCodeAt(i - 1))) continue;
    const added = (code === 34 || code === 39) && /^['"] {0,3}\+ {0,3}['"]\p{L}/u.test(text.slice(i, i + 12));
    if (!added && !isLetter(text.charCodeAt(i + 1))) continue;
    const start = i - wordBefore(text, i);
    const end = endOfBroken(text, i);
    if (test(text.slice(start, end))) return true;
    i = end;
  }
  return false;
}

const LONGEST_PIECE = 40;

function wordBefore(text: string, at: number): number {
  let length = 0;
  while (length < LONGEST_PIECE && length < at && isLetter(text.charCodeAt(at - length - 1))) length++;
  return length;
}

function endOfBroken(text: string, from: number): number {
  let end = from;
  while (end < text.length && end - from < 400) {
    const code = text.charCodeAt(end);
    if (!isLetter(code) && !BREAKER_CODES.has(code) && !(code === 32 && /['"+ ]/.test(text[end - 1] ?? ''))) break;
    end++;
  }
  return end;
}

const FEWEST_LETTERS = 5;

/**
 * Joins letters that stand alone: `d i s r e g a r d   y o u r` → `disregard your`. The separator that comes most often
 * joins, every other one separates words. Returns undefined where there are not enough single letters in a row.
 */
export function joinLetters(text: string): string | undefined {
  let joined = '';
  let run: { letter: string; before: string }[] = [];
  let changed = false;
  let separator = '';

  const endRun = (): void => {
    if (run.length >= FEWEST_LETTERS) {
      changed = true;
      const counts = new Map<string, number>();
      for (const { before } of run.slice(1)) counts.set(before, (counts.get(before) ?? 0) + 1);
      const usual = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
      joined +=
        ' ' + run.map(({ letter, before }, i) => (i === 0 || before === usual ? letter : ` ${letter}`)).join('') + ' ';
    } else for (const { letter, before } of run) joined += before + letter;
    run = [];
  };

  let word = '';
  const endWord = (): void => {
    if (word === '') return;
    if (word.length === 1 && separator.length <= 4) run.push({ letter: word, before: separator });
    else {
      endRun();
      if (word.length === 1) run.push({ letter: word, before: separator });
      else joined += separator + word;
    }
    separator = '';
    word = '';
  };
  for (const char of text) {
    if (LETTER.test(char)) word += char;
    else {
      endWord();
      separator += char;
    }
  }
  endWord();
  endRun();
  return changed ? joined + separator : undefined;
}
