import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Loaded } from '../../../core/documents/kind.js';
import { digestOf } from '../../../core/documents/proven.js';

/**
 * Expects that the digest of files which were checked just now stands in `code` after `name`; UPDATE_PROVEN=1 writes it
 * there.
 */
export function expectProven(code: string, name: string, files: readonly Pick<Loaded<unknown>, 'source'>[]): void {
  const before = readFileSync(code, 'utf8');
  const written = before.replace(new RegExp(`(\\b${name}(?::| =) )'\\w{16}'`), `$1'${digestOf(files)}'`);
  if (process.env['UPDATE_PROVEN'] !== undefined) writeFileSync(code, written);
  else expect(written === before, `${code}: run this test with UPDATE_PROVEN=1 and build again`).to.equal(true);
}
