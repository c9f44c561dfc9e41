import type { Evidence, SentenceVerdict } from '../contract.js';
import { parseEvidence } from '../evidence/fields.js';
import { remembered } from '../reading/memo.js';
import { sentences } from '../reading/split.js';

/** Of some evidence, the verdict on a sentence that repeats one of its sentences; undefined where it repeats none. */
export type Proved = (evidence: readonly Evidence[]) => (sentence: string) => SentenceVerdict | undefined;

/** A sentence of an article is proved. */
export function proved(): Proved {
  // Published articles and decided texts come again and again, so their sentences are remembered.
  const said = remembered(512, 20_000, text => new Set(sentences(parseEvidence(text).prose ?? '').map(plain)));
  return evidence => {
    const told = evidence.filter(({ kind }) => kind !== 'customer_message');
    return sentence => {
      const written = plain(sentence);
      const source = told.find(({ text }) => said(text).has(written));
      if (source === undefined) return undefined;
      const support = [{ kind: source.kind, reference: source.reference }];
      return { sentence, supported: true, factual: true, claims: [], support };
    };
  };
}

const plain = (sentence: string) => sentence.replace(/\s+/g, ' ').trim();
