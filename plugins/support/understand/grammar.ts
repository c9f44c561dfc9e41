import type { Loaded } from '../../../core/index.js';
import type { Lexicon } from './lexicon.js';
import type { Grammar, Scope } from './scene.js';
import type { IntentVocabulary } from './vocabulary.js';

/** The first file's value for what only one file says. */
export function merged<T>(
  vocabulary: readonly Loaded<IntentVocabulary>[],
  pick: (value: IntentVocabulary) => T | undefined
): T | undefined {
  return vocabulary.map(({ value }) => pick(value)).find(value => value !== undefined);
}

/** The concepts that play a grammatical part; -1 for a part that no file gives. */
export function grammar(lexicon: Lexicon, vocabulary: readonly Loaded<IntentVocabulary>[]): Grammar {
  const past = merged(vocabulary, value => value.past);
  const symbol = (name: string | undefined): number => (name === undefined ? undefined : lexicon.concept(name)) ?? -1;
  const scope = (named: IntentVocabulary['negation']): Scope => ({
    cue: symbol(named?.cue),
    end: symbol(named?.end),
    reach: named?.reach ?? 0,
    aside: symbol(named?.aside)
  });
  return {
    negation: scope(merged(vocabulary, value => value.negation)),
    supposition: scope(merged(vocabulary, value => value.supposed)),
    pastForms: symbol(past?.forms),
    determiner: symbol(past?.determiner),
    pastBefore: symbol(past?.before),
    pastNotBefore: symbol(past?.not_before),
    pastReach: past?.reach ?? 0,
    join: symbol(merged(vocabulary, value => value.joins)),
    opener: symbol(merged(vocabulary, value => value.openers)),
    definite: symbol(merged(vocabulary, value => value.definite)),
    destination: symbol(merged(vocabulary, value => value.destination)),
    contrast: symbol(merged(vocabulary, value => value.contrast)),
    question: lexicon.concept('question'),
    not: symbol('not')
  };
}
