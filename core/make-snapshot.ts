import { join } from 'node:path';
import { filesBehind } from './documents/assembly.js';
import { loadDocuments } from './documents/load.js';
import { readFile, type ReadFile } from './documents/parse.js';
import { DOCUMENTS, readAll, type Reader, readTexts } from './documents/read.js';
import { assemblyCheck, clearSnapshot, kindCheck, writeSnapshot } from './documents/snapshot.js';
import { statedTexts, utcDay } from './documents/stated.js';
import { formatProblem } from './errors.js';
import { discover } from './kernel/discover.js';
import { loadOptions } from './kernel/start.js';
import { writeKeys } from './learn/known-keys.js';
import { PACKAGE_ROOT } from './package-root.js';
import { BUILT_PLUGINS } from './cli/main.js';

/**
 * Checks the shipped files as `policy check` does and writes their snapshot beside the compiled code. Answers with what is
 * wrong, one line each: a build of files with mistakes is still a build, whose services check them at their start.
 */
async function makeSnapshot(): Promise<readonly string[]> {
  clearSnapshot();
  const { services } = await discover(join(PACKAGE_ROOT, 'plugins'), BUILT_PLUGINS);
  const list = readFile(join(PACKAGE_ROOT, 'plugins/plugins.yaml'), 'plugins/plugins.yaml', [])!;
  const files = new Map<string, ReadFile>([[list.digest, list]]);
  const held = new Map<string, readonly Pick<ReadFile, 'source'>[]>([[kindCheck('plugins'), [list]]]);
  const problems = new Set<string>();
  const today = utcDay(new Date());
  for (const service of services) {
    const options = loadOptions(PACKAGE_ROOT, service, services);
    const { set, problems: found } = await loadDocuments({ ...options, thorough: true });
    for (const problem of found) problems.add(formatProblem(problem));
    if (set !== undefined) {
      for (const kind of options.kinds) held.set(kindCheck(kind.id), set.of(kind));
      for (const assembly of options.assemblies) held.set(assemblyCheck(assembly.id), filesBehind(assembly, set));
    }
    const read: Reader = (from, found, given) =>
      statedTexts(readTexts(from, found, given), options.kinds).on(today, found);
    const folders = { root: PACKAGE_ROOT, folders: options.folders! };
    for (const reader of [readTexts, read])
      for (const file of readAll(folders, [], DOCUMENTS, reader)) files.set(file.digest, file);
  }
  writeSnapshot(files.values(), problems.size > 0 ? new Map() : held);
  if (problems.size === 0) writeKeys();
  return [...problems];
}

// The last step of a build, after the compiler.
for (const problem of await makeSnapshot()) process.stderr.write(`${problem}\n`);
