import type { Model } from '../learn/index.js';
import type { Readings } from '../text/views.js';
import { placeIn, type View } from '../text/view.js';
import type { Channel } from './injection-rules.js';
import type { WORDINGS } from './training.js';

export type WordingName = (typeof WORDINGS)[number];

export const wordingOf = (channel: Channel): WordingName => (channel === 'message' ? 'message' : 'content');

/** What was learned from labelled texts. */
export type Wordings = (name: WordingName) => Model;

/** Readings that make words of anything. */
const GUESSED: ReadonlySet<string> = new Set(['rot13', 'caesar', 'reversed', 'piglatin']);
/** Marks between sentences and colons are words to the learner: how a text begins is telling. */
const STOP_WORD = ' xs';
const COLON_WORD = ' xc';
/** Signs of markup and of turns, which are words to the learner of messages. */
const SIGNS =
  /<[|/!]?[a-z_|-]{0,14}|\{\{|\}\}|\[\/{0,2}|```|#{2,9}|={3,9}|-{3,9}|["'][a-z_]{1,20}["'] ?:|^\w{1,20} ?:/gim;
const MOST_SIGNS = 40;
const SIGN_LETTERS: Readonly<Record<string, string>> = {
  '<': 'lt',
  '/': 'sl',
  '|': 'ba',
  '!': 'ex',
  '{': 'bo',
  '}': 'bc',
  '[': 'so',
  '`': 'bt',
  '#': 'ha',
  '=': 'eq',
  '-': 'da',
  ':': 'co'
};

const marked = (text: string): string => text.replaceAll(' ;', STOP_WORD).replaceAll(' :', COLON_WORD);

function signsIn(text: string): string {
  let signs = '';
  let count = 0;
  for (const [sign] of text.matchAll(SIGNS)) {
    if (++count > MOST_SIGNS) break;
    signs += ` xt${sign.toLowerCase().replace(/[^a-z]/g, char => SIGN_LETTERS[char] ?? '')}`;
  }
  return signs;
}

const telling = ({ views }: Readings): readonly View[] =>
  views.filter(({ form, name }) => form === 'words' && !GUESSED.has(name));

/** What is learned from, and judged, of a text: its readings one after the other. */
export function wordingText(text: string, readings: Readings, name: WordingName): string {
  const words = `xs ${marked(
    telling(readings)
      .map(view => view.text)
      .join('\n')
  )}`;
  return name === 'message' ? words + signsIn(text) : words;
}

const MOST_DECODED = 1000;

/** The same of a stretch of a long text: as it stands, and what other readings found there. */
export function wordingAround(readings: Readings, start: number, end: number): string {
  const [plain, ...others] = telling(readings);
  if (plain === undefined) return '';
  const parts = [plain.text.slice(placeAfter(plain, start), placeAfter(plain, end))];
  for (const view of others) {
    const [from, to] = view.map === null ? view.span : [0, -1];
    if (from < end && to > start) parts.push(view.text.slice(0, MOST_DECODED));
  }
  return `xs ${marked(parts.join('\n'))}`;
}

/** The first place in a view of what stands at `offset` of the original or later. */
function placeAfter({ map, text }: View, offset: number): number {
  if (map === null) return 0;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (map[middle]! < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How much more a wording is an attack's than not: the logarithm of the odds. */
export const scoreOf = (model: Model, text: string): number => model.odds('attack', text);

/**
 * The highest score of the whole text and of a few sentences in a row, so that a long harmless text hides nothing.
 * @param words that a few sentences have at most; 0 for the whole text alone
 */
export function scoreOfText(
  model: Model,
  text: string,
  readings: Readings,
  { name, words }: { readonly name: WordingName; readonly words: number }
): number {
  let score = scoreOf(model, wordingText(text, readings, name));
  const plain = readings.views[0]?.text ?? '';
  if (words === 0 || plain.length < SHORTEST_PARTED) return score;
  const sentences = plain.split(STOP);
  if (sentences.length === 1) return score;
  const step = plain.length > LONGEST_OVERLAPPED;
  for (let first = 0; first < sentences.length;) {
    let some = '';
    let count = 0;
    let next = first;
    for (; next < sentences.length; next++) {
      const length = wordsIn(sentences[next]!);
      if (next > first && count + length > words) break;
      count += length;
      some += `${sentences[next]!} xs `;
    }
    score = Math.max(score, scoreOf(model, `xs ${marked(some)}`));
    if (next === sentences.length) break;
    first = step ? next : first + 1;
  }
  return score;
}

/** A text of fewer characters says the same as its parts. */
const SHORTEST_PARTED = 60;
/** In longer texts the parts do not overlap. */
const LONGEST_OVERLAPPED = 800;

function wordsIn(sentence: string): number {
  let count = 1;
  for (let at = sentence.indexOf(' '); at >= 0; at = sentence.indexOf(' ', at + 1)) count++;
  return count;
}

const STOP = ' ; ';
const MOST_SENTENCES = 60;

/** The sentence of the original whose wording is most an attack's. */
export function loudestSentence(
  model: Model,
  readings: Readings,
  within: readonly [number, number]
): readonly [number, number] {
  let loudest = -Infinity;
  let span = within;
  for (const view of telling(readings)) {
    const from = placeAfter(view, within[0]);
    const to = view.map === null ? view.text.length : placeAfter(view, within[1]);
    let start = from;
    for (const sentence of view.text.slice(from, to).split(STOP).slice(0, MOST_SENTENCES)) {
      const end = start + sentence.length;
      const score = sentence.length < 4 ? -Infinity : scoreOf(model, `xs ${marked(sentence)} xs`);
      if (score > loudest) [loudest, span] = [score, placeIn(view, start, end)];
      start = end + STOP.length;
    }
  }
  return span;
}
