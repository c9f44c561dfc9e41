import { expect } from 'chai';
import fc from 'fast-check';
import type * as Ids from '../../core/ids.js';

// By itself: other tests of this process may have made ids of a later day.
const address = '../../core/ids.js?alone';
const { firstIdAt, newId, newIdsFollow } = (await import(address)) as typeof Ids;

describe('ids', () => {
  it('have a prefix and 26 characters that are not mistaken for one another', () => {
    for (let i = 0; i < 300; i++) expect(newId('run')).to.match(/^run_[0-9a-hjkmnp-tv-z]{26}$/);
  });

  it('sort after those of an earlier process whose clock was ahead, unless that was by more than a month', () => {
    const ahead = `${firstIdAt('run', Date.now() + 60_000)}${'z'.repeat(16)}`;
    expect(newId('run') < ahead).to.equal(true);
    newIdsFollow(ahead);
    const next = newId('run');
    expect(next > ahead).to.equal(true);
    for (const none of ['', 'run_', 'run_ÄÖ', 'x', `run_${'03p'.padEnd(26, '0')}`]) newIdsFollow(none);
    expect(newId('run').slice(0, 10)).to.equal(next.slice(0, 10));
  });

  it('sort in the order in which they were made, whatever the clock does', () => {
    const clock = fc.array(fc.nat({ max: 2 ** 41 }), { maxLength: 50 });
    fc.assert(
      fc.property(clock, times => {
        const ids = times.map(time => newId('x', time));
        expect([...ids].sort()).to.deep.equal(ids);
        expect(new Set(ids).size).to.equal(ids.length);
      })
    );
  });

  it('cannot be guessed from one another', () => {
    const tails = Array.from({ length: 1000 }, () => newId('x').slice(-16));
    expect(new Set(tails).size).to.equal(1000);
    for (let at = 0; at < 16; at++) expect(new Set(tails.map(tail => tail[at])).size, `character ${at}`).to.equal(32);
  });
});
