import { decodeStretches } from './decode.js';
import type { Decoded } from './decode.js';
import { findHidden } from './hidden.js';
import type { Hidden } from './hidden.js';
import { brokenTokens, dropBreakers, joinLetters } from './joined.js';
import { leetTokens, unleet } from './leet.js';
import { compileSpeller } from './spelling.js';
import { lookalike } from './lookalikes.js';
import { mapCodes, type View } from './view.js';
import { rawView, wordsView } from './words.js';

/** Words that the derived views are built with; they come from the rule files. */
export interface Vocabulary {
  /** Recognised when misspelt, and when run together. */
  readonly words: readonly string[];
  /** Near one of `words` without meaning it. */
  readonly known: readonly string[];
  /** Short words that may stand between `words` when all are run together, and tell English from cipher text. */
  readonly common: readonly string[];
}

/** All ways of reading a text that are worth looking at. The first two are always `plain`. */
export interface Readings {
  readonly views: readonly View[];
  readonly hidden: Hidden;
  readonly decoded: readonly Decoded[];
  /** Letters standing alone were joined. */
  readonly split: boolean;
}

const NON_ASCII = /[^\x00-\x7f]/gu;
const ALONE = /(?:^|[^a-z])[a-z](?:[^a-z0-9]{1,4}[a-z](?![a-z])){4}/i;

/** Of this length and in this number, words do not turn up in a rotated or reversed text by chance. */
const SHORTEST_KNOWN = 3;
const FEWEST_KNOWN = 2;

/** A view whose words came from `view` by a change that keeps the offsets of its characters. */
const sameOffsets = (view: View, name: string, text: string): View => ({ ...view, name, text });

/** A view of a text that has no offsets in the original: a finding covers all of it. */
const wholly = (view: View, span: readonly [number, number]): View => ({ ...view, map: null, span });

export function rot(text: string, shift: number): string {
  return mapCodes(text, at => {
    const code = text.charCodeAt(at);
    return code >= 97 && code <= 122 ? ((code - 97 + shift) % 26) + 97 : code;
  });
}

const reversed = (text: string): string => mapCodes(text, at => text.charCodeAt(text.length - 1 - at));

/** Pig latin: a word that ends in `ay`. */
const PIG_LATIN = /^[a-z]{1,20}ay$/;

const STOP = ' ; ';

/** The sentences of a `words` view, without the mark that ends the last one. */
const sentencesOf = (text: string): string[] => text.replace(/ ;$/, '').split(STOP);

/** The sentences of `changed` that `plain` does not have, as the others are read already, and where they stand. */
function differing(plain: View, changed: string): { text: string; span: readonly [number, number] } | undefined {
  const before = sentencesOf(plain.text);
  const after = sentencesOf(changed);
  let first = 0;
  while (first < before.length && first < after.length && before[first] === after[first]) first++;
  let last = 0;
  while (last < before.length - first && last < after.length - first && before.at(-1 - last) === after.at(-1 - last))
    last++;
  const known = new Set(before);
  const fresh = after.slice(first, after.length - last).filter(sentence => !known.has(sentence));
  if (fresh.length === 0) return undefined;
  const start = before.slice(0, first).reduce((sum, sentence) => sum + sentence.length + STOP.length, 0);
  const tail = before.slice(before.length - last);
  const end = plain.text.length - tail.reduce((sum, sentence) => sum + sentence.length + STOP.length, 2);
  const from = plain.map?.[Math.min(start, plain.text.length - 1)] ?? 0;
  const to = (plain.map?.[Math.max(0, Math.min(end, plain.text.length) - 1)] ?? plain.span[1] - 1) + 1;
  return { text: `${fresh.join(STOP)} ;`, span: [Math.min(from, to), to] };
}

/** True when a letter of the text looks like a Latin one. */
const imitates = (text: string): boolean =>
  text.match(NON_ASCII)?.some(char => lookalike(char.codePointAt(0) ?? 0) !== undefined) === true;

const reversedWord = (word: string): string => [...word].reverse().join('');

