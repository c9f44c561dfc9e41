import {
  type CommandContext,
  type ExitStatus,
  formatProblem,
  StartupError,
  staticItems,
  UsageError
} from '../../../core/index.js';
import { Explainer, salvageService } from '../../../core/workbench/index.js';
import { explained, noSubject } from './subjects.js';

/** Runs the explainer that the first argument names on the rest. */
export async function policyExplain(context: CommandContext): Promise<ExitStatus> {
  const [name, ...args] = context.args;
  const explainer = staticItems(context.services, Explainer).find(e => e.name === name);
  if (explainer === undefined) throw new UsageError(noSubject('explain', name, explained(context.services)));
  if (args.length === 0) throw new UsageError(`usage: bylaw policy explain ${explainer.name} ${explainer.usage}`);
  const explain = await explainer.load();
  const { set, problems } = await salvageService(context, explainer.service);
  if (problems.length > 0) {
    const [first] = problems;
    const many = problems.length === 1 ? 'there is a problem' : `there are ${problems.length} problems`;
    context.err(`${many}, so this is said of the sound files alone; the first: ${formatProblem(first!)}`);
  }
  const { text, json } = await explain(set, args, context).catch((error: unknown) => {
    // What it needs is among what is unsound.
    throw problems.length > 0 && !(error instanceof UsageError) ? new StartupError(problems) : error;
  });
  context.out(context.options['json'] === true ? JSON.stringify(json, undefined, 2) : text);
  return 0;
}
