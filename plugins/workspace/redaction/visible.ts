import { Buffer } from 'node:buffer';

/**
 * What acts on a terminal or on the order of characters and is not seen itself: control characters but tab, line feed and
 * the return before one; bidirectional overrides and isolates; tags outside of flags; variation selectors and joiners in
 * runs that no script uses. Every repetition is bounded, so that a text of nothing else costs no more than another.
 */
const HIDDEN =
  // oxlint-disable-next-line no-control-regex -- control characters are meant
  /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]{1,256}|\r(?!\n)|(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{0,8})[\u{e0000}-\u{e007f}]|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2,64}|[\u200b-\u200d\u2060-\u2064\ufeff]{2,64}/gu;
const ESCAPE = /\\u\{([0-9a-f]{1,6})\}/g;

const ESCAPED = new Map<string, string>();

function escapeOne(character: string): string {
  let escaped = ESCAPED.get(character);
  if (escaped === undefined) ESCAPED.set(character, (escaped = `\\u{${character.codePointAt(0)!.toString(16)}}`));
  return escaped;
}

function escape(characters: string): string {
  const [first = ''] = characters;
  const count = characters.length / first.length;
  // Nearly every long run is the zeros of a hole in a file.
  if (characters === first.repeat(count)) return escapeOne(first).repeat(count);
  let text = '';
  for (const character of characters) text += escapeOne(character);
  return text;
}

/** Nearly every text is printable ASCII, which a loop tells three times as fast as an expression. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x7e || (code < 0x20 && code !== 0x0a && code !== 0x09)) return false;
  }
  return true;
}

/** A text in which nothing acts that is not seen: `\u{1b}` in place of an escape character. */
export const visible = (text: string): string => (isPlain(text) ? text : text.replace(HIDDEN, escape));

/** A name as one line of text shows it: line breaks are spelled out as well. */
export const printable = (name: string): string => visible(name).replace(/[\t\n\r\u2028\u2029]/g, escape);

/** What `printable` made of a name, turned back; other backslashes stay. */
export const asWritten = (name: string): string =>
  name.replace(ESCAPE, (whole, code: string) => {
    const point = Number.parseInt(code, 16);
    return point > 0x10ffff ? whole : String.fromCodePoint(point);
  });

const shown = (_key: string, value: unknown): unknown => (typeof value === 'string' ? visible(value) : value);

/** Bytes of a value as JSON, once what is hidden in it is made visible. */
export function wireBytes(value: unknown): number {
  const json = JSON.stringify(value);
  const bytes = Buffer.byteLength(json);
  const isAsItIs = bytes === json.length && !json.includes('\\u') && !json.includes('\\r');
  return isAsItIs ? bytes : Buffer.byteLength(JSON.stringify(value, shown));
}
