import { expect } from 'chai';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../core/cli/main.js';
import { shippedServices } from '../harness/service.js';
import { textOf } from './pages.js';
import { settingsTable } from './settings-table.js';

const PAGE = 'docs/operators.md';
const SETTINGS = /(<!-- settings -->\n\n)([\s\S]*?)(\n\n<!-- \/settings -->)/;

const sources = ['core', 'plugins'].flatMap(folder =>
  readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => readFileSync(join(PACKAGE_ROOT, folder, name), 'utf8'))
);

describe(PAGE, () => {
  it('lists every setting as the code declares it (UPDATE_DOCS=1 rewrites the table)', async () => {
    const table = settingsTable((await shippedServices()).find(({ name }) => name === 'support')!).join('\n');
    const text = textOf(PAGE);
    if (process.env['UPDATE_DOCS'] !== undefined)
      writeFileSync(
        join(PACKAGE_ROOT, PAGE),
        text.replace(SETTINGS, (_all, open: string, _old, close: string) => open + table + close)
      );
    expect(SETTINGS.exec(textOf(PAGE))?.[2]).to.equal(table);
  });

  it('names every event that is logged, and no other', () => {
    const logged = sources.flatMap(source =>
      [...source.matchAll(/\b(?:log\.(?:debug|info|warning|error)\(|repeats\.write\('\w+',)\s*'([^']+)'/g)].map(
        ([, event]) => event!
      )
    );
    const named = [...textOf(PAGE).matchAll(/^\| `([a-z]+\.[a-z_]+)` \| (?:debug|info|warning|error) \|/gm)].map(
      ([, event]) => event!
    );
    expect(named.sort()).to.deep.equal([...new Set(logged)].sort());
  });

  it('names every cause of a failed tool, and no other', () => {
    const thrown = sources.flatMap(source =>
      [...source.matchAll(/new ToolFailure\(\s*'([^']+)'/g)].map(([, cause]) => cause!)
    );
    const [, causes = ''] = /\| cause \|[^\n]*\n((?:\|[^\n]*\n)+)/.exec(textOf(PAGE)) ?? [];
    const named = [...causes.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, name]) => name!);
    expect(named.sort()).to.deep.equal([...new Set(thrown)].sort());
  });

  it('names every metric, and no other', () => {
    const made = sources.flatMap(source =>
      [...source.matchAll(/\.(?:counter|distribution)\(\s*'([^']+)'/g)].map(([, name]) => name!)
    );
    const named = [...textOf(PAGE).matchAll(/^\| `(agent\.[a-z_]+)` \|/gm)].map(([, name]) => name!);
    expect(named.sort()).to.deep.equal([...new Set(made)].sort());
  });
});
