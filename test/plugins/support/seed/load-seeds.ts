import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadDocuments, type Candidate } from '../../../../core/documents/load.js';
import { ArticleKind } from '../../../../plugins/support/kinds/article.js';
import { SeedAccountKind } from '../../../../plugins/support/kinds/seed-account.js';
import { SeedOrderKind } from '../../../../plugins/support/kinds/seed-order.js';
import { SystemPolicyKind } from '../../../../plugins/support/kinds/system-policy.js';
import { RecordAttributesKind } from '../../../../plugins/support/kinds/record-attributes.js';
import { RuleTableKind } from '../../../../core/rules/index.js';
import { RecordDoorsAssembly } from '../../../../plugins/support/records/doors.js';
import { SeedsAssembly, type Seeds } from '../../../../plugins/support/seed/assembly.js';

export const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const SHIPPED = ['seeds', 'policies/system-policy', 'policies/records', 'policies/refund', 'policies/return'];

/** Loads the shipped seeds and system policy, or only the files given, from a folder of their own. */
export async function loadSeeds(files?: Readonly<Record<string, string>>): Promise<Candidate> {
  const root = mkdtempSync(join(tmpdir(), 'bylaw-seeds-'));
  try {
    if (files === undefined)
      for (const folder of SHIPPED) cpSync(join(ROOT, folder), join(root, folder), { recursive: true });
    for (const [file, text] of Object.entries(files ?? {})) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    const kinds = [ArticleKind, SeedAccountKind, SeedOrderKind, SystemPolicyKind, RecordAttributesKind, RuleTableKind];
    return await loadDocuments({ root, kinds, assemblies: [RecordDoorsAssembly, SeedsAssembly], items: () => [] });
  } finally {
    rmSync(root, { recursive: true });
  }
}

export async function shippedSeeds(): Promise<Seeds> {
  const { set, problems } = await loadSeeds();
  if (set === undefined) throw new Error(JSON.stringify(problems, null, 1));
  return set.get(SeedsAssembly);
}

/** `file:line code` of every problem, which is what a person looks at. */
export async function problemsOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  return (await loadSeeds(files)).problems.map(({ file, line, code }) => `${file}:${line} ${code}`);
}
