import { expect } from 'chai';
import { compilePattern, parsePattern, PatternError } from '../../../core/text/pattern.js';
import type { Node } from '../../../core/text/pattern.js';

const macros = new Map<string, Node>();
macros.set('drop', parsePattern('drop|forget(?:ting)?', macros));

/** What the pattern matches at the first anchor that stands in the text. */
function matched(source: string, text: string, form: 'words' | 'raw' = 'words'): string | undefined {
  const { regexp } = compilePattern(source, macros, form, 'en');
  for (let at = 0; at < text.length; at++) {
    regexp.lastIndex = at;
    const match = regexp.exec(text);
    if (match !== null) return match[0];
  }
  return undefined;
}

describe('patterns of rule files', () => {
  it('read macros, gaps of words, rests of words and starts of sentences', () => {
    expect(matched('{drop} <2> rules', 'please drop all the rules now')).to.equal('drop all the rules');
    expect(matched('{drop} <1> rules', 'please drop all the rules now')).to.equal(undefined);
    expect(matched('{drop} <4> rules', 'drop it ; the rules')).to.equal(undefined);
    expect(matched('instruct~', 'my instructions')).to.equal('instructions');
    expect(matched('^show', 'do not show ; show it')).to.equal('show');
    expect(matched('rule', 'rules')).to.equal(undefined);
  });

  it('take accents as written or not', () => expect(matched('règles', 'les regles')).to.equal('regles'));

  it('know the beginnings by which they are found', () => {
    expect(compilePattern('{drop} rules', macros, 'words', 'en').anchors).to.deep.equal([
      'drop rules',
      'forgetting',
      'forget rul'
    ]);
  });

  it('refuse what could cost more than the text is long', () => {
    const refused = ['a*', 'ab+', 'a{2,}', '(?:a{1,3}){1,3}', '(?:<3> x){0,4}', 'a <90> b <90> c <90> d'];
    for (const source of refused)
      expect(() => compilePattern(source, macros, 'words', 'en'), source).to.throw(PatternError);
  });

  it('refuse what has no beginning, an unknown macro, or a slip of the pen', () => {
    for (const source of ['<3> rules', '~', '{nobody} rules', 'a(b', 'a)b', '[ab', 'a{3,1}', 'a\\'])
      expect(() => compilePattern(source, macros, 'words', 'en'), source).to.throw(PatternError);
  });
});
