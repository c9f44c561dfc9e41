import type { Clause } from '../reading/clause.js';
import type { Reader } from '../reading/reader.js';
import { family } from '../reading/values.js';

export interface Parsed {
  /** Asks for something; only its figures and identifiers are checked. */
  readonly question: boolean;
  /** Tells what the customer said. */
  readonly attributed: boolean;
  readonly clauses: readonly Clause[];
}

/** A question or a courtesy has nothing that evidence could weigh: no model is asked of it, and none learns from it. */
export const statesNothing = ({ question, clauses }: Parsed): boolean => question || clauses.length === 0;

export function parseSentence(sentence: string, { vocabulary: v, normalise, clauses: read }: Reader): Parsed {
  const text = normalise(sentence);
  const denies = (text.toLowerCase().match(/\p{L}+/gu) ?? []).some(word => v.cues.has(word));
  const question = /\?\W{0,3}$/.test(text) || (v.requests.test(text) && !denies);
  const asked = (clause: Clause): Clause => ({
    ...clause,
    terms: [],
    strays: [],
    figures: clause.figures.filter(({ value }) => family(value) !== 'date')
  });
  return {
    question,
    attributed: text.search(v.attribution) >= 0,
    clauses: read(text)
      .flat()
      .map(clause => (question ? asked(clause) : clause))
      .filter(({ terms, figures, strays }) => terms.length + figures.length + strays.length > 0)
  };
}
