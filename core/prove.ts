// The last step of a build: checks the shipped files as `policy check` does, and writes down what they hold and which were sound.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_PLUGINS, PACKAGE_ROOT } from './cli/main.js';
import { loadDocuments } from './documents/load.js';
import { noteParsed, writeParsed } from './documents/parsed.js';
import { noteProven, PROVEN_FILE } from './documents/proven.js';
import { formatProblem } from './errors.js';
import { discover } from './kernel/discover.js';
import { loadOptions } from './kernel/start.js';

const noted = noteProven();
noteParsed();
const { services } = await discover(join(PACKAGE_ROOT, 'plugins'), BUILT_PLUGINS);
const problems = new Set<string>();
for (const service of services) {
  const options = loadOptions(PACKAGE_ROOT, service, services);
  const { set, problems: found } = await loadDocuments({ ...options, proveAll: true });
  for (const problem of found) problems.add(formatProblem(problem));
  if (set !== undefined) for (const kind of options.kinds) kind.isProven?.(set.of(kind));
}
writeParsed();
// A build of files with mistakes is still a build: its services check them, and say what is wrong.
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.size > 0) rmSync(PROVEN_FILE, { force: true });
else writeFileSync(PROVEN_FILE, `${JSON.stringify(Object.fromEntries(noted), undefined, 2)}\n`);
