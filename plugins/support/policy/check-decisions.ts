import type { SetReport } from '../../../core/index.js';
import type { RulePolicy } from '../../../core/rules/index.js';
import { rulesDecide, type RulesConfiguration } from '../tools/rules-decide.js';
import type { RegisteredTool } from '../tools/registry.js';

/** Holds the tools that decide by a rule table against the tables there are, and their facts. */
export function checkDecisions(
  tools: ReadonlyMap<string, RegisteredTool>,
  policies: ReadonlyMap<string, RulePolicy>,
  report: SetReport
): void {
  for (const { definition, handler } of tools.values()) {
    if (handler !== rulesDecide) continue;
    const { table: id, facts } = definition.handler.with as unknown as RulesConfiguration;
    const at = (pointer: string, code: string, message: string) =>
      report(definition.source, `/handler/with${pointer}`, code, message);
    const policy = policies.get(id);
    if (policy === undefined) {
      at('/table', 'table_unknown', `no rule table decides '${id}'; there are ${[...policies.keys()].join(', ')}`);
      continue;
    }
    for (const name of Object.keys(facts))
      if (!policy.facts.has(name))
        at(
          `/facts/${name}`,
          'unknown_fact',
          `the table '${id}' has no fact '${name}'; it has ${[...policy.facts.keys()].join(', ')}`
        );
  }
}
