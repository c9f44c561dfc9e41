import type { MentionSource } from './injection-rules.js';

const FENCE = '```';
const OPENING = /["“„«'‘`<([|]/;
const QUOTED = /["“”„«»'‘’`|]/;
const FARTHEST_QUOTE = 80;

/**
 * Tells whether a stretch of a file is spoken of and not said: it is quoted or stands in code, and words such as
 * "attack" are near. Anybody can write so, therefore it excuses no message and no answer of a tool.
 */
export function compileMention({ near, words }: MentionSource): (text: string, start: number, end: number) => boolean {
  const telling = new RegExp(`\\b(?:${words.join('|')})\\b`, 'i');
  return (text, start, end) => {
    if (!isQuoted(text, start, end)) return false;
    return telling.test(text.slice(Math.max(0, start - near), start) + ' ' + text.slice(end, end + near));
  };
}

/** Between quotation marks on its line, in a cell of a table, or in a fenced block. */
function isQuoted(text: string, start: number, end: number): boolean {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end) < 0 ? text.length : text.indexOf('\n', end);
  const before = text.slice(Math.max(lineStart, start - FARTHEST_QUOTE), start);
  const after = text.slice(end, Math.min(lineEnd, end + FARTHEST_QUOTE));
  const inside = text.slice(start, end);
  if (OPENING.test(before + inside.slice(0, 1)) && QUOTED.test(inside.slice(-1) + after)) return true;
  return before.trim() === '' || lineStart === start ? text.slice(0, start).split(FENCE).length % 2 === 0 : false;
}
