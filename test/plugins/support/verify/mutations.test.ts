import { expect } from 'chai';
import fc from 'fast-check';
import { sentences } from '../../../../plugins/support/verify/reading/split.js';
import { mutationsOf } from './mutations.js';
import { TRUE_REPLIES } from './true-replies.js';
import { verifier } from './vocabulary.js';

const CLOCK = new Date('2026-04-28T12:00:00Z');

describe('verifier: true replies and their mutations', () => {
  for (const { reply, evidence } of TRUE_REPLIES) {
    it(`supports: ${reply.slice(0, 60)}…`, () => {
      const { claims, sentences: verdicts } = verifier.verify(reply, evidence, CLOCK);
      expect(claims).to.deep.equal([]);
      for (const verdict of verdicts.filter(({ factual }) => factual))
        expect(verdict.support, verdict.sentence).to.not.be.empty;
    });
  }

  it('withholds a reply in which any figure, identifier, date or polarity was changed', () => {
    const place = fc.nat({ max: TRUE_REPLIES.length - 1 });
    fc.assert(
      fc.property(place, fc.nat(), fc.integer({ min: 1, max: 8 }), fc.nat(), (which, line, step, pick) => {
        const { reply, evidence } = TRUE_REPLIES[which]!;
        const parts = sentences(reply);
        const at = line % parts.length;
        const mutations = mutationsOf(parts[at]!, step);
        fc.pre(mutations.length > 0);
        const { text } = mutations[pick % mutations.length]!;
        const changed = parts.map((part, i) => (i === at ? text : part)).join(' ');
        const { claims } = verifier.verify(changed, evidence, CLOCK);
        expect(claims.map(({ claim }) => claim)).to.include(text);
      }),
      { numRuns: 500 }
    );
  });
});
