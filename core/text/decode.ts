/** A stretch of a text that says something else once decoded. */
export interface Decoded {
  /** The encoding: `base64`, `base32`, `hex`, `binary`, `decimal`, `escaped`, `entities`, `markup`, `morse`, `tags`, `selectors`,
   * `zero_width`. */
  readonly encoding: string;
  readonly text: string;
  /** Where it stands in the original. */
  readonly span: readonly [number, number];
}

const MOST_STRETCHES = 12;

/** True for text a person could have written: printable, and mostly letters and blanks. */
function isProse(text: string): boolean {
  if (text.length < 6) return false;
  let letters = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code === 0xfffd || (code < 32 && code !== 10 && code !== 13 && code !== 9) || code === 127) return false;
    if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 32 || code > 0xbf) letters++;
  }
  return letters >= text.length * 0.75;
}

const utf8 = (bytes: readonly number[]): string => Buffer.from(bytes).toString('utf8');

function base32(text: string): string {
  const bytes: number[] = [];
  let buffer = 0;
  let bits = 0;
  for (const char of text.replaceAll('=', '')) {
    const value = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char);
    buffer = ((buffer << 5) | value) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((buffer >> bits) & 0xff);
    }
  }
  return utf8(bytes);
}

const MORSE = new Map(
  (
    '.- a|-... b|-.-. c|-.. d|. e|..-. f|--. g|.... h|.. i|.--- j|-.- k|.-.. l|-- m|-. n|--- o|.--. p|--.- q|.-. r|... s|' +
    '- t|..- u|...- v|.-- w|-..- x|-.-- y|--.. z|----- 0|.---- 1|..--- 2|...-- 3|....- 4|..... 5|-.... 6|--... 7|---.. 8|----. 9|/  '
  )
    .split('|')
    .map(pair => [pair.slice(0, pair.indexOf(' ')), pair.slice(pair.indexOf(' ') + 1)] as const)
);

