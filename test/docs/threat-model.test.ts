import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';

const PAGE = 'docs/threat-model.md';

describe(PAGE, () => {
  it('names a test for every attack, and each of them is there', () => {
    const rows = readFileSync(PAGE, 'utf8')
      .split('\n')
      .filter(line => /^\| (?!attack|-)/.test(line));
    expect(rows.length).to.be.greaterThan(30);
    for (const row of rows) {
      const [attack = '', , test = ''] = row.split(/ \| /).map(cell => cell.replace(/^\| | \|$/g, ''));
      const [, file = '', title = ''] = /^`([^`]+)` (.+)$/.exec(test) ?? [];
      const path = join('.', file);
      expect(existsSync(path), `${attack}: ${path}`).to.equal(true);
      expect(readFileSync(path, 'utf8'), `${attack}: ${path}`).to.contain(title);
    }
  });
});
