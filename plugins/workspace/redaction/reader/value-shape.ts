/** What a value looks like, whatever it is. */
export interface Shape {
  /** Its sort, from `hex` and `uuid` over `word` and `phrase` to `random`. */
  readonly sort: string;
  /** Its characters by kind, those of one kind in a row as one. */
  readonly runs: string;
  readonly digits: number;
  /** Of the four: lower case, upper case, digits, signs. */
  readonly classes: number;
}

const LOWER = /\p{Ll}/u;
const UPPER = /\p{Lu}/u;
const DIGIT = /\d/;
const LETTER = /\p{L}/u;
const SIGN = /[^\p{L}\d\s]/u;
const NAMED_SIGNS = '-_./:@=+\\';
/** Signs that people put into passwords, and names do not have. */
export const SPECIAL = /[!#$%^&*?~§+@]/;

function kindOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code > 96 && code < 123) return 'a';
  if (code > 64 && code < 91) return 'A';
  if (code > 47 && code < 58) return '0';
  if (code === 32 || code === 9) return ' ';
  if (code > 127 && LETTER.test(character)) return UPPER.test(character) ? 'A' : 'a';
  return NAMED_SIGNS.includes(character) ? character : '!';
}

function runsOf(value: string): string {
  let runs = '';
  let last = '';
  for (const character of value) {
    const kind = kindOf(character);
    if (kind !== last) runs += last = kind;
  }
  return runs;
}

export function shapeOf(value: string): Shape {
  const runs = runsOf(value);
  return {
    sort: sortOf(value, runs),
    runs,
    digits: value.replace(/\D/g, '').length,
    classes: [LOWER, UPPER, DIGIT, SIGN].filter(one => one.test(value)).length
  };
}

/** Sorts that are known by a pattern; the first that fits. */
const SORTS: readonly (readonly [sort: string, pattern: RegExp])[] = [
  ['escaped', /\\(?:u[0-9a-f]{4}|u\{|x[0-9a-f]{2}|[0-3][0-7]{2})|<U[0-9A-F]{4}>/i],
  ['literal', /^0x[0-9a-f]+[UL]*$/i],
  ['uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-/i],
  ['digits', /^[\d#*]+$/],
  ['numbers', /^[\d.,:/ +()#*-]+$/],
  ['url', /^[a-z]{2,12}:\/\//i],
  ['mail', /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i],
  ['path', /^(?!.*(?:[A-Z]\d|\d[A-Z]))[\w.-]*\/[\w./-]*$/],
  ['word', /^\p{Lu}?\p{Ll}+$/u],
  ['caps', /^\p{Lu}+$/u],
  ['constant', /^\p{Lu}+(?:[_-]\p{Lu}+)+$/u],
  ['snake', /^[\p{L}]+(?:_\p{L}+)+$/u],
  ['kebab', /^\p{L}+(?:[_-]\p{L}+)+$/u],
  ['dotted', /^\p{L}+(?:\.\p{L}+)+$/u],
  ['version', /^v?\d+\.\d+/],
  ['host', /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,5}$/]
];
/** What names, texts, numbers and addresses are like, of which files are full. */
export const PLAIN_SORTS: ReadonlySet<string> = new Set(
  (
    'word caps camel constant snake kebab dotted path url mail host numbers version literal escaped uuid sentence wordy- ' +
    'phrase2 phrase3 phrase4 phrase5 phrase6 phrase7'
  ).split(' ')
);
const DIGESTS = new Set([32, 40, 64, 128]);
const PLAIN_WORD = /^[\p{L}'’&,.-]+$/u;
const MOST_WORDS = 7;
/** Long words, capitals, numbers and signs of which a value is put together. */
const PIECES = /\p{Lu}?\p{Ll}{2,}|\p{Lu}{2,}(?!\p{Ll})|\d+|[^\p{L}\d]+|\p{L}/gu;
/** From this share of its characters on, words make a value. */
const WORDY = 0.55;

function sortOf(value: string, runs: string): string {
  if (value.length >= 12 && /^[0-9a-f]+$/i.test(value) && DIGIT.test(value))
    return DIGESTS.has(value.length) ? `hex${value.length}` : 'hex';
  const known = SORTS.find(([, pattern]) => pattern.test(value));
  if (known !== undefined) return known[0];
  if (runs.includes(' ')) {
    const words = value.split(/\s+/);
    return words.every(word => PLAIN_WORD.test(word)) ? `phrase${Math.min(words.length, MOST_WORDS)}` : 'sentence';
  }
  if (/^\p{L}+$/u.test(value)) return runs.length <= 5 ? 'camel' : 'mixed';
  const pieces = value.match(PIECES) ?? [];
  const wordy = pieces.filter(piece => piece.length >= 3 && LETTER.test(piece)).join('').length / value.length;
  const signs = SPECIAL.test(value) ? '!' : SIGN.test(value) ? '-' : '';
  if (wordy >= WORDY) return `wordy${DIGIT.test(value) ? '0' : ''}${signs}`;
  return `random${signs}${UPPER.test(value) && LOWER.test(value) ? 'M' : ''}`;
}
