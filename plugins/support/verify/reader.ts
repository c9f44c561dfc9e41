import { conceptsIn } from './concepts.js';
import { extractor } from './extract.js';
import type { EvidenceRecord, Reader } from './facts.js';
import { remembered } from './memo.js';
import { normaliser } from './normalise.js';
import { POSITIVE, proofsOf } from './proofs.js';
import { readEvidence } from './read-evidence.js';
import { besideOf } from './places.js';
import { spaced } from './stem.js';
import { readClause } from './tokens.js';
import type { Vocabulary } from './vocabulary.js';

/** How many pieces of evidence are remembered, and up to which length. */
const MOST = 128;
const LONGEST = 8000;

export function readerOf(vocabulary: Vocabulary): Reader {
  const normalise = normaliser(vocabulary);
  const extract = extractor(vocabulary);
  const reading = remembered(4096, 200, text => {
    const plain = normalise(text);
    return { text: plain, values: extract(plain) };
  });
  const concepts = remembered(4096, 200, text => {
    const { text: plain, values } = reading(text);
    return conceptsIn([readClause(plain, 0, plain.length, values, vocabulary)]);
  });
  const keys = remembered(1024, 100, key => {
    const own = new Map(concepts(spaced(key)));
    for (const word of spaced(key).split(' ')) {
      const stem = vocabulary.stem(word);
      if (!own.has(stem)) own.set(stem, POSITIVE);
    }
    return own;
  });
  const deeds = remembered(1024, 100, code => {
    const plain = normalise(spaced(code));
    const { tokens } = readClause(plain, 0, plain.length, extract(plain), vocabulary);
    return tokens.flatMap(({ readings }) => readings.filter(({ form }) => form === 'done'));
  });
  const proofs = proofsOf(vocabulary.meanings, vocabulary.fields.cause);
  const known = new Map<string, readonly EvidenceRecord[]>();
  const reader: Reader = {
    vocabulary,
    normalise,
    extract,
    concepts,
    keys,
    values: text => {
      const { text: plain, values } = reading(text);
      return values.map(({ value, start, end }) =>
        value.type === 'number' ? { ...value, beside: besideOf(plain, start, end) } : value
      );
    },
    deeds,
    proofs,
    records(evidence) {
      const key = `${evidence.kind}\n${evidence.reference}\n${evidence.text}`;
      if (key.length > LONGEST) return readEvidence(evidence, reader);
      let records = known.get(key);
      if (records) known.delete(key);
      else records = readEvidence(evidence, reader);
      // the one used last stays longest
      known.set(key, records);
      if (known.size > MOST) known.delete(known.keys().next().value!);
      return records;
    }
  };
  return reader;
}
