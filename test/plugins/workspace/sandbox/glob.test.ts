import { expect } from 'chai';
import { Denied } from '../../../../plugins/workspace/sandbox/denied.js';
import { compileGlob, Exclusion } from '../../../../plugins/workspace/sandbox/glob.js';

const reason = (pattern: string): string => {
  try {
    compileGlob(pattern);
    return 'taken';
  } catch (error) {
    return (error as Denied).reason;
  }
};

describe('globs', () => {
  const cases: readonly (readonly [pattern: string, yes: readonly string[], no: readonly string[]])[] = [
    ['*.ts', ['a.ts', 'src/deep/a.ts'], ['a.tsx', 'a.ts/b']],
    ['src/*.ts', ['src/a.ts'], ['a.ts', 'src/deep/a.ts', 'lib/src/a.ts']],
    ['src/**/*.ts', ['src/a.ts', 'src/x/y/a.ts'], ['a.ts', 'src/a.js']],
    ['**/test/**', ['test/a', 'x/test/y/z'], ['test', 'x/tests/a']],
    ['**', ['a', 'a/b/c'], []],
    ['./src/a.ts', ['src/a.ts'], ['a.ts']],
    ['a?c', ['abc', 'x/a.c'], ['ac', 'abbc']],
    ['[a-c]x', ['ax', 'bx'], ['dx', 'x']],
    ['[!a-c]x', ['dx'], ['ax']],
    ['*.{ts,tsx,{c,m}js}', ['a.ts', 'a.tsx', 'a.cjs', 'a.mjs'], ['a.js', 'a.{ts']],
    ['{src,test}/*.ts', ['src/a.ts', 'test/a.ts'], ['lib/a.ts']],
    ['a{b}c', ['a{b}c'], ['abc']],
    ['app/(group)/page.tsx', ['app/(group)/page.tsx'], ['app/group/page.tsx']],
    ['\\*.md', ['*.md'], ['a.md']]
  ];
  for (const [pattern, yes, no] of cases) {
    it(`${pattern} holds for the right paths`, () => {
      const glob = compileGlob(pattern);
      expect(
        yes.filter(path => !glob.matches(path)),
        'missed'
      ).to.deep.equal([]);
      expect(
        no.filter(path => glob.matches(path)),
        'taken by mistake'
      ).to.deep.equal([]);
    });
  }

  it('know whether they are about folders or hidden names', () => {
    expect(compileGlob('src/**/')).to.include({ folders: true, hidden: false });
    expect(compileGlob('.github/*.yml')).to.include({ folders: false, hidden: true });
    expect(compileGlob('{a,.env}')).to.include({ hidden: true });
  });

  it('refuse bombs', () => {
    for (const bomb of [
      '{a,b}'.repeat(40),
      '{'.repeat(500) + '}'.repeat(500),
      `{${'a,'.repeat(400)}}`,
      '+(a|+(b|+(c)))*',
      '!(a|b)',
      '*'.repeat(1001)
    ])
      expect(reason(bomb), bomb.slice(0, 30)).to.equal('unsafe_pattern');
  });

  it('answer at once on what makes backtracking matchers hang', () => {
    const name = 'a'.repeat(250);
    const path = `${'a/'.repeat(200)}a`;
    expect(compileGlob('*a'.repeat(300) + 'b').matches(name)).to.equal(false);
    expect(compileGlob('**/'.repeat(200) + 'b').matches(path)).to.equal(false);
    expect(compileGlob('**/*a*a*a*a*a*a*b/'.repeat(30) + 'b').matches(path)).to.equal(false);
    expect(compileGlob('[a-z]*'.repeat(150) + '1').matches(name)).to.equal(false);
  });

  it('refuse what leaves the folder, in any notation', () => {
    for (const pattern of ['../*', '/etc/*', 'src/../../*', '{..,a}/*', '..\\..\\*', '%2e%2e/*', 'C:\\*', '~/*'])
      expect(reason(pattern), pattern).to.equal('outside_workspace');
  });

  it('refuse what cannot match', () => {
    for (const pattern of ['', '[a', 'a\\', '{a,}']) expect(reason(pattern), pattern).to.equal('invalid_pattern');
  });

  it('exclude a folder with all it holds', () => {
    const exclusion = new Exclusion(['node_modules', '*.min.js', 'build/']);
    const walk: readonly (readonly [path: string, isDirectory: boolean])[] = [
      ['a', true],
      ['a/node_modules', true],
      ['a/node_modules/x.js', false],
      ['a/z.js', false],
      ['a/z.min.js', false],
      ['build', false],
      ['c', true],
      ['c/build', true],
      ['c/build/y.js', false],
      ['c/d.js', false]
    ];
    const left = walk.filter(([path, isDirectory]) => !exclusion.covers(path, isDirectory)).map(([path]) => path);
    expect(left).to.deep.equal(['a', 'a/z.js', 'build', 'c', 'c/d.js']);
  });
});
