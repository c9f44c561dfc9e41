import { expect } from 'chai';
import fc from 'fast-check';
import { exp, log } from '../../../core/learn/exact.js';

describe('exponentials and logarithms of exact operations', () => {
  it('agree with the engine to one part in 10¹³', () => {
    fc.assert(
      fc.property(fc.double({ min: -300, max: 300, noNaN: true }), x => {
        expect(exp(x) / Math.exp(x)).to.be.closeTo(1, 1e-13);
      })
    );
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), x => {
        expect(log(x)).to.be.closeTo(Math.log(x), 1e-13 * Math.max(1, Math.abs(Math.log(x))));
      })
    );
  });

  it('end where numbers end', () => {
    expect([exp(-1e9), exp(1e9), exp(0), log(1)]).to.deep.equal([0, Infinity, 1, 0]);
  });
});
