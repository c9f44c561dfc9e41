import type { DocumentSet } from '../../../core/documents/set.js';
import { PACKAGE_ROOT } from '../../../core/package-root.js';
import { loadDocuments } from '../../../core/documents/load.js';
import type { Loaded, Source } from '../../../core/documents/kind.js';
import { compileGuard, GuardAssembly, InjectionRules } from '../../../core/guard/index.js';
import type { Guard, InjectionFile } from '../../../core/guard/index.js';

export interface Reported {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}

/** The rule files that the project ships. */
export const shippedFiles = async (): Promise<readonly Loaded<InjectionFile>[]> => (await shipped()).of(InjectionRules);

async function shipped(): Promise<DocumentSet> {
  const { set, problems } = await loadDocuments({
    root: PACKAGE_ROOT,
    kinds: [InjectionRules],
    otherKinds: ANY,
    assemblies: [GuardAssembly],
    items: () => []
  });
  if (set === undefined) throw new Error(problems.map(problem => problem.message).join('\n'));
  return set;
}

/** The other files beside the rules are not under test here. */
const ANY: ReadonlySet<string> = Object.assign(new Set<string>(), { has: (id: string) => id !== InjectionRules.id });

/** The guard made from the shipped files and what was learned for them. */
export const shippedGuard = async (): Promise<Guard> => (made ??= await shipped()).get(GuardAssembly);

let made: DocumentSet | undefined;

/** A file as the loader would give it. */
export function fileOf(value: InjectionFile, file = 'policies/injection/test.yaml'): Loaded<InjectionFile> {
  const source: Source = { file, revision: '000000000000', place: () => ({ line: 1, column: 1 }) };
  return { source, value };
}

/** Compiles `files` and returns what was reported. */
export function problemsOf(files: readonly Loaded<InjectionFile>[]): Reported[] {
  const reported: Reported[] = [];
  compileGuard(files, (_, pointer, code, message) => reported.push({ pointer, code, message }));
  return reported;
}
