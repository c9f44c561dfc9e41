import { existsSync, writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { DOCUMENTS, foldersOf, parseBytes, readAll, type ReadFile, TEST_FILES } from '../../../core/documents/index.js';
import {
  type CommandContext,
  type ExitStatus,
  formatProblem,
  kindsOf,
  type Problem,
  UsageError
} from '../../../core/index.js';
import { inStyle, stylesOf } from '../format/styles.js';
import { digestOf, readShipped } from '../scaffold/shipped-files.js';

/** Writes declarative files in the one style, or says which are not (`--check`, status 1); `-` stands for standard input. */
export async function policyFmt(context: CommandContext): Promise<ExitStatus> {
  const { root, args, services, options, out, err } = context;
  if (args.includes('-')) return await formatInput(context);
  const problems: Problem[] = [];
  const styles = stylesOf(services);
  const check = options['check'] === true;
  const changed: string[] = [];
  const from = { root, folders: foldersOf(kindsOf(services)) };
  const all = [...readAll(from, problems, DOCUMENTS), ...readAll(from, problems, TEST_FILES)];
  const wanted = args.map(arg => ({ arg, isNamed: selection(root, arg) }));
  const none = wanted.find(
    ({ isNamed }) => !all.some(f => isNamed(f.source.file)) && !problems.some(p => isNamed(p.file ?? ''))
  );
  if (none !== undefined)
    throw new UsageError(
      `'${none.arg}' names no declarative file of ${root}, neither as a path nor as a part of one; --root names another folder`
    );
  const isWanted = (file = '') => args.length === 0 || wanted.some(({ isNamed }) => isNamed(file));
  // Files that stand as they were shipped are not the root's to style: an upgrade would take them for edited.
  const shipped = args.length === 0 ? readShipped(root) : undefined;
  const isOwn = ({ source: { file }, text }: ReadFile) => shipped?.get(file) !== digestOf(Buffer.from(text));
  const files = all.filter(each => isWanted(each.source.file) && isOwn(each));
  for (const file of files) {
    const style = styles.get(file.content['kind']);
    const after = style === undefined ? undefined : inStyle(file, style, problems);
    if (after === undefined || after === file.text) continue;
    changed.push(file.source.file);
    if (!check) writeFileSync(join(root, file.source.file), after);
  }
  const found = problems.filter(({ file }) => isWanted(file));
  for (const problem of found) err(formatProblem(problem));
  for (const file of changed) out(file);
  out(`${changed.length} of ${files.length} files ${check ? 'to be formatted' : 'formatted'}`);
  return found.length > 0 || (check && changed.length > 0) ? 1 : 0;
}

/** Which files an argument names: a file, or all of a folder, from where the command runs; else those with it in their path. */
function selection(root: string, arg: string): (file: string) => boolean {
  const path = relative(root, resolve(arg));
  const isInside = path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
  if (!existsSync(resolve(arg)) || !isInside) return file => file.includes(arg);
  const name = path.split(sep).join('/');
  return file => name === '' || file === name || file.startsWith(`${name}/`);
}

/** Formats standard input, as editors ask before they save. Prints nothing where that cannot be done, status 1. */
async function formatInput({ args, services, options, out, err }: CommandContext): Promise<ExitStatus> {
  if (args.length > 1) throw new UsageError("'-' stands for standard input, and alone");
  const problems: Problem[] = [];
  const file = parseBytes('standard input', await buffer(process.stdin), problems);
  const style = file && stylesOf(services).get(file.content['kind']);
  if (file !== undefined && style === undefined) {
    const message = 'no plugin brings this kind, so its style is not known';
    problems.push({ code: 'kind_unknown', message, file: file.source.file, ...file.source.place('/kind') });
  }
  const after = file && style && inStyle(file, style, problems);
  for (const problem of problems) err(formatProblem(problem));
  if (file === undefined || after === undefined) return 1;
  if (options['check'] === true) return after === file.text ? 0 : 1;
  out(after.slice(0, -1));
  return 0;
}
