import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A root of its own with the facts and rule tables that ship with the package, and nothing else. */
export function copyShippedTables(): string {
  const root = mkdtempSync(join(tmpdir(), 'tables-'));
  for (const name of ['facts.yaml', 'records', 'refund', 'return', 'cancel', 'change', 'lines'])
    cpSync(join('policies', name), join(root, 'policies', name), { recursive: true });
  return root;
}
