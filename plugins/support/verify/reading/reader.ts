import { extractor } from './extract.js';
import { remembered } from './memo.js';
import { normaliser } from './normalise.js';
import { readClause, type Clause } from './clause.js';
import { clauseSpans, sentences } from './split.js';
import type { Vocabulary } from './vocabulary.js';
import { POSITIVE, saidBy, type Concepts } from '../evidence/model.js';

export type Reader = ReturnType<typeof readerOf>;

/** Reads texts by one vocabulary. What comes again and again (keys, statuses, articles) is remembered. */
export function readerOf(vocabulary: Vocabulary) {
  const normalise = normaliser(vocabulary);
  const extract = extractor(vocabulary);
  /** One clause of a short text. */
  const clause = remembered(4096, 200, (text): Clause => {
    const plain = normalise(text);
    return readClause(plain, [0, plain.length], extract(plain), vocabulary);
  });
  const clausesOf = remembered(2048, 500, (sentence): readonly Clause[] => {
    const values = extract(sentence);
    return clauseSpans(sentence, values, vocabulary).map(span => readClause(sentence, span, values, vocabulary));
  });
  /** What a short text says. */
  const terms = remembered(4096, 200, (text): ReadonlyMap<string, number> => saidBy(clause(text).terms));
  return {
    vocabulary,
    normalise,
    extract,
    clause,
    /** The clauses of each sentence of a text; one that comes again says nothing new. */
    clauses: (text: string) => [...new Set(sentences(normalise(text)))].map(clausesOf),
    terms,
    /** What a key names, each of its words too. */
    keys: remembered(1024, 100, (key): ReadonlyMap<string, number> => {
      const said: Concepts = new Map(terms(spaced(key)));
      for (const word of spaced(key).split(' ')) {
        const stem = vocabulary.stem(word);
        if (stem !== '' && !said.has(stem)) said.set(stem, POSITIVE);
        for (const [concept, bits] of terms(word)) if (!said.has(concept)) said.set(concept, bits);
      }
      return said;
    }),
    /** What a reference names. */
    bare: (reference: string) => terms(spaced(reference.replace(/[:#@\d]+/g, ' ')))
  };
}

/** The words of a key or a code: `in_transit` and `inTransit` are "in transit". */
export const spaced = (code: string): string => code.replace(/[_.]+/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2');
