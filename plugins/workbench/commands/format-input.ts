import { buffer } from 'node:stream/consumers';
import { parseBytes } from '../../../core/documents/index.js';
import { type CommandContext, type ExitStatus, formatProblem, type Problem, UsageError } from '../../../core/index.js';
import { inStyle, stylesOf } from '../format/styles.js';

/** Formats standard input, as editors ask before they save. Prints nothing where that cannot be done, status 1. */
export async function formatInput({ args, services, options, out, err }: CommandContext): Promise<ExitStatus> {
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
