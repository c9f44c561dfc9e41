import { expect } from 'chai';
import fc from 'fast-check';
import { Turns } from '../../../../plugins/orchestrator/routing/turns.js';

const weights = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 20 });
const roundOf = (given: readonly number[], from = 0) => {
  const turns = new Turns(given.map(weight => ({ weight })));
  return Array.from({ length: turns.round }, (_, turn) => turns.at(from + turn));
};

describe('turns of servers', () => {
  it('are as many in each round as the weights say, wherever it begins', () => {
    fc.assert(
      fc.property(weights, fc.nat(100_000), (given, from) => {
        const round = roundOf(given, from);
        const total = given.reduce((sum, weight) => sum + weight, 0);
        given.forEach((weight, server) =>
          expect(round.filter(each => each === server).length * total).to.equal(weight * round.length)
        );
      })
    );
  });

  it('are in the order of registration where all weigh the same', () => {
    expect(roundOf([7, 7, 7])).to.deep.equal([0, 1, 2]);
  });

  it('of a heavy server are spread over the round', () => {
    const round = roundOf([10, 10, 1, 1, 1, 1]);
    for (let at = 0; at + 5 <= round.length; at++) expect(new Set(round.slice(at, at + 5)).size).to.be.above(1);
  });
});
