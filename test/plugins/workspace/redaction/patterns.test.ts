import { expect } from 'chai';
import fc from 'fast-check';
import { Patterns } from '../../../../plugins/workspace/redaction/patterns.js';

const fits = (patterns: readonly RegExp[], text: string, at: number): boolean =>
  patterns.some(({ source, flags }) => {
    const one = new RegExp(source, flags);
    one.lastIndex = at;
    return one.test(text);
  });

describe('the patterns of a rule at a place', () => {
  const several = [/key=([a-c]{1,3})/dy, /(?<=[ab])key(?:: )"([^"]{1,4})"/dy, /k|b(?!c)/dy];

  it('may fit where one of them does, and nowhere else', () => {
    const patterns = new Patterns(several);
    const texts = fc
      .array(fc.constantFrom('key', '=', ': ', '"', 'a', 'b', 'c', 'k'), { maxLength: 12 })
      .map(pieces => pieces.join(''));
    fc.assert(
      fc.property(texts, text => {
        for (let at = 0; at <= text.length; at++)
          expect(patterns.mayFit(text, at), `${text} ${at}`).to.equal(fits(several, text, at));
      })
    );
  });

  it('are tried one by one where one of them repeats a group of its own', () => {
    const patterns = new Patterns([/(a)b/y, /(c)\1/y]);
    expect(patterns.mayFit('cc', 0)).to.equal(true);
    expect(patterns.mayFit('ca', 0)).to.equal(true);
  });

  it('fit nowhere where there are none', () => {
    expect(new Patterns([]).mayFit('a', 0)).to.equal(false);
  });
});
