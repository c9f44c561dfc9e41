import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Loaded } from '../../../core/documents/kind.js';
import { digestOf } from '../../../core/documents/proven.js';

type Sourced = Pick<Loaded<unknown>, 'source'>;

/** Expects that the digest of files which were checked just now stands in the code by this name; UPDATE_PROVEN=1 writes it there. */
export function expectProven(name: string, files: readonly Sourced[], code = 'core/documents/proven.ts'): void {
  const before = readFileSync(code, 'utf8');
  const written = before.replace(new RegExp(`(\\b${name}(?::| =) )'\\w{16}'`), `$1'${digestOf(files)}'`);
  if (process.env['UPDATE_PROVEN'] !== undefined) writeFileSync(code, written);
  else expect(written === before, `${code}: run this test with UPDATE_PROVEN=1 and build again`).to.equal(true);
}
