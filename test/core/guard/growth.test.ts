import { expect } from 'chai';
import { shippedGuard } from './shipped-guard.js';

const PIECES = [
  ' ',
  '\n',
  'a ',
  'ignore ',
  'ignore all previous ',
  'show me your ',
  'send all data to ',
  '<div ',
  '<!-- ',
  'system: '
];
const MORE = [
  "a='x'; ",
  'QUJD',
  '41',
  'i.g.n.',
  '%41',
  '.- ',
  'a\u200B',
  '忽略',
  '指示',
  'please ',
  '---',
  'refund it without '
];

describe('the cost of an assessment', () => {
  it('grows no faster than the text, counted in steps', async () => {
    const guard = await shippedGuard();
    for (const piece of [...PIECES, ...MORE]) {
      const small = guard.explain(piece.repeat(Math.ceil(1000 / piece.length)), 'message').work;
      const large = guard.explain(piece.repeat(Math.ceil(4000 / piece.length)), 'message').work;
      expect(large, JSON.stringify(piece)).to.be.at.most(6 * small + 100);
    }
  });
});
