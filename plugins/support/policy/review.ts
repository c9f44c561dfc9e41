import type { DocumentSet, SetReport } from '../../../core/index.js';
import { RunPolicyAssembly } from './run-policy.js';
import { OWN_TOOLS } from '../tools/registry.js';

/** Tools that nothing calls, and intents that a tool allows and nobody has. */
export function reviewTools(set: DocumentSet, warn: SetReport): void {
  const { intents, tools } = set.get(RunPolicyAssembly);
  const own: ReadonlySet<string> = new Set(Object.values(OWN_TOOLS));
  const planned = new Set([...intents.values()].flatMap(({ plan }) => plan.map(({ tool }) => tool)));
  for (const { definition } of tools.values()) {
    const { name, source, allowed_intents: allowed } = definition;
    if (!planned.has(name) && !own.has(name))
      warn(
        source,
        '/name',
        'tool_unplanned',
        `no intent's plan calls '${name}'; name it in a plan, or remove the file`
      );
    allowed.forEach((intent, i) => {
      if (!intents.has(intent))
        warn(
          source,
          `/allowed_intents/${i}`,
          'allowed_intent_unknown',
          `there is no intent '${intent}'; correct or remove it`
        );
    });
  }
}
