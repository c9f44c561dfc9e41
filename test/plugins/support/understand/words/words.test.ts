import { expect } from 'chai';
import { foldText } from '../../../../../core/text/index.js';
import fc from 'fast-check';
import { compileSpeller } from '../../../../../plugins/support/understand/words/spelling.js';
import { stem } from '../../../../../plugins/support/understand/words/stem.js';
import { pieces } from '../../../../../plugins/support/understand/words/tokenise.js';

describe('stems', () => {
  const families = [
    ['change', 'changes', 'changed', 'changing'],
    ['cancel', 'cancels', 'cancelled', 'canceled', 'cancelling'],
    ['ship', 'ships', 'shipped', 'shipping'],
    ['policy', 'policies'],
    ['box', 'boxes']
  ];
  for (const family of families) {
    it(`are one for ${family.join(', ')}`, () => expect(new Set(family.map(stem)).size).to.equal(1));
  }
  it('keep short and different words apart', () => {
    expect(new Set(['off', 'of', 'need', 'bring', 'order', 'delivery', 'deliver'].map(stem)).size).to.equal(7);
  });
});

describe('spelling', () => {
  const speller = compileSpeller(['refund', 'order', 'delivery', 'cancel', 'password'], ['older', 'candle']);
  const cases: readonly (readonly [string, string | null])[] = [
    ['refnud', 'refund'],
    ['odrer', 'order'],
    ['delivvery', 'delivery'],
    ['cancle', 'cancel'],
    ['pasword', 'password'],
    ['older', 'older'],
    ['candle', 'candle'],
    ['banana', null],
    ['ord', null],
    ['x'.repeat(40), null]
  ];
  for (const [word, expected] of cases) {
    it(`${word} is ${expected ?? 'left alone'}`, () => expect(speller.correct(word)).to.equal(expected));
  }
});

describe('pieces of a message', () => {
  it('tell words, numbers, amounts, addresses and sentence ends apart', () => {
    const kinds = pieces("Don't pay $12.50, write to a@b.co! 3 times?").map(({ kind }) => kind);
    expect(kinds).to.deep.equal([
      'word',
      'word',
      'amount',
      'comma',
      'word',
      'word',
      'email',
      'stop',
      'number',
      'word',
      'question'
    ]);
  });
  it('stand where they say', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), text => {
        for (const piece of pieces(text)) expect(text.slice(piece.start, piece.end)).to.equal(piece.text);
      })
    );
  });
  it('are folded to plain letters', () => {
    expect(foldText('Dónde ÄRGER don’t')).to.equal("donde arger don't");
  });
});
