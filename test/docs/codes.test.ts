import { expect } from 'chai';
import { envelopeCodes, problemCodes } from './codes.js';
import { textOf } from './pages.js';

const [problems = '', http = ''] = textOf('docs/codes.md').split('\n## HTTP\n');
const rows = (text: string) =>
  [...text.matchAll(/^\| `([a-z_.]+)` \|(.*)\|$/gm)].map(m => ({ code: m[1]!, cells: m[2]!.split(' | ') }));
const codes = (text: string) => rows(text).map(row => row.code);

/** Whether `code` is one that the sources name, or name but for a part known only when running. */
const named = (code: string, sources: ReadonlySet<string>) =>
  sources.has(code) || [...sources].some(source => source.endsWith('*') && code.startsWith(source.slice(0, -1)));

describe('docs/codes.md', () => {
  it('lists every code that the sources report', () => {
    const listed = new Set(codes(problems));
    const missing = [...problemCodes()].filter(code =>
      code.endsWith('*') ? ![...listed].some(known => known.startsWith(code.slice(0, -1))) : !listed.has(code)
    );
    expect(missing).to.deep.equal([]);
  });

  it('lists none that no source reports', () => {
    const sources = problemCodes();
    expect(codes(problems).filter(code => !named(code, sources))).to.deep.equal([]);
  });

  it('lists the codes of the error envelope, all and no other', () => {
    expect(codes(http).sort()).to.deep.equal([...envelopeCodes()].sort());
  });

  it('lists each code once, with what it means, an example and what to do', () => {
    const all = rows(problems + http);
    expect(all.map(row => row.code).filter((code, i, list) => list.indexOf(code) !== i)).to.deep.equal([]);
    for (const { code, cells } of all) {
      expect(cells, code).to.have.length(3);
      expect(cells[1], code).to.include(code).and.match(/`.+`/);
    }
  });
});
