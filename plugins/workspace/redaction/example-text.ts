import type { ExampleSource } from './redaction-rules.js';

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const ALPHABETS: Readonly<Record<string, string>> = {
  lower: LOWER,
  upper: LOWER.toUpperCase(),
  digits: DIGITS,
  hex: `${DIGITS}abcdef`,
  base32: `${LOWER.toUpperCase()}234567`,
  alnum: LOWER + LOWER.toUpperCase() + DIGITS,
  low36: LOWER + DIGITS,
  base64: `${LOWER}${LOWER.toUpperCase()}${DIGITS}+/`,
  url: `${LOWER}${LOWER.toUpperCase()}${DIGITS}_-`
};

export interface Example {
  readonly text: string;
  readonly path: string | undefined;
  /** What has to be hidden, by its place. */
  readonly spans: readonly { readonly start: number; readonly end: number }[];
}

/**
 * The text of an example. Values are made here, so that no file holds anything that looks like a credential: `<hex:32>` is
 * 32 hexadecimal digits (also lower, upper, digits, base32, alnum, low36, base64, url), the same ones every time.
 * `«…»` marks what has to be hidden.
 */
export function exampleText(source: ExampleSource): Example {
  const { text, path } = typeof source === 'string' ? { text: source, path: undefined } : source;
  let seed = 17;
  const made = text.replace(/<([a-z0-9]{3,6}):(\d{1,4})>/g, (whole, name: string, length: string) => {
    const alphabet = ALPHABETS[name];
    if (alphabet === undefined) return whole;
    return Array.from({ length: Number(length) }, () => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return alphabet[(seed >>> 8) % alphabet.length];
    }).join('');
  });
  const spans: { start: number; end: number }[] = [];
  let plain = '';
  for (const part of made.split(/(«[^»]*»)/)) {
    const marked = part.startsWith('«');
    if (marked) spans.push({ start: plain.length, end: plain.length + part.length - 2 });
    plain += marked ? part.slice(1, -1) : part;
  }
  return { text: plain, path, spans };
}
