import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDispatch } from '../plugins/workspace/rpc/dispatch.js';
import { contentAssessor } from '../plugins/workspace/rpc/assess.js';
import { remembering } from '../plugins/workspace/rpc/remember.js';
import { loadDocuments } from '../core/documents/load.js';
import { GuardAssembly, InjectionRules } from '../core/guard/index.js';
import { silentLog } from '../core/index.js';
import { RedactionRules, RedactorAssembly } from '../plugins/workspace/redaction/index.js';
import { OutlineLanguageKind, OutlineLanguagesAssembly } from '../plugins/workspace/outline/language.js';
import { WorkspaceToolKind } from '../plugins/workspace/catalog/workspace-tool.js';
import { openSandbox } from '../plugins/workspace/sandbox/sandbox.js';
import { findFiles } from '../plugins/workspace/tools/find-files.js';
import { listDirectory } from '../plugins/workspace/tools/list-directory.js';
import { outlineFile } from '../plugins/workspace/tools/outline-file.js';
import { readFile } from '../plugins/workspace/tools/read-file.js';
import { searchText } from '../plugins/workspace/tools/search-text.js';
import { workspaceOverview } from '../plugins/workspace/tools/workspace-overview.js';
import { ripgrepPath } from './workspace/context.js';

/** The workspace tools on a made tree, everything on (arguments, redaction, assessment), and ripgrep on the same tree. */
const FOLDERS = 500;
const FILES = 40;
const MANY = 100_000;

const root = mkdtempSync(join(tmpdir(), 'bylaw-bench-'));
process.on('exit', () => rmSync(root, { recursive: true }));
const body =
  'static int value;\nint next(void) { return value++; }\n/* words of a comment that says little */\n'.repeat(60);
for (let folder = 0; folder < FOLDERS; folder++) {
  const path = join(root, `tree/d${folder % 20}/e${folder}`);
  mkdirSync(path, { recursive: true });
  for (let file = 0; file < FILES; file++)
    writeFileSync(join(path, `f${file}.c`), file % 10 === 0 ? `${body}// TODO(${file}): later\n` : body);
}
mkdirSync(join(root, 'many'));
for (let n = 0; n < MANY; n++) writeFileSync(join(root, `many/f${n}`), '');
writeFileSync(join(root, 'small.ts'), 'export const answer = 42;\n'.repeat(40));

const { set } = await loadDocuments({
  root: '.',
  kinds: [WorkspaceToolKind, OutlineLanguageKind, InjectionRules, RedactionRules],
  otherKinds: Object.assign(new Set<string>(), { has: () => true }),
  assemblies: [OutlineLanguagesAssembly, GuardAssembly, RedactorAssembly],
  items: () => []
});
if (set === undefined) throw new Error('the files do not load');
const guard = () => set.get(GuardAssembly);
const tools = [findFiles, listDirectory, outlineFile, readFile, searchText, workspaceOverview];
const definitions = new Map(set.of(WorkspaceToolKind).map(({ value }) => [value.name, value]));
const sandbox = await openSandbox(root);
const dispatch = (remember: boolean) =>
  createDispatch({
    sandbox,
    limits: { maxFileBytes: 5 * 1024 * 1024, maxResultBytes: 100 * 1024 },
    budgetMs: 60_000,
    redactor: () => set.get(RedactorAssembly),
    languages: () => set.get(OutlineLanguagesAssembly),
    assess: remember ? remembering(contentAssessor(guard), guard) : contentAssessor(guard),
    log: silentLog,
    logArguments: false,
    text: 'summary'
  });

const pad = (text: string) => text.padEnd(52);
async function measure(label: string, rounds: number, work: () => unknown): Promise<void> {
  await work();
  const times: number[] = [];
  const cpu = process.cpuUsage();
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  const { user, system } = process.cpuUsage(cpu);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)]!.toFixed(2).padStart(9);
  const cost = ((user + system) / 1000 / rounds).toFixed(2).padStart(9);
  console.log(`${pad(label)} min ${at(0)}  p50 ${at(0.5)}  p95 ${at(0.95)}  CPU ${cost} ms`);
}

const signal = new AbortController().signal;
const caller = (remember: boolean) => {
  const run = dispatch(remember);
  return (name: string, args: object) =>
    run(
      definitions.get(name)!,
      tools.find(tool => tool.name === name)!,
      { ...args },
      { signal, meta: {}, progress() {} }
    );
};
const call = caller(true);
const first = caller(false);

console.log(`${FOLDERS * FILES} files in a tree, ${MANY} in one folder, ${availableParallelism()} processors`);
await measure('read_file, 1 KB, read before', 2000, () => call('read_file', { path: 'small.ts' }));
await measure('read_file, 1 KB, every time as if for the first', 500, () => first('read_file', { path: 'small.ts' }));
await measure('list_directory, 20 entries', 500, () => call('list_directory', { path: 'tree', depth: 1 }));
await measure('list_directory, 100,000 files in a folder', 3, () => call('list_directory', { path: 'many' }));
await measure('outline_file, 6 KB of C', 50, () => call('outline_file', { path: 'tree/d0/e0/f0.c' }));
await measure('find_files, one name', 3, () => call('find_files', { pattern: '**/f7.c', path: 'tree' }));
await measure('workspace_overview', 3, () => call('workspace_overview', {}));
await measure('search_text, first 100 of a common word', 20, () =>
  call('search_text', { pattern: 'return', path: 'tree' })
);

const ripgrep = ripgrepPath();
for (const [label, pattern] of [
  ['a literal that is nowhere', 'zzqqxxabsent'],
  ['an expression with a literal', '\\b[a-z]+_suspend_[a-z]+\\b'],
  ['an expression without', '(TODO|FIXME|XXX)\\b.*\\(']
] as const) {
  const args = { pattern, path: 'tree', output: 'count', max_results: 1000, case: 'sensitive' };
  await measure(`search_text, ${label}`, 3, () => call('search_text', args));
  if (existsSync(ripgrep))
    await measure(`  ripgrep, ${label}`, 3, () => {
      try {
        execFileSync(ripgrep, ['--no-config', '-c', '-e', pattern, join(root, 'tree')], { stdio: 'ignore' });
      } catch {
        // No match.
      }
    });
}
process.exit();
