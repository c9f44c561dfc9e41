import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDocuments } from '../../../../core/documents/load.js';
import type { Verifier } from '../../../../plugins/support/verify/contract.js';
import { VerificationPolicy } from '../../../../plugins/support/verify/policy.js';
import { compileVerifier } from '../../../../plugins/support/verify/judge/verify.js';

const FOLDER = 'policies/verification';

/** A verifier over the shipped vocabulary and files of a test's own, loaded as the service loads them. */
export async function verifierWith(files: Readonly<Record<string, string>> = {}): Promise<Verifier> {
  const root = mkdtempSync(join(tmpdir(), 'verification-'));
  mkdirSync(join(root, 'policies'));
  cpSync(FOLDER, join(root, FOLDER), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(root, FOLDER, `${name}.yaml`), `kind: verification\nversion: 1\nname: ${name}\n${text}`);
  }
  const { set, problems } = await loadDocuments({ root, kinds: [VerificationPolicy], assemblies: [], items: () => [] });
  const faults = problems.map(({ message }) => message);
  if (!set || faults.length > 0) throw new Error(faults.join('\n'));
  return compileVerifier(set.of(VerificationPolicy), (pointer, code, message) => {
    throw new Error(`${pointer} ${code} ${message}`);
  });
}

export const verifier = await verifierWith();
