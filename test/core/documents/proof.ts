import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Loaded } from '../../../core/documents/kind.js';
import { digestOf, isProven } from '../../../core/documents/proven.js';

const CODE = 'core/documents/proven.ts';

/** Expects that files which were proved just now are those that count as proved; UPDATE_PROVEN=1 makes it so. */
export function expectProven(assembly: string, files: readonly Loaded<unknown>[]): void {
  if (process.env['UPDATE_PROVEN'] === undefined) {
    expect(isProven(assembly, files), `${CODE}: run this test with UPDATE_PROVEN=1`).to.equal(true);
    return;
  }
  const written = new RegExp(`${assembly}: '\\w{16}'`);
  writeFileSync(CODE, readFileSync(CODE, 'utf8').replace(written, `${assembly}: '${digestOf(files)}'`));
}
