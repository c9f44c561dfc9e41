import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { editorSchemas } from './editor-schemas.js';
import { foldersOf, loadDocuments } from '../../../core/documents/index.js';
import {
  type CommandContext,
  type ExitStatus,
  formatProblem,
  kindsOf,
  loadOptions,
  type Problem,
  servicesOf,
  staticItems,
  UsageError
} from '../../../core/index.js';
import { TestSection, type SkeletonFile } from '../../../core/workbench/index.js';
import { readTests } from '../tests/test-files.js';

const PACKAGED = 'node_modules/bylaw/docs/schemas';
const OWN = 'docs/schemas';

/**
 * Writes new files and checks them together with all others. With a problem nothing is kept: the files are removed
 * again and the problems told, status 1. A file that is there already is never overwritten.
 */
export async function addFiles(context: CommandContext, skeletons: readonly SkeletonFile[]): Promise<ExitStatus> {
  const { root, services, out, err } = context;
  const taken = skeletons.find(({ file }) => existsSync(join(root, file)));
  if (taken !== undefined) throw new UsageError(`${taken.file} is there already; choose another name`);
  const schemas = editorSchemas(services);
  for (const { file, kind, text } of skeletons) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), modeline(root, file, kind, schemas) + text);
  }
  const kinds = new Set(skeletons.map(({ kind }) => kind));
  const problems = await problemsOf(context, kinds);
  if (problems.length > 0) {
    for (const { file } of skeletons) rmSync(join(root, file));
    for (const problem of problems) err(formatProblem(problem));
    const before = (await problemsOf(context, kinds)).length;
    err(before === 0 ? 'nothing was added' : 'nothing was added: the files were not sound before; mend them first');
    return 1;
  }
  for (const { file } of skeletons) out(file);
  return 0;
}

/** What the services that read these kinds say to the files as they stand now. */
async function problemsOf({ root, services }: CommandContext, kinds: ReadonlySet<string>): Promise<readonly Problem[]> {
  const problems = new Map<string, Problem>();
  for (const service of servicesOf(services, kinds))
    for (const problem of (await loadDocuments(loadOptions(root, service, services))).problems)
      problems.set(formatProblem(problem), problem);
  const inTests: Problem[] = [];
  readTests({ root, folders: foldersOf(kindsOf(services)) }, staticItems(services, TestSection), inTests);
  return [...problems.values(), ...inTests];
}

/**
 * The first line of a file, by which an editor finds the schema of its kind: in the root's own `docs/schemas`, or in
 * an installed package. Where there is neither, the schema is written, so that the path always leads somewhere.
 */
function modeline(root: string, file: string, kind: string, schemas: ReadonlyMap<string, string>): string {
  const found = [OWN, PACKAGED].map(folder => join(root, folder, `${kind}.json`)).find(path => existsSync(path));
  const path = found ?? join(root, OWN, `${kind}.json`);
  if (found === undefined) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, schemas.get(kind)!);
  }
  return `# yaml-language-server: $schema=${relative(dirname(join(root, file)), path)
    .split(sep)
    .join('/')}\n`;
}
