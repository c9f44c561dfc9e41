import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as core from '../../core/index.js';
import { PACKAGE_ROOT } from '../../core/commands/main.js';
import { apiReference } from './api-reference.js';
import { textOf } from './pages.js';

const PAGE = 'docs/api.md';

describe(PAGE, () => {
  const reference = apiReference();
  if (process.env['UPDATE_DOCS'] !== undefined) writeFileSync(join(PACKAGE_ROOT, PAGE), reference);

  it('is the reference of core/index.ts (UPDATE_DOCS=1 rewrites it)', () => {
    expect(textOf(PAGE)).to.equal(reference);
  });

  it('has every value that can be imported, and no other', () => {
    const values = [...reference.matchAll(/^### (\w+) \(value\)$/gm)].map(([, name]) => name!);
    expect(values.sort()).to.deep.equal(Object.keys(core).sort());
  });

  it('is what the package publishes', () => {
    const { exports, types } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as any;
    expect([exports['.'].types, types]).to.deep.equal(['./dist/core/index.d.ts', './dist/core/index.d.ts']);
  });
});
