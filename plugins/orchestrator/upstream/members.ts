const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN = 123;
const CLOSE = 125;

const isSpace = (code: number) => code === 32 || code === 10 || code === 13 || code === 9;

/** Finds the end of one JSON value that may come in several pieces. Texts have one character for each byte. */
export class ValueEnd {
  #depth = 0;
  #inText = false;
  #escaped = false;
  #scalar = false;

  /** Index behind the value in `text`, read from `from` on; -1 when it goes on in the next piece. */
  scan(text: string, from: number): number {
    // Variables are read a few times faster than members, and this sees every character that is routed.
    let depth = this.#depth;
    let inText = this.#inText;
    let escaped = this.#escaped;
    let scalar = this.#scalar;
    const { length } = text;
    for (let i = from; i < length; i++) {
      let code = text.charCodeAt(i);
      if (inText) {
        if (escaped) {
          escaped = false;
          continue;
        }
        while (code !== QUOTE && code !== BACKSLASH && ++i < length) code = text.charCodeAt(i);
        if (code === BACKSLASH) escaped = true;
        else if (code === QUOTE) {
          inText = false;
          if (depth === 0) return i + 1;
        }
      } else if (scalar) {
        if (code === COMMA || code === CLOSE || code === CLOSE_LIST || isSpace(code)) return i;
      } else if (code === QUOTE) inText = true;
      else if (code === OPEN || code === OPEN_LIST) depth++;
      else if (code === CLOSE || code === CLOSE_LIST) {
        if (--depth <= 0) return i + 1;
      } else if (depth === 0 && !isSpace(code)) scalar = true;
    }
    this.#depth = depth;
    this.#inText = inText;
    this.#escaped = escaped;
    this.#scalar = scalar;
    return -1;
  }
}

export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

export interface Members {
  /** Values by key, the last one where a key is repeated, as `JSON.parse` has it. */
  readonly spans: ReadonlyMap<string, TextSpan>;
  readonly repeated: boolean;
  /** The value that the text ends in, where it ends too early. */
  readonly open: { readonly key: string; readonly start: number; readonly end: ValueEnd } | undefined;
}

/**
 * Where the members of the JSON object that begins at `from` stand, so that a value can be passed on as it came: large
 * numbers and the order of keys do not survive being parsed and written. Undefined when it is no object.
 */
export function membersOf(text: string, from = 0): Members | undefined {
  const spans = new Map<string, TextSpan>();
  let repeated = false;
  let i = skipSpace(text, from);
  if (text.charCodeAt(i) !== OPEN) return undefined;
  i = skipSpace(text, i + 1);
  while (text.charCodeAt(i) === QUOTE) {
    const keyEnd = new ValueEnd().scan(text, i);
    if (keyEnd < 0) break;
    const key = keyOf(text.slice(i + 1, keyEnd - 1));
    i = skipSpace(text, keyEnd);
    if (key === undefined || (i < text.length && text.charCodeAt(i) !== COLON)) return undefined;
    i = skipSpace(text, i + 1);
    const start = i;
    const end = new ValueEnd();
    i = end.scan(text, i);
    if (i < 0) return { spans, repeated, open: { key, start, end } };
    repeated ||= spans.has(key);
    spans.set(key, { start, end: i });
    i = skipSpace(text, i);
    if (text.charCodeAt(i) === COMMA) i = skipSpace(text, i + 1);
  }
  return i >= text.length || text.charCodeAt(i) === CLOSE ? { spans, repeated, open: undefined } : undefined;
}

function skipSpace(text: string, from: number): number {
  let i = from;
  while (isSpace(text.charCodeAt(i))) i++;
  return i;
}

function keyOf(raw: string): string | undefined {
  if (!raw.includes('\\')) return raw;
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return undefined;
  }
}
