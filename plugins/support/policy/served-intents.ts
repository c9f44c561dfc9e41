import type { SetReport } from '../../../core/index.js';
import { parseTemplate } from '../../../core/templates/index.js';
import type { Intent } from '../kinds/intent.js';
import { REPLY_VARIABLES } from '../kinds/reply-variables.js';
import type { RegisteredTool } from '../tools/registry.js';

/** The intents, with the steps and the sentences that tools bring for them in their own files. */
export function servedIntents(
  intents: readonly Intent[],
  tools: ReadonlyMap<string, RegisteredTool>,
  report: SetReport
): ReadonlyMap<string, Intent> {
  const served = new Map(intents.map(intent => [intent.name, intent]));
  for (const { definition } of tools.values())
    for (const [name, { with: args = {}, missing, reply }] of Object.entries(definition.serves ?? {})) {
      const from = { source: definition.source, pointer: `/serves/${name}` };
      const intent = served.get(name);
      if (intent === undefined) {
        report(from.source, from.pointer, 'intent_unknown', `there is no intent '${name}'`);
        continue;
      }
      const plan = [...intent.plan, { tool: definition.name, with: args, missing, from }];
      const replies = new Map(intent.replies);
      if (reply !== undefined) {
        const at = (code: string, message: string) => report(from.source, `${from.pointer}/reply`, code, message);
        const before = replies.get('answered');
        if (before === undefined) at('reply_missing', `${name} has no reply 'answered' that this could follow`);
        const text = `${before?.text ?? ''} ${reply}`;
        const template = parseTemplate(text, REPLY_VARIABLES, message => at('template', message));
        if (template !== undefined) replies.set('answered', template);
      }
      served.set(name, { ...intent, plan, replies });
    }
  return served;
}
