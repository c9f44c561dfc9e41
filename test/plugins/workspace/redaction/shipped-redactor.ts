import { loadDocuments } from '../../../../core/documents/load.js';
import type { Loaded, Source } from '../../../../core/documents/kind.js';
import type { DocumentSet } from '../../../../core/documents/set.js';
import { compileRedactor, RedactionRules, RedactorAssembly } from '../../../../plugins/workspace/redaction/index.js';
import type { RedactionFile, Redactor } from '../../../../plugins/workspace/redaction/index.js';

/** The other files beside the rules are not under test here. */
const ANY: ReadonlySet<string> = Object.assign(new Set<string>(), { has: (id: string) => id !== RedactionRules.id });

let loaded: Promise<DocumentSet> | undefined;

async function load(): Promise<DocumentSet> {
  const items = (): never[] => [];
  const kinds = [RedactionRules];
  const assemblies = [RedactorAssembly];
  const { set, problems } = await loadDocuments({ root: '.', kinds, otherKinds: ANY, assemblies, items });
  if (set === undefined) throw new Error(problems.map(problem => problem.message).join('\n'));
  return set;
}

/** The rule files that the project ships. */
export const shippedFiles = async (): Promise<readonly Loaded<RedactionFile>[]> =>
  (await (loaded ??= load())).of(RedactionRules);

/** The redactor made from the shipped files, with its reader; compiled once for all tests. */
export const shippedRedactor = async (): Promise<Redactor> => (await (loaded ??= load())).get(RedactorAssembly);

/** Compiles files and returns what was reported, as `pointer code`. */
export function problemsOf(...values: readonly RedactionFile[]): string[] {
  const source: Source = { file: 'policies/redaction/a.yaml', revision: '0', place: () => ({ line: 1, column: 1 }) };
  const reported: string[] = [];
  const files: Loaded<RedactionFile>[] = values.map(value => ({ source, value }));
  compileRedactor(files, (_, pointer, code) => reported.push(`${pointer} ${code}`));
  return reported;
}
