import { byPlace, loadDocuments } from '../documents/load.js';
import { formatProblem, type Problem } from '../errors.js';
import { loadOptions } from '../kernel/start.js';
import type { CommandContext, ExitStatus } from '../points/command.js';

/** Loads the files of every service the way their start does, and reports all problems. */
export async function policyCheck({ root, services, options, out, err }: CommandContext): Promise<ExitStatus> {
  const problems = new Map<string, Problem>();
  const revisions: Record<string, string> = {};
  let files = 0;
  for (const service of services) {
    const candidate = await loadDocuments({ ...loadOptions(root, service, services), proveAll: true });
    files = Math.max(files, candidate.files);
    for (const problem of candidate.problems) problems.set(formatProblem(problem), problem);
    if (candidate.set !== undefined) revisions[service.name] = candidate.set.revision;
  }
  const found = [...problems.values()].sort(byPlace);
  const ok = found.length === 0 && files > 0;
  if (options['json'] === true) out(JSON.stringify({ ok, files, revisions, problems: found }, undefined, 2));
  else {
    for (const problem of found) err(formatProblem(problem));
    const names = Object.entries(revisions).map(([name, revision]) => `${name} ${revision}`);
    if (ok) out(`${files} files are sound (revision ${names.join(', ')})`);
    else out(`${found.length} ${found.length === 1 ? 'problem' : 'problems'} in ${files} files`);
  }
  if (files + found.length === 0)
    err(`no declarative file under ${root}; --root names the folder that holds policies/`);
  return ok ? 0 : 1;
}
