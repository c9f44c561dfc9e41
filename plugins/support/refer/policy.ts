import type { Assembly, DocumentSet } from '../../../core/index.js';
import { VocabularyKind } from '../understand/vocabulary-kind.js';
import { type ReferenceFile, ReferencesKind } from './references-kind.js';
import { compileResolver } from './resolve.js';
import type { Resolver } from './types.js';

/** Finds out which orders and items messages mean, by `policies/dialogue/references.yaml`. */
export const ResolverAssembly: Assembly<Resolver> = {
  id: 'resolver',
  lasting: 'anywhere',
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
