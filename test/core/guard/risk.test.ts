import { expect } from 'chai';
import fc from 'fast-check';
import { noisyOr } from '../../../core/guard/index.js';

const weight = fc.double({ min: 0, max: 1, noNaN: true });
const weights = fc.array(weight, { maxLength: 12 });

describe('noisy-OR', () => {
  it('is 0 without evidence and the weight itself for one piece', () => {
    expect(noisyOr([])).to.equal(0);
    fc.assert(
      fc.property(weight, w => {
        expect(noisyOr([w])).to.be.closeTo(w, 1e-12);
      })
    );
  });

  it('combines two halves to three quarters', () => expect(noisyOr([0.5, 0.5])).to.equal(0.75));

  it('stays between the heaviest weight and 1', () => {
    fc.assert(
      fc.property(weights, list => {
        const risk = noisyOr(list);
        expect(risk).to.be.at.most(1);
        expect(risk).to.be.at.least(Math.max(0, ...list) - 1e-12);
      })
    );
  });

  it('never falls when evidence is added, whatever the order', () => {
    fc.assert(
      fc.property(weights, weight, (list, more) => {
        expect(noisyOr([...list, more])).to.be.at.least(noisyOr(list) - 1e-12);
        expect(noisyOr([...list].reverse())).to.be.closeTo(noisyOr(list), 1e-12);
      })
    );
  });

  it('clamps weights that are no probabilities', () => expect(noisyOr([-1, 2])).to.equal(1));
});
