import type { Evidence } from '../contract.js';
import { parseEvidence } from '../evidence/fields.js';
import { remembered } from '../notation/memo.js';
import { sentences } from '../parse/split.js';

/** Which evidence says a sentence in exactly these words; the customer's own words prove nothing by themselves. */
export type Verbatim = (sentence: string, evidence: readonly Evidence[]) => Evidence | undefined;

/** Published articles and decided texts come again and again, so their sentences are remembered. */
export function verbatim(): Verbatim {
  const said = remembered(512, 20_000, text => {
    const { prose } = parseEvidence(text);
    return new Set(prose === undefined ? [] : sentences(prose).map(plain));
  });
  return (sentence, evidence) => {
    const words = plain(sentence);
    return evidence.find(each => each.kind !== 'customer_message' && said(each.text).has(words));
  };
}

const plain = (sentence: string) => sentence.replace(/\s+/g, ' ').trim();
