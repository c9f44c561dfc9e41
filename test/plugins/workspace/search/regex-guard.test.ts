import { expect } from 'chai';
import { Denied } from '../../../../plugins/workspace/sandbox/denied.js';
import { guardRegex } from '../../../../plugins/workspace/search/regex-guard.js';

const reason = (source: string): string => {
  try {
    guardRegex(source);
    return 'taken';
  } catch (error) {
    if (error instanceof Denied) return error.reason;
    throw error;
  }
};

describe('the guard of expressions', () => {
  it('refuses repetition nested in a repeated group', () => {
    const nested = [
      '(a+)+',
      '(a*)*$',
      '([a-z]+)*',
      '(?:x+)*?y',
      '(?:x+)+?',
      '(a|b+)+',
      '((a+)b)*',
      '(?:(?:a{2,})b)+',
      '(\\d+)*,',
      '(.*)*',
      '(.*a){20}',
      '(a{1,50}){1,50}',
      '(?<name>a+)+',
      '(\\w+\\s?)*$',
      '^(([a-z])+.)+[A-Z]([a-z])+$',
      '(?=(a+)+)b',
      '([\\]a+]+)+',
      '(\\(a+)+',
      '(?:a{2,3}){2}',
      '(?:[a-z]{1,3}){3}',
      '(x?)*',
      '(x?)+y',
      '(xx?)*y',
      '(?:\\w\\s?)*$',
      '(a(b)?)*',
      '(a?){20}b'
    ];
    for (const source of nested) expect(reason(source), source).to.equal('unsafe_pattern');
  });

  it('refuses what is too large to run', () => {
    for (const source of ['a'.repeat(1001), 'a{5000}', '((a{100}){100}){100}', '('.repeat(60) + ')'.repeat(60)])
      expect(reason(source), source.slice(0, 30)).to.equal('unsafe_pattern');
  });

  it('takes what is harmless', () => {
    const harmless = [
      'foo',
      'a+b*c?',
      '(foo|bar)+',
      '(a+)?',
      '(a+)b',
      '(\\d{3}-){2}',
      '(?:[0-9]{1,3}\\.){3}[0-9]{1,3}',
      '(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}',
      '\\bfunction\\s+(\\w+)\\s*\\(',
      '[(+)]+',
      '(\\+)+',
      '(?<=x)y+',
      '^\\s*import .* from',
      'foo\\-bar',
      '\\p{Lu}\\p{Ll}+',
      '(?:ab?c)+',
      '(?:https?://)+',
      '(?:[0-9a-f]{2}:?){6}',
      '(?:,\\d{3})*',
      '(?:\\d{4}-?){4}'
    ];
    for (const source of harmless) expect(reason(source), source).to.equal('taken');
  });

  it('names bad syntax', () => {
    for (const source of ['(', 'a)', '[a', '*a', '(?i)a', 'a\\', '(?<n>a)(?<n>b)', 'a{2}{3}'])
      expect(reason(source), source).to.equal('invalid_pattern');
  });

  it('finds the texts of which every match contains one', () => {
    const cases: readonly (readonly [string, string])[] = [
      ['foo', 'foo'],
      ['fo+ba?r', 'fo'],
      ['x?abc', 'abc'],
      ['abcd?', 'abc'],
      ['a|bcd', 'a bcd'],
      ['a|b*', ''],
      ['(TODO|FIXME|XXX)\\b.*\\(', 'TODO FIXME XXX'],
      ['(?:abc|x(?:yz|uvw))+d', 'abc yz uvw'],
      ['(abc|)(de)?f', 'f'],
      ['(abc|de)fg', 'fg'],
      ['(abcd)fg', 'abcd'],
      ['(abcd)*fg', 'fg'],
      ['(?!abcd)fg', 'fg'],
      ['(?<!abcd)fg', 'fg'],
      ['[xyz]longest\\d', 'longest'],
      ['\\bword\\b', 'word'],
      ['foo\\.bar', 'foo.bar'],
      ['\\x41BC', 'BC'],
      ['\\u0041BC', 'BC'],
      ['\\u{1F600}BC', 'BC'],
      ['\\cJBC', 'BC'],
      ['\\p{Lu}BC', 'BC'],
      ['(?<name>ab)\\k<name>c', 'ab'],
      ['(a)\\1bc', 'bc'],
      ['^abc$', 'abc'],
      ['ab{2}c', 'ab'],
      ['😀?abc', 'abc']
    ];
    for (const [source, required] of cases) expect(guardRegex(source).required.join(' '), source).to.equal(required);
    expect(guardRegex('foo\\.bar').plain).to.equal(true);
    for (const source of ['fo+', 'a.c', '^abc', 'a|b', '\\d', '\\bword\\b', '(abc)', '[a]'])
      expect(guardRegex(source).plain, source).to.equal(false);
  });

  it('costs little on the largest expressions it takes', () => {
    expect(reason('(?:'.repeat(49) + 'a' + ')'.repeat(49))).to.equal('taken');
    expect(reason('[a]?'.repeat(250))).to.equal('taken');
  });
});
