import type { DocumentSet, SetReport } from '../../../core/index.js';
import { RunPolicyAssembly } from './run-policy.js';
import { OWN_TOOLS } from '../tools/registry.js';

/** Tools that nothing calls, and intents that a tool allows and nobody has. */
export function reviewTools(set: DocumentSet, warn: SetReport): void {
  const { intents, tools, issues, followUps } = set.get(RunPolicyAssembly);
  const own: ReadonlySet<string> = new Set(Object.values(OWN_TOOLS));
  const plans = [...intents.values(), ...issues, ...followUps].map(({ plan }) => plan);
  const planned = new Set(plans.flat().map(({ tool }) => tool));
  for (const { definition } of tools.values()) {
    const { name, source, allowed_intents: allowed } = definition;
    if (!planned.has(name) && !own.has(name))
      warn(
        source,
        '/name',
        'tool_unplanned',
        `no plan calls '${name}'; say under serves which intents it serves, name it in a plan, or remove the file`
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