const morse = (text: string): string =>
  text
    .replace(/\//g, ' / ')
    .split(/ {1,4}|\n/)
    .map(sign => MORSE.get(sign) ?? '')
    .join('');

const digits = (text: string, size: number, radix: number): string =>
  utf8((text.match(new RegExp(`[0-9a-f]{${size}}`, 'gi')) ?? []).map(group => parseInt(group, radix)));

interface Decoder {
  readonly encoding: string;
  readonly find: RegExp;
  /** What follows the beginning that `find` finds: a long run of one class takes an expression memory for each character. */
  readonly beyond?: { readonly run: RegExp; readonly end: RegExp };
  readonly decode: (match: string) => string;
}

// The runs are of one class each, so that every search is linear.
const DECODERS: readonly Decoder[] = [
  {
    encoding: 'base64',
    find: /[A-Za-z0-9+/_-]{14}/g,
    beyond: { run: /[^A-Za-z0-9+/_-]/g, end: /={0,2}/y },
    decode: match => Buffer.from(match, 'base64').toString('utf8')
  },
  { encoding: 'base32', find: /\b[A-Z2-7]{16,}={0,6}/g, decode: base32 },
  {
    encoding: 'hex',
    find: /(?:\b|x)[0-9a-f]{2}(?:[ :,-]?(?:0x)?[0-9a-f]{2}){5,}/gi,
    decode: match => digits(match.replace(/0x|^x/gi, ''), 2, 16)
  },
  { encoding: 'binary', find: /\b[01]{8}(?:[ ,]?[01]{8}){3,}/g, decode: match => digits(match, 8, 2) },
  {
    encoding: 'decimal',
    find: /\b\d{2,3}(?:[ ,]{1,2}\d{2,3}){6,}/g,
    decode: match => {
      const codes = (match.match(/\d+/g) ?? []).map(Number);
      return codes.every(code => code >= 32 && code < 127) ? utf8(codes) : '';
    }
  },
  { encoding: 'morse', find: /[.-]{1,5}(?:[ /\n]{1,3}[.-]{1,5}){5,}/g, decode: morse }
];

const ESCAPE = /\\x([0-9a-f]{2})|\\u\{?([0-9a-f]{4,5})\}?|%([0-9a-f]{2})|&#x([0-9a-f]{2,5});|&#(\d{2,6});/gi;
/** So many letters are written so on purpose; fewer are undone and tell nothing. */
const FEWEST_ESCAPES = 6;
/** What stands beside escapes is read with them, up to so many characters. */
const AROUND = 300;

/** Undoes `\x41`, `\u0041`, `%41`, `&#x41;` and `&#65;` where letters are written so; links keep theirs. */
function unescape(text: string): Decoded | undefined {
  let letters = 0;
  let named = 0;
  const places = Array.from(text.matchAll(ESCAPE), match => [match.index, match.index + match[0].length] as const);
  if (places.length === 0) return undefined;
  const span = [places[0]![0], places.at(-1)![1]] as const;
  const stretch = text.slice(Math.max(0, span[0] - AROUND), span[1] + AROUND);
  const decoded = stretch.replace(ESCAPE, (match: string, ...groups: (string | number | undefined)[]) => {
    const [x, u, percent, entityHex, entity] = groups as (string | undefined)[];
    const hex = x ?? u ?? percent ?? entityHex;
    const code = hex === undefined ? Number(entity) : parseInt(hex, 16);
    if (code > 0x10ffff) return match;
    if ((code >= 65 && code <= 90) || (code >= 97 && code <= 122)) {
      letters++;
      if (percent === undefined) named++;
    }
    return String.fromCodePoint(code);
  });
  if (letters < FEWEST_ESCAPES && named === 0) return undefined;
  return { encoding: letters < FEWEST_ESCAPES ? 'entities' : 'escaped', text: decoded, span };
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' };

/** Undoes the named entities of markup that was written so that it shows. */
function unescapeMarkup(text: string): Decoded | undefined {
  if (!text.includes('&lt;')) return undefined;
  const decoded = text.replace(/&(lt|gt|amp|quot|apos|nbsp);/g, (_, name: string) => ENTITIES[name] ?? ' ');
  return { encoding: 'markup', text: decoded, span: [0, text.length] };
}

/** Where the next stretch that a decoder takes stands, from `from` on. */
function nextStretch(text: string, { find, beyond }: Decoder, from: number): readonly [number, number] | undefined {
  find.lastIndex = from;
  const match = find.exec(text);
  if (match === null) return undefined;
  const { index } = match;
  if (beyond === undefined) return [index, find.lastIndex];
  const { run, end } = beyond;
  run.lastIndex = find.lastIndex;
  end.lastIndex = run.exec(text)?.index ?? text.length;
  end.exec(text);
  return [index, end.lastIndex];
}

/** All stretches of `text` that decode to prose; a stretch may itself hold one more layer. */
export function decodeStretches(text: string, depth = 0): Decoded[] {
  const found: Decoded[] = [];
  for (const decoder of DECODERS) {
    const { encoding, decode } = decoder;
    for (let span = nextStretch(text, decoder, 0); span !== undefined; span = nextStretch(text, decoder, span[1])) {
      if (found.length >= MOST_STRETCHES) return found;
      const plain = decode(text.slice(...span));
      if (!isProse(plain)) continue;
      found.push({ encoding, text: plain, span });
      if (depth < 2) found.push(...decodeStretches(plain, depth + 1).map(inner => ({ ...inner, span })));
    }
  }
  const escaped = text.includes('\\') || text.includes('%') || text.includes('&#') ? unescape(text) : undefined;
  if (escaped !== undefined) {
    found.push(escaped);
    if (depth < 2)
      found.push(...decodeStretches(escaped.text, depth + 1).map(inner => ({ ...inner, span: escaped.span })));
  }
  const markup = depth === 0 ? unescapeMarkup(text) : undefined;
  if (markup !== undefined) found.push(markup);
  return found;
}
