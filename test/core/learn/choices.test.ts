import { expect } from 'chai';
import type { Option } from '../../../core/learn/choices.js';
import type { KnownChoice, Outcome } from '../../../core/learn/choices.js';
import { fitChoices } from '../../../core/learn/fit-choices.js';
import { decodeChoices, encodeChoices } from '../../../core/learn/model-file.js';

const option = (name: string): Option => ({ named: [name], leading: [], paired: [], own: [], said: [] });

/** After "red" the first is right, after "blue" the second; the third never is. */
const choice = (text: string, outcomes: readonly Outcome[]): KnownChoice => ({
  text,
  around: ['anywhere'],
  options: [option('left'), option('right'), option('neither')],
  outcomes
});

const lessons = Array.from({ length: 24 }, (_, nth) =>
  nth % 2 === 0
    ? choice(`the red door number ${nth}`, ['right', 'wrong', 'harmful'])
    : choice(`a blue gate number ${nth}`, ['wrong', 'right', 'harmful'])
);

describe('learning to choose from what came of each option', () => {
  const model = fitChoices(lessons, 'digest');

  it('chooses by the words of the text and the traits of the options, and gives shares of 1', () => {
    const red = [...model.shares(choice('the red door again', []))];
    const blue = [...model.shares(choice('a blue gate again', []))];
    expect(red.indexOf(Math.max(...red))).to.equal(0);
    expect(blue.indexOf(Math.max(...blue))).to.equal(1);
    expect(red.reduce((sum, share) => sum + share, 0)).to.be.closeTo(1, 1e-9);
    expect(Math.max(red[2]!, blue[2]!), 'what does harm').to.be.below(Math.min(red[1]!, blue[0]!));
  });

  it('is the same to the byte each time, and after it was written down', () => {
    const bytes = encodeChoices(model);
    expect(encodeChoices(fitChoices(lessons, 'digest')).equals(bytes)).to.equal(true);
    const read = decodeChoices(bytes)!;
    expect([...read.shares(choice('the red door', []))]).to.deep.equal([...model.shares(choice('the red door', []))]);
    expect(decodeChoices(bytes.subarray(0, bytes.length - 1)), 'cut off').to.equal(undefined);
  });

  it('goes on from what was learned before, and forgets nothing of it', () => {
    const green = (text: string) => ({ ...choice(text, ['wrong', 'harmful', 'right']), weight: 10 });
    const more = fitChoices(
      [...lessons.slice(0, 4), ...[...'abcdefghijkl'].map(nth => green(`the green path ${nth}`))],
      'more',
      model
    );
    const chosen = (text: string) => {
      const shares = [...more.shares(choice(text, []))];
      return shares.indexOf(Math.max(...shares));
    };
    expect(['the green path again', 'the red door again', 'a blue gate again'].map(chosen)).to.deep.equal([2, 0, 1]);
  });

  it('learns nothing where all options came to the same', () => {
    const none = fitChoices([choice('any', ['wrong', 'wrong', 'wrong'])], 'digest');
    expect([...none.shares(choice('any', []))].every(share => Math.abs(share - 1 / 3) < 1e-9)).to.equal(true);
  });
});
