import { expect } from 'chai';
import { predictIntents, summariseIntents } from '../../../../plugins/support/eval/judge-intents.js';
import { ownRows, shipped } from './shipped.js';

describe('accuracy on the labelled messages of the project', () => {
  const summary = summariseIntents(predictIntents(shipped(), ownRows()));
  const share = (part: number, rows: number): number => part / rows;

  it('covers every intent with enough messages', () => {
    expect(ownRows()).to.have.length.at.least(1500);
    expect(Object.keys(summary.by_label)).to.have.length(17);
  });

  it('acts rightly in scope and is seldom wrong', () => {
    const { right, wrong, rows } = summary.in_scope;
    expect(share(right, rows)).to.be.at.least(0.9);
    expect(share(wrong, rows)).to.be.at.most(0.02);
  });

  it('leaves other subjects alone, also those that use words of the shop', () => {
    const { right, rows } = summary.near_misses;
    expect(share(right, rows)).to.be.at.least(0.91);
  });

  it('asks about ambiguous messages with the right candidates', () => {
    const { right, rows } = summary.ambiguous;
    expect(share(right, rows)).to.be.at.least(0.5);
  });
});