/** Prepares the reading of texts. The returned function is pure and linear in the length of its text. */
export function compileReader(vocabulary: Vocabulary): (text: string) => Readings {
  const speller = compileSpeller(vocabulary.words, vocabulary.known);
  const common = new Set(vocabulary.common);
  const important = new Set(vocabulary.words);
  const parts = new Set([...vocabulary.words, ...vocabulary.common]);
  /** What the first part of an important word can be when a blank stands in it. */
  const halves = new Set(vocabulary.words.flatMap(word => Array.from(word, (_, i) => word.slice(0, i))));
  const telling = new Set([...parts].filter(part => part.length >= SHORTEST_KNOWN));
  const rotatedParts = new Set(Array.from(telling, part => rot(part, 13)));
  const reversedParts = new Set(Array.from(telling, reversedWord));
  const longer = new RegExp([...parts].filter(part => part.length > SHORTEST_KNOWN).join('|') || '(?!)', 'gi');

  /** Finds blanks in words that were run together, such as `ignoreallrules`. */
  function segment(token: string): string | undefined {
    // reach[i]: where the last part of the best split of the first i letters begins.
    const reach = new Int16Array(token.length + 1).fill(-1);
    reach[0] = 0;
    for (let end = 2; end <= token.length; end++) {
      for (let start = Math.max(0, end - 16); start <= end - 2; start++) {
        if ((reach[start] as number) >= 0 && parts.has(token.slice(start, end))) {
          reach[end] = start;
          break;
        }
      }
    }
    if ((reach[token.length] as number) < 0) return undefined;
    const words: string[] = [];
    for (let end = token.length; end > 0; end = reach[end] as number) words.unshift(token.slice(reach[end], end));
    return words.length > 1 ? words.join(' ') : undefined;
  }

  /** Joins two words that are one word that matters, such as `ig nore`. */
  function closeGaps(text: string): string {
    const tokens = text.split(' ');
    let changed = false;
    for (let i = 0; i + 1 < tokens.length; i++) {
      if (!halves.has(tokens[i] as string)) continue;
      const joined = `${tokens[i] ?? ''}${tokens[i + 1] ?? ''}`;
      if (joined.length < 6 || !important.has(joined)) continue;
      tokens.splice(i, 2, joined);
      changed = true;
    }
    return changed ? tokens.join(' ') : text;
  }

  function separate(text: string): string | undefined {
    let changed = false;
    const result = text.replace(/[a-z]{10,60}/g, token => {
      const words = segment(token);
      if (words !== undefined) changed = true;
      return words ?? token;
    });
    return changed ? result : undefined;
  }

  /** The text out of pig latin, when half of its words end as that ends them. */
  function fromPigLatin(tokens: readonly string[]): string | undefined {
    let words = 0;
    let endings = 0;
    for (const token of tokens) {
      if (token.length > 1) words++;
      if (token.endsWith('ay') && PIG_LATIN.test(token)) endings++;
    }
    if (endings < 4 || endings * 2 < words) return undefined;
    return tokens.map(token => (PIG_LATIN.test(token) ? unmoved(token.slice(0, -2)) : token)).join(' ');
  }

  /** A word whose first consonants were moved to its end: the known word among the choices, else the likeliest. */
  function unmoved(word: string): string {
    const moved = [1, 2, 3].map(n => word.slice(-n) + word.slice(0, -n));
    const choices = [...moved, word, word.replace(/[wyh]$/, '')];
    return choices.find(choice => parts.has(choice)) ?? (moved[0] as string);
  }

  /** Some words of a text are among `known`; without them, a cipher's reading of plain text is noise. */
  function speaks(tokens: readonly string[], known: ReadonlySet<string>): boolean {
    let count = 0;
    for (const token of tokens) if (known.has(token) && ++count === FEWEST_KNOWN) return true;
    return false;
  }

  const countWords = (text: string): number => text.match(longer)?.length ?? 0;

  /** Signs taken out from between letters make words. */
  const hidesWords = (text: string): boolean =>
    brokenTokens(text, token => countWords(token.replace(/\P{L}/gu, '')) > countWords(token));

  /** Figures and signs read as letters make words. */
  const speaksLeet = (text: string): boolean =>
    leetTokens(text, token => telling.has(unleet(token, 'i')) || telling.has(unleet(token, 'l')));

  /** The shift of a Caesar cipher, when the words make no sense as they are and make some when shifted. */
  function shiftOf(text: string): number {
    const words = text.split(' ', 40).filter(word => /^[a-z]{2,}$/.test(word));
    if (words.length < 3 || words.filter(word => common.has(word)).length * 8 > words.length) return 0;
    let best = 0;
    let most = 1;
    for (let shift = 1; shift < 26; shift++) {
      if (shift === 13) continue;
      const hits = words.filter(word => parts.has(rot(word, shift))).length;
      if (hits > most) {
        most = hits;
        best = shift;
      }
    }
    return best;
  }

  return text => {
    const hidden = findHidden(text);
    const plain = wordsView(text, 'plain');
    const views: View[] = [plain, rawView(text, 'plain')];

    if (imitates(text)) {
      const imitation = wordsView(text, 'lookalike', { lookalike: true });
      if (imitation.text !== plain.text) views.push(imitation);
    }
    if (speaksLeet(text)) {
      views.push(wordsView(text, 'leet', { leet: 'i', lookalike: true }));
      if (text.includes('1')) views.push(wordsView(text, 'leet', { leet: 'l', lookalike: true }));
    }
    let split = false;
    const addChanged = (name: string, changed: string): void => {
      const difference = differing(plain, changed);
      if (difference !== undefined) views.push(wholly({ ...plain, name, text: difference.text }, difference.span));
    };
    const addJoined = (joined: string | undefined): void => {
      if (joined === undefined) return;
      const view = wordsView(joined, 'joined', { lookalike: true });
      addChanged('joined', separate(view.text) ?? view.text);
    };
    if (hidesWords(text)) addJoined(dropBreakers(text));
    if (ALONE.test(text)) {
      const joined = joinLetters(text);
      split = joined !== undefined;
      addJoined(joined);
    }
    const separated = closeGaps(separate(plain.text) ?? plain.text);
    if (separated !== plain.text) addChanged('joined', separated);
    const corrected = speller.correct(plain.text);
    if (corrected !== undefined) addChanged('spelling', corrected);
    const tokens = plain.text.split(' ');
    if (speaks(tokens, rotatedParts)) views.push(sameOffsets(plain, 'rot13', rot(plain.text, 13)));
    const shift = shiftOf(plain.text);
    if (shift > 0) views.push(sameOffsets(plain, 'caesar', rot(plain.text, shift)));
    const unpigged = fromPigLatin(tokens);
    if (unpigged !== undefined) addChanged('piglatin', unpigged);
    if (speaks(tokens, reversedParts)) {
      const backwards = reversed(plain.text);
      const map = plain.map === null ? null : plain.map.slice().reverse();
      views.push({ ...plain, name: 'reversed', text: backwards, map });
    }

    const decoded = [...hidden.payloads, ...decodeStretches(text)];
    for (const { encoding, text: inner, span } of decoded) {
      views.push(wholly(wordsView(inner, encoding, { lookalike: true }), span), wholly(rawView(inner, encoding), span));
    }
    return { views, hidden, decoded, split };
  };
}
