import { isInvisible, isStackingMark } from './fold.js';
import { lookalike } from './lookalikes.js';
import type { Decoded } from './decode.js';

/** What a text hides from a reader, counted. */
export interface Hidden {
  /** TAG characters outside an emoji flag. */
  tag_characters: number;
  /** Variation selectors in runs that no glyph needs. */
  selector_run: number;
  /** Zero-width characters in runs that no script needs. */
  zero_width_run: number;
  /** Invisible characters between two ASCII letters. */
  invisible_in_word: number;
  /** Direction overrides and embeddings beside ASCII letters. */
  bidi_override: number;
  /** Words of ASCII letters with lookalikes of another script among them. */
  mixed_word: number;
  /** Marks stacked on ASCII letters beyond what any language does. */
  stacked_marks: number;
  readonly payloads: readonly Decoded[];
  /** From the first to the last of them. */
  span: readonly [number, number];
}

const isAsciiLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122 && code < 128;
const isTag = (cp: number): boolean => cp >= 0xe0020 && cp <= 0xe007e;
const selectorByte = (cp: number): number =>
  cp >= 0xfe00 && cp <= 0xfe0f ? cp - 0xfe00 : cp >= 0xe0100 && cp <= 0xe01ef ? cp - 0xe0100 + 16 : -1;

/** Characters without width that stand for bits when there are two sorts of them. */
const isZeroWidth = (cp: number): boolean =>
  (cp >= 0x200b && cp <= 0x200d) || (cp >= 0x2060 && cp <= 0x2064) || cp === 0xfeff;
const SHORTEST_RUN = 16;

/** What a run of two sorts of characters says as bits, whichever of them is 1; undefined where that is no text. */
function bitsIn(run: string): string | undefined {
  const sorts = [...new Set(run)];
  if (sorts.length !== 2) return undefined;
  return sorts.map(one => fromBits(Array.from(run, char => (char === one ? '1' : '0')).join(''))).find(isPrintable);
}

const fromBits = (bits: string): string =>
  Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => parseInt(byte, 2))).toString('utf8');

const isPrintable = (text: string): boolean => text !== '' && !/[\p{Cc}\p{Cn}\ufffd]/u.test(text);

const FLAG = 0x1f3f4;
/** A letter of its own in Turkish, though it looks like another one. */
const TURKISH_DOTLESS_I = 0x131;
const NOTHING: Hidden = {
  tag_characters: 0,
  selector_run: 0,
  zero_width_run: 0,
  invisible_in_word: 0,
  bidi_override: 0,
  mixed_word: 0,
  stacked_marks: 0,
  payloads: [],
  span: [0, 0]
};

/** Reads the characters that do not show. Linear; for ASCII text there is nothing to do. */
export function findHidden(text: string): Hidden {
  // eslint-disable-next-line no-control-regex
  if (/^[\x00-\x7f]*$/.test(text)) return NOTHING;
  const payloads: Decoded[] = [];
  const found: Hidden = { ...NOTHING, payloads };
  let tags = '';
  let bytes: number[] = [];
  let run = '';
  let start = 0;
  let flag = false;
  let ascii = false;
  let first = -1;
  let last = 0;
  const mark = (at: number, end: number): void => {
    if (first < 0) first = at;
    last = end;
  };
  let hiddenSince = 0;
  let letters = 0;
  let foreign = 0;

  const flush = (end: number): void => {
    if (tags !== '') {
      // An emoji flag is a black flag and at most six tags (two or three letters of a region, then a stop).
      if (!(flag && tags.length <= 6)) {
        found.tag_characters += tags.length;
        payloads.push({ encoding: 'tags', text: tags, span: [start, end] });
      }
      tags = '';
    }
    if (bytes.length > 3) {
      found.selector_run += bytes.length;
      payloads.push({ encoding: 'selectors', text: Buffer.from(bytes).toString('utf8'), span: [start, end] });
    }
    bytes = [];
    if (run.length >= SHORTEST_RUN) {
      found.zero_width_run += run.length;
      const text = bitsIn(run);
      if (text !== undefined) payloads.push({ encoding: 'zero_width', text, span: [start, end] });
    }
    run = '';
  };
  const endWord = (): void => {
    if (letters > 0 && foreign > 0) found.mixed_word++;
    letters = 0;
    foreign = 0;
  };

  for (let i = 0; i < text.length; i++) {
    const at = i;
    const cp = text.codePointAt(i) ?? 0;
    if (cp > 0xffff) i++;
    if (isTag(cp)) {
      if (tags === '') {
        flush(at);
        start = at;
      }
      mark(at, i + 1);
      tags += String.fromCharCode(cp - 0xe0000);
      continue;
    }
    const byte = selectorByte(cp);
    if (byte >= 0) {
      if (bytes.length === 0) {
        flush(at);
        start = at;
      }
      bytes.push(byte);
      if (ascii) hiddenSince++;
      mark(at, i + 1);
      continue;
    }
    if (isZeroWidth(cp)) {
      if (run === '') {
        flush(at);
        start = at;
      }
      run += String.fromCharCode(cp);
    } else if (tags !== '' || bytes.length > 0 || run !== '') {
      flush(at);
      flag = false;
    }
    if (cp === FLAG) flag = true;
    if (isInvisible(cp)) {
      if (cp >= 0x202a && cp <= 0x202e && (ascii || isAsciiLetter(text.charCodeAt(i + 1)) || text[i + 1] === '.'))
        found.bidi_override++;
      if (ascii) hiddenSince++;
      mark(at, i + 1);
      continue;
    }
    if (isStackingMark(cp)) {
      if (ascii) {
        found.stacked_marks++;
        mark(at, i + 1);
      }
      continue;
    }
    const letter = isAsciiLetter(cp);
    if (letter) {
      if (ascii) found.invisible_in_word += hiddenSince;
      letters++;
    } else if (cp > 127 && cp !== TURKISH_DOTLESS_I && lookalike(cp) !== undefined) {
      foreign++;
      if (letters > 0) mark(at, i + 1);
    } else endWord();
    ascii = letter;
    hiddenSince = 0;
  }
  flush(text.length);
  endWord();
  found.span = first < 0 ? [0, text.length] : [first, last];
  return found;
}
