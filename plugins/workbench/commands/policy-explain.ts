import { type CommandContext, type ExitStatus, loadService, staticItems, UsageError } from '../../../core/index.js';
import { Explainer } from '../../../core/workbench/index.js';
import { explained, noSubject } from './subjects.js';

/** Runs the explainer that the first argument names on the rest. */
export async function policyExplain(context: CommandContext): Promise<ExitStatus> {
  const [name, ...args] = context.args;
  const explainer = staticItems(context.services, Explainer).find(e => e.name === name);
  if (explainer === undefined) throw new UsageError(noSubject('explain', name, explained(context.services)));
  if (args.length === 0) throw new UsageError(`usage: bylaw policy explain ${explainer.name} ${explainer.usage}`);
  const explain = await explainer.load();
  const { text, json } = await explain(await loadService(context, explainer.service), args, context);
  context.out(context.options['json'] === true ? JSON.stringify(json, undefined, 2) : text);
  return 0;
}
