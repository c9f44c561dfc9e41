import { loadDocuments } from '../../../../core/documents/load.js';
import type { Loaded, Source } from '../../../../core/documents/kind.js';
import { compileRedactor, RedactionRules } from '../../../../plugins/workspace/redaction/index.js';
import type { RedactionFile, Redactor } from '../../../../plugins/workspace/redaction/index.js';

/** The other files beside the rules are not under test here. */
const ANY: ReadonlySet<string> = Object.assign(new Set<string>(), { has: (id: string) => id !== RedactionRules.id });

/** The rule files that the project ships. */
export async function shippedFiles(): Promise<readonly Loaded<RedactionFile>[]> {
  const items = (): never[] => [];
  const kinds = [RedactionRules];
  const { set, problems } = await loadDocuments({ root: '.', kinds, otherKinds: ANY, assemblies: [], items });
  if (set === undefined) throw new Error(problems.map(problem => problem.message).join('\n'));
  return set.of(RedactionRules);
}

let redactor: Redactor | undefined;

/** The redactor made from the shipped files; compiled once for all tests. */
export async function shippedRedactor(): Promise<Redactor> {
  redactor ??= compileRedactor(await shippedFiles(), (file, pointer, code, message) => {
    throw new Error(`${file.file}${pointer}: ${code} ${message}`);
  });
  return redactor;
}

/** Compiles files and returns what was reported, as `pointer code`. */
export function problemsOf(...values: readonly RedactionFile[]): string[] {
  const source: Source = { file: 'policies/redaction/a.yaml', revision: '0', place: () => ({ line: 1, column: 1 }) };
  const reported: string[] = [];
  const files: Loaded<RedactionFile>[] = values.map(value => ({ source, value }));
  compileRedactor(files, (_, pointer, code) => reported.push(`${pointer} ${code}`));
  return reported;
}
