import type { Vocabulary } from '../vocabulary/vocabulary.js';
import type { Word } from './words.js';

/** `if` what it depends on, `after` and `before` what it follows and precedes; the first part is the statement. */
export interface ClausePart {
  readonly kind: 'statement' | 'if' | 'after' | 'before';
  readonly word: string;
  /** "Not until": the negation is part of it. */
  readonly turned: boolean;
  readonly from: number;
  readonly to: number;
}

/**
 * The parts of a clause: the statement, and each condition that a word like "if", "once" or "until" opens. "Not until
 * it ships" is "once it ships".
 */
export function partsOf(words: readonly Word[], cues: readonly number[], v: Vocabulary): ClausePart[] {
  const g = v.grammar;
  const parts: ClausePart[] = [{ kind: 'statement', word: '', turned: false, from: -1, to: Infinity }];
  for (let i = 0; i < words.length; i++) {
    const { lower, at } = words[i]!;
    const next = words[i + 1]?.lower;
    const kind =
      g.conditions.has(lower) && !(lower === 'should' && i > 0)
        ? 'if'
        : g.befores.has(lower)
          ? 'before'
          : g.afters.has(lower) && !(lower === 'since' && i === 0) && next !== 'to'
            ? 'after'
            : undefined;
    if (kind === undefined) continue;
    const turned = g.untils.has(lower) && cues.some(cue => cue < i && g.verb_cues.has(words[cue]!.lower));
    const to = words.slice(i + 1).find(({ opens }) => opens)?.at ?? Infinity;
    parts.push({ kind: turned ? 'after' : kind, word: lower, turned, from: at, to });
  }
  return parts;
}
