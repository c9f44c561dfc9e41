import { expect } from 'chai';
import { fitCues } from '../../../../plugins/support/understand/fit.js';
import { expand } from '../../../../core/learn/index.js';

describe('learning from labelled messages', () => {
  const rows = [
    { label: 'track', cues: ['parcel', '<where>'] },
    { label: 'track', cues: ['parcels', 'late'] },
    { label: 'repay', cues: ['money', '<where>'] },
    { label: 'repay', cues: ['money', 'back'] }
  ];

  it('gives a word that speaks for one intent a number for it and against the other', () => {
    const { track, repay } = fitCues(rows);
    expect(track?.words['parcel']).to.be.above(0.5);
    expect(repay?.words['parcel']).to.be.below(-0.5);
    expect(repay?.words['money']).to.be.above(0.5);
  });

  it('counts the forms of a word together and leaves out what one message alone says', () => {
    const words = Object.keys(fitCues(rows)['track']?.words ?? {});
    expect(words).to.include('parcel').and.not.include('parcels').and.not.include('late');
  });

  it('counts a pair of neighbouring words that three messages hold, in all forms of its words', () => {
    const holding = (...pairs: string[]) => [...rows, ...pairs.map(pair => ({ label: 'repay', cues: [pair] }))];
    const { repay } = fitCues(holding('returns it', 'return it', 'returned it'));
    expect(repay?.words['returns it']).to.be.above(0.5);
    expect(fitCues(holding('returns it', 'return it'))['repay']?.words).to.not.have.property('returns it');
  });

  it('gives the same numbers for the same messages', () => {
    expect(fitCues(rows)).to.deep.equal(fitCues(rows));
  });

  it('takes alternatives for messages of their own, eight at most', () => {
    expect(expand('{where is|find} my {lamp|}, please')).to.have.members([
      'where is my lamp, please',
      'find my lamp, please',
      'where is my, please',
      'find my, please'
    ]);
    const many = expand('{a|b|c|d} {e|f|g} {h|i|j}');
    expect(many).to.have.length(8);
    expect(new Set(many).size).to.equal(8);
  });
});
