import { eventTarget } from './events.js';
import { opensVerb } from './forms.js';
import type { Vocabulary } from './vocabulary.js';
import type { Kinds, Word } from './words.js';

/** Two negations of one word cancel out. */
export function toggle(flips: Set<number>, target: number): void {
  if (!flips.delete(target)) flips.add(target);
}

export function cueMask(part: string, start: number, words: readonly Word[], v: Vocabulary): boolean[] {
  if (!words.some(({ lower }) => v.cues.has(lower))) return words.map(() => false);
  const exempt = [...part.matchAll(v.notCues)].map(m => [start + m.index, start + m.index + m[0].length] as const);
  return words.map((word, i) => {
    if (exempt.some(([from, to]) => word.at >= from && word.at < to)) return false;
    if (word.lower === 'longer') return false;
    return v.cues.has(word.lower) && !(word.lower === 'no' && i === 0 && part[word.end - start] === ',');
  });
}

/** "Is not", "can never": as opposed to "not normal wear", which denies no more than its noun. */
export function negatesVerb(cue: number, words: readonly Word[], { grammar: g }: Vocabulary): boolean {
  const before = words[cue - 1]?.lower ?? '';
  if (!g.verb_cues.has(words[cue]!.lower)) return false;
  // "we never ask"
  if (g.pronouns.has(before)) return true;
  return [g.perfect, g.passive, g.modals, g.futures, g.auxiliaries].some(list => list.has(before));
}

export function targetOf(
  cue: number,
  words: readonly Word[],
  kind: Kinds,
  cues: readonly boolean[],
  v: Vocabulary
): number | undefined {
  const deed = eventTarget(cue, words, kind, v);
  if (deed !== undefined) return deed;
  // "you buy nothing for a year" denies the buying
  const object = kind[cue - 1];
  if (v.grammar.objects.has(words[cue]!.lower) && object && object !== 'silent') return cue - 1;
  // "not something we accept" is "we do not accept"
  const relative = /^(?:some|any)thing$/.test(words[cue + 1]?.lower ?? '');
  // "you have nothing, ask the neighbours" denies no asking
  if (v.grammar.objects.has(words[cue]!.lower) && words[cue + 1]?.opens) return undefined;
  let target: number | undefined;
  for (let i = cue + 1; i < words.length && i <= cue + 8; i++) {
    const entry = kind[i];
    if (!entry || entry === 'silent' || cues[i] || carries(i, words, kind, v)) continue;
    if (!relative || opensVerb(i, words, v) || v.grammar.verbs.has(words[i]!.lower)) return i;
    target = i;
  }
  return target;
}

/** "You can not get a refund" denies the refund. */
function carries(at: number, words: readonly Word[], kind: Kinds, v: Vocabulary): boolean {
  const next = kind[at + 2];
  return (
    v.grammar.light.has(words[at]!.lower) &&
    v.soft.has(words[at]!.stem) &&
    v.grammar.determiners.has(words[at + 1]?.lower ?? '') &&
    next !== undefined &&
    next !== 'silent'
  );
}

/** "not shipped or delivered" negates both. */
export function orTarget(from: number, words: readonly Word[], kind: Kinds): number | undefined {
  const next = words[from + 1]?.lower;
  const entry = kind[from + 2];
  return (next === 'or' || next === 'nor') && entry && entry !== 'silent' ? from + 2 : undefined;
}
