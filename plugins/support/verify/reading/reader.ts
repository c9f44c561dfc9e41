import { extractor, type Extract } from './extract.js';
import { remembered } from './memo.js';
import { normaliser, type Normalise } from './normalise.js';
import { readClause, type Clause } from './clause.js';
import { clauseSpans, sentences } from './split.js';
import type { Vocabulary } from './vocabulary.js';
import { add, NEGATIVE, POSITIVE, type Concepts } from '../evidence/model.js';

/** Reads texts by one vocabulary. What comes again and again (keys, statuses, articles) is remembered. */
export interface Reader {
  readonly vocabulary: Vocabulary;
  readonly normalise: Normalise;
  readonly extract: Extract;
  /** One clause of a short text. */
  readonly clause: (text: string) => Clause;
  /** The clauses of each sentence of a text; one that comes again says nothing new. */
  readonly clauses: (text: string) => readonly (readonly Clause[])[];
  /** What a short text says. */
  readonly terms: (text: string) => ReadonlyMap<string, number>;
  /** What a key names, each of its words too. */
  readonly keys: (key: string) => ReadonlyMap<string, number>;
  /** What a reference names. */
  readonly bare: (reference: string) => ReadonlyMap<string, number>;
}

export function readerOf(vocabulary: Vocabulary): Reader {
  const normalise = normaliser(vocabulary);
  const extract = extractor(vocabulary);
  const clause = remembered(4096, 200, text => {
    const plain = normalise(text);
    return readClause(plain, [0, plain.length], extract(plain), vocabulary);
  });
  const terms = remembered(4096, 200, text => conceptsOf(clause(text)));
  const clausesOf = remembered(2048, 500, sentence => {
    const values = extract(sentence);
    return clauseSpans(sentence, values, vocabulary).map(span => readClause(sentence, span, values, vocabulary));
  });
  return {
    vocabulary,
    normalise,
    extract,
    clause,
    clauses: text => [...new Set(sentences(normalise(text)))].map(clausesOf),
    terms,
    keys: remembered(1024, 100, key => {
      const said: Concepts = new Map(terms(spaced(key)));
      for (const word of spaced(key).split(' ')) {
        const stem = vocabulary.stem(word);
        if (stem !== '' && !said.has(stem)) said.set(stem, POSITIVE);
        for (const [concept, bits] of terms(word)) if (!said.has(concept)) said.set(concept, bits);
      }
      return said;
    }),
    bare: reference => terms(spaced(reference.replace(/[:#@\d]+/g, ' ')))
  };
}

/** What the terms of a clause say, and the words inside of its phrases. */
export function conceptsOf({ terms }: Pick<Clause, 'terms'>): Concepts {
  const out: Concepts = new Map();
  for (const { senses, denied } of terms)
    for (const { concept, negative } of senses)
      add(out, concept, negative !== (denied !== undefined) ? NEGATIVE : POSITIVE);
  return out;
}

/** The words of a key or a code: `in_transit` and `inTransit` are "in transit". */
export function spaced(code: string): string {
  return code.replace(/[_.]+/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2');
}
