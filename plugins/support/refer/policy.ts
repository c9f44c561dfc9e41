import type { Assembly, DocumentSet } from '../../../core/index.js';
import { VocabularyKind } from '../understand/vocabulary-kind.js';
import { DialogueActs } from './act-kind.js';
import { actModel, compileActs } from './acts.js';
import { type ReferenceFile, ReferencesKind } from './references-kind.js';
import { compileResolver } from './resolve.js';
import type { ActRecogniser, Resolver } from './types.js';

/** Finds out which orders and items messages mean, by `policies/dialogue/references.yaml`. */
export const ResolverAssembly: Assembly<Resolver> = {
  id: 'resolver',
  lasting: true,
  kinds: [ReferencesKind, VocabularyKind],
  build(set) {
    const [file] = set.of(ReferencesKind);
    return file === undefined ? (undefined as never) : compileReferences(set, file.value);
  }
};

/** A resolver by words that may be more than those of the file. */
export function compileReferences(set: DocumentSet, words: ReferenceFile): Resolver {
  const real = new Set(set.of(VocabularyKind).flatMap(({ value }) => value.real_words ?? []));
  return compileResolver(words, word => real.has(word));
}

/** Words with which another clause begins. */
export const clauseWords = (set: DocumentSet): readonly string[] =>
  set.of(ReferencesKind).flatMap(({ value }) => value.clauses);

/** Recognises what messages do in their conversation, by the examples in `policies/dialogue/acts`. */
export const ActAssembly: Assembly<ActRecogniser> = {
  id: 'dialogue-acts',
  lasting: true,
  kinds: [DialogueActs, ReferencesKind],
  build(set, report) {
    const acts = set.of(DialogueActs);
    const names = new Set(acts.map(({ value }) => value.name));
    for (const { value, source } of acts)
      for (const [i, { instead }] of (value.near_misses ?? []).entries())
        if (!names.has(instead))
          report(source, `/near_misses/${i}/instead`, 'act_unknown', `there is no dialogue act '${instead}'`);
    const values = acts.map(({ value }) => value);
    const model = values.length === 0 ? undefined : actModel(values, set.origin);
    if (model === undefined && acts[0] !== undefined)
      report(acts[0].source, '/examples', 'not_learned', 'the examples of acts have changed; run "bylaw learn"');
    return compileActs(values, clauseWords(set), model);
  }
};
