import { fold } from './fold.js';
import { LEET } from './leet.js';
import { lookalike } from './lookalikes.js';
import { Sink, type View } from './view.js';

const enum Gap {
  none,
  space,
  colon,
  sentence
}

const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127 || (code >= 65 && code <= 90);

const DASH = 45;
/** Signs before the first word of a line that tell of what kind it is: a comment, an item, a heading, a quotation. */
const LINE_MARKS: ReadonlySet<number> = new Set(Array.from('#/*-<>|%', sign => sign.charCodeAt(0)));
const FARTHEST_WORD = 24;

/** The first sign of a line if it is such a mark, and whether the line's first word begins with a small letter. */
function markOf(text: string, start: number): { readonly mark: number; readonly small: boolean } {
  let mark = 0;
  for (let at = start; at < text.length && at < start + FARTHEST_WORD; at++) {
    const code = text.charCodeAt(at);
    if (code === 32 || code === 9) continue;
    if (!LINE_MARKS.has(code)) return { mark, small: code >= 97 && code <= 122 };
    if (mark === 0) mark = code;
  }
  return { mark, small: false };
}

export interface WordOptions {
  readonly lookalike?: boolean;
  /** What `1` stands for when figures are read as letters. */
  readonly leet?: 'i' | 'l';
}

/** Reads `text` as words. Linear; `sink` is reused between calls, so views must be taken before the next call. */
function readWords(text: string, options: WordOptions, sink: Sink): void {
  sink.length = 0;
  let gap: Gap = Gap.none as Gap;
  let url = false;
  let lineStart = 0;
  let wordsInLine = 0;
  const one = options.leet === 'l' ? 108 : 105;
  const leet = options.leet !== undefined;

  const emit = (code: number, offset: number): void => {
    if (gap !== Gap.none) {
      if (sink.length > 0) {
        // What separates words belongs to the word before, so that no finding reaches into the next one.
        const before = sink.lastOffset();
        sink.push(32, before);
        if (gap !== Gap.space) {
          sink.push(gap === Gap.sentence ? 59 : 58, before);
          sink.push(32, before);
        }
      }
      gap = Gap.none;
      url = false;
      wordsInLine++;
    }
    sink.push(code, offset);
  };
  const widen = (to: Gap): void => {
    if (to > gap) gap = to;
  };

  const step = (code: number, i: number, size: number): void => {
    if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) {
      if (leet && code < 97) emit(code === 49 ? one : (LEET.get(code) ?? code), i);
      else emit(code, i);
      return;
    }
    if (code >= 65 && code <= 90) return emit(code + 32, i);
    if (code > 127) return emit(code, i);
    const next = i + size < text.length ? text.charCodeAt(i + size) : 32;
    switch (code) {
      case 10: {
        // A line goes on with a small letter under the same mark; before anything else, a short one ends a thought.
        const length = i - lineStart;
        const mark = markOf(text, lineStart);
        const below = markOf(text, i + 1);
        const goesOn = below.mark === mark.mark && below.mark !== DASH && below.small;
        const short = length < 50 && !goesOn && (wordsInLine > 3 || (next >= 65 && next <= 90));
        widen(length === 0 || next === 10 || short || below.mark !== mark.mark ? Gap.sentence : Gap.space);
        lineStart = i + 1;
        wordsInLine = 0;
        return;
      }
      case 39: {
        // don't → dont, but l'ordre → l ordre.
        if (gap !== Gap.none || !isWord(next)) return widen(Gap.space);
        const after = i + 2 < text.length ? text.charCodeAt(i + 2) | 32 : 32;
        const ended = !isWord(after);
        const low = next | 32;
        if ((ended && (low === 116 || low === 115 || low === 109 || low === 100)) || after === 101 || after === 108)
          return;
        return widen(Gap.space);
      }
      case 46:
        // A stop before a word and after a blank belongs to the word, as in .env.
        if (gap !== Gap.none && isWord(next)) return;
        if (gap === Gap.none && sink.length > 0 && isWord(next) && (url || next > 96 || next < 58 || next > 127)) {
          if (next < 128) return emit(46, i);
        }
        return widen(Gap.sentence);
      case 58:
        if (gap === Gap.none && next === 47 && text.charCodeAt(i + size + 1) === 47) {
          emit(58, i);
          url = true;
          return;
        }
        return widen(Gap.colon);
      case 47:
        return url ? emit(47, i) : widen(Gap.space);
      case 64:
        if (leet && isWord(next)) return emit(97, i);
        return gap === Gap.none && sink.length > 0 && isWord(next) ? emit(64, i) : widen(Gap.space);
      case 36:
        return leet && isWord(next) ? emit(115, i) : widen(Gap.space);
      case 33:
        if (leet && isWord(next) && gap === Gap.none) return emit(105, i);
        return widen(Gap.sentence);
      case 63:
      case 59:
      case 124:
        return widen(Gap.sentence);
      default:
        return widen(Gap.space);
    }
  };

  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 128) {
      step(code, i, 1);
      continue;
    }
    const cp = text.codePointAt(i) ?? code;
    const size = cp > 0xffff ? 2 : 1;
    const letter = options.lookalike === true ? lookalike(cp) : undefined;
    const form = letter ?? fold(cp);
    for (let k = 0; k < form.length; k++) step(form.charCodeAt(k), i, size);
    i += size - 1;
  }
  // Every text ends as a sentence does, so that patterns need not know the end of a text.
  if (sink.length > 0) {
    const end = sink.lastOffset();
    sink.push(32, end);
    sink.push(59, end);
  }
}

/** Keeps punctuation; runs of blanks become one space, line ends one line end without blanks around it. */
function readRaw(text: string, sink: Sink): void {
  sink.length = 0;
  let blank = 0;
  const emit = (code: number, i: number): void => {
    if (code === 10 || code === 13) blank = 10;
    else if (code === 32 || code === 9 || code === 11 || code === 12) blank ||= 32;
    else {
      if (blank !== 0 && sink.length > 0) sink.push(blank, i);
      blank = 0;
      sink.push(code >= 65 && code <= 90 ? code + 32 : code, i);
    }
  };
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 128) {
      emit(code, i);
      continue;
    }
    const cp = text.codePointAt(i) ?? code;
    const form = fold(cp);
    for (let k = 0; k < form.length; k++) emit(form.charCodeAt(k), i);
    if (cp > 0xffff) i++;
  }
}

const sink = new Sink();

/** The `words` view of `text`. */
export function wordsView(text: string, name: string, options: WordOptions = {}): View {
  readWords(text, options, sink);
  return { name, form: 'words', text: sink.text(), map: sink.map(), span: [0, text.length] };
}

/** The `raw` view of `text`. */
export function rawView(text: string, name: string): View {
  readRaw(text, sink);
  return { name, form: 'raw', text: sink.text(), map: sink.map(), span: [0, text.length] };
}
