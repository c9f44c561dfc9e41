import { loadDocuments } from '../../../core/documents/load.js';
import type { Loaded, Source } from '../../../core/documents/kind.js';
import { compileGuard, InjectionRules } from '../../../core/guard/index.js';
import type { Guard, InjectionFile } from '../../../core/guard/index.js';

export interface Reported {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}

/** The rule files that the project ships. */
export async function shippedFiles(): Promise<readonly Loaded<InjectionFile>[]> {
  const items = (): never[] => [];
  const { set, problems } = await loadDocuments({
    root: '.',
    kinds: [InjectionRules],
    otherKinds: ANY,
    assemblies: [],
    items
  });
  if (set === undefined) throw new Error(problems.map(problem => problem.message).join('\n'));
  return set.of(InjectionRules);
}

/** The other files beside the rules are not under test here. */
const ANY: ReadonlySet<string> = Object.assign(new Set<string>(), { has: (id: string) => id !== InjectionRules.id });

let guard: Guard | undefined;

/** The guard made from the shipped files; compiled once for all tests. */
export async function shippedGuard(): Promise<Guard> {
  guard ??= compileGuard(await shippedFiles(), (file, pointer, code, message) => {
    throw new Error(`${file.file}${pointer}: ${code} ${message}`);
  });
  return guard;
}

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
