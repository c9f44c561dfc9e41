import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PACKAGE_ROOT } from '../../core/cli/main.js';
import { apiReference, doors } from './api-reference.js';
import { textOf } from './pages.js';

const PAGE = 'docs/api.md';

describe(PAGE, () => {
  const reference = apiReference();
  if (process.env['UPDATE_DOCS'] !== undefined) writeFileSync(join(PACKAGE_ROOT, PAGE), reference);

  it('is the reference of what the package publishes (UPDATE_DOCS=1 rewrites it)', () => {
    expect(textOf(PAGE)).to.equal(reference);
  });

  it('has every value that can be imported, and no other', async () => {
    for (const [door, file] of doors()) {
      const part = reference.split(/^## /m).find(text => text.startsWith(`${door}\n`))!;
      const values = [...part.matchAll(/^### (\w+) \(value\)$/gm)].map(([, name]) => name!);
      const module = (await import(
        pathToFileURL(join(PACKAGE_ROOT, 'dist', file.replace('.d.ts', '.js'))).href
      )) as object;
      expect(values.sort(), door).to.deep.equal(Object.keys(module).sort());
    }
  });
});
