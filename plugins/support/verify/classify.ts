import { announced, isPast } from './forms.js';
import { singleWords, type Phrase, type Vocabulary } from './vocabulary.js';
import type { Entry, Kinds, Word } from './words.js';

/** Finds the meaning of each word, and which words belong to a phrase. */
export function classify(
  words: readonly Word[],
  soft: boolean,
  v: Vocabulary
): { kind: Kinds; phrased: readonly boolean[] } {
  const kind: (Entry | 'silent' | undefined)[] = new Array(words.length).fill(undefined);
  const done: boolean[] = new Array(words.length).fill(false);
  const phrased: boolean[] = new Array(words.length).fill(false);
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (!word || done[i]) continue;
    const phrase = longest(v.phrases.get(word.stem), i, words, done, v);
    const quiet = v.silent.get(word.stem)?.find(stems => fits(stems, i, words, done));
    if (v.colours(word.lower) && (phrase?.places.length ?? 1) === 1) kind[i] = 'silent';
    else if (quiet && quiet.length >= (phrase?.places.length ?? 0)) {
      for (let k = 0; k < quiet.length; k++) {
        done[i + k] = true;
        phrased[i + k] = true;
        kind[i + k] = 'silent';
      }
    } else if (phrase) {
      for (const place of phrase.places) {
        done[place] = true;
        phrased[place] = phrase.places.length > 1;
      }
      kind[i] = {
        listed: true,
        length: phrase.gapped ? 1 : phrase.places.length,
        last: phrase.gapped ? phrase.places.at(-1) : undefined,
        readings: phrase.phrases.map(p => ({ concept: p.meaning, negative: p.negative, state: p.state })),
        by: phrase.phrases.find(p => p.by)?.by
      };
    } else kind[i] = unlisted(i, words, soft, v);
  }
  return { kind, phrased };
}

/** What one word says by itself. */
export function alone(at: number, words: readonly Word[], soft: boolean, v: Vocabulary): Entry | 'silent' {
  const word = words[at]!;
  const known = singleWords(word.stem, v).filter(({ stems }) => same(word, stems[0]!));
  if (known.length === 0 || v.colours(word.lower)) return unlisted(at, words, soft, v);
  return { length: 1, readings: known.map(p => ({ concept: p.meaning, negative: p.negative, state: p.state })) };
}

function unlisted(at: number, words: readonly Word[], soft: boolean, v: Vocabulary): Entry | 'silent' {
  const word = words[at]!;
  if (v.colours(word.lower) || v.cues.has(word.lower) || v.glue.has(word.lower) || v.glue.has(word.stem))
    return 'silent';
  const orders = at === words.length - 1 || (at === 0 && words[1]?.opens === true);
  if (orders && v.grammar.closing.has(word.lower)) return 'silent';
  if (!soft && needless(word, at, words, soft, v)) return 'silent';
  return able(word, v) ?? { length: 1, readings: plain(word, v) };
}

/** Whether a word needs no evidence where it stands: in a rule, or (`soft` false) beside the fields of a record. */
export function needless({ stem }: Word, at: number, words: readonly Word[], soft: boolean, v: Vocabulary): boolean {
  if (soft) return v.soft.has(stem);
  return (v.soft.has(stem) || v.linking.has(stem)) && !announced(at, words, v);
}

function able({ lower }: Word, v: Vocabulary): Entry | undefined {
  const [, prefix, verb] = /^(un|non|in)?(.{3,12})able$/.exec(lower) ?? [];
  const known = verb === undefined ? [] : singleWords(v.stem(verb), v);
  const turned = prefix !== undefined;
  const readings = known.map(({ meaning, negative }) => ({
    concept: meaning,
    negative: negative !== turned,
    state: false
  }));
  return readings.length > 0 ? { length: 1, able: true, readings } : undefined;
}

/** "unworn" is "worn", negated; a prefixed word of the vocabulary keeps its own reading. */
function plain(word: Word, v: Vocabulary): Entry['readings'] {
  for (const prefix of v.prefixes) {
    if (!word.lower.startsWith(prefix) || word.lower.length < prefix.length + 4 || v.unprefixed.has(word.stem))
      continue;
    const rest = v.stem(word.lower.slice(prefix.length));
    const known = singleWords(rest, v);
    return [
      { concept: rest, negative: true, state: false },
      ...known.map(p => ({ concept: p.meaning, negative: !p.negative, state: false }))
    ];
  }
  return [{ concept: word.stem, negative: false, state: false }, ...verbOf(word, v)];
}

/** "Inspection" is also "inspect", and what that means. */
function verbOf({ lower }: Word, v: Vocabulary): Entry['readings'] {
  const suffix = v.nounSuffixes.find(each => lower.endsWith(each) && lower.length > each.length + 3);
  if (suffix === undefined) return [];
  const verb = v.stem(lower.slice(0, -suffix.length));
  const known = singleWords(verb, v);
  const plainly = { concept: verb, negative: false, state: false };
  return [plainly, ...known.map(p => ({ concept: p.meaning, negative: p.negative, state: false }))];
}

function fits(stems: readonly string[], from: number, words: readonly Word[], done: readonly boolean[]): boolean {
  return stems.every((s, k) => same(words[from + k], s) && !done[from + k]);
}

function longest(
  phrases: readonly Phrase[] | undefined,
  from: number,
  words: readonly Word[],
  done: readonly boolean[],
  v: Vocabulary
) {
  let best: { places: number[]; phrases: Phrase[]; gapped: boolean } | undefined;
  for (const phrase of phrases ?? []) {
    if (best && phrase.stems.filter(s => s !== '').length < best.places.length) break;
    const second = phrase.stems[1];
    if (second !== undefined && second !== '' && !same(words[from + 1], second)) continue;
    const places = placesOf(phrase.stems, from, words, done, v);
    if (!places) continue;
    if (!best) best = { places, phrases: [phrase], gapped: phrase.stems.includes('') };
    else if (places.length === best.places.length) best.phrases.push(phrase);
  }
  return best;
}

function placesOf(
  stems: readonly string[],
  from: number,
  words: readonly Word[],
  done: readonly boolean[],
  v: Vocabulary
): number[] | undefined {
  const places: number[] = [];
  let at = from;
  let gap = 0;
  for (const s of stems) {
    if (s === '') {
      gap = 4;
      continue;
    }
    const limit = at + gap;
    // what is done "to" something is another verb: "you have 14 days to send it back"
    // and "has arrived back" is no having back
    // nor is "has been paid back"
    const perfect = v.grammar.perfect.has(words[at - 1]?.lower ?? '');
    if (gap > 0 && perfect && (isPast(words[at]?.lower ?? '', v) || words[at]?.lower === 'been')) return undefined;
    while (at < limit && words[at]?.lower !== 'to' && !words[at]?.opens && (!same(words[at], s) || done[at])) at++;
    if (!same(words[at], s) || done[at] || (gap > 0 && words[at]?.opens)) return undefined;
    places.push(at++);
    gap = 0;
  }
  return places;
}

/** A stem matches every form of its word; `=word` only that form. */
function same(word: Word | undefined, s: string): boolean {
  return word !== undefined && (s.startsWith('=') ? word.lower === s.slice(1) : word.stem === s);
}
