import type { SetReport } from '../../../core/index.js';
import type { RulePolicy } from '../../../core/rules/index.js';
import { recordReveal, type RevealConfiguration } from '../tools/read-records.js';
import { rulesDecide, type RulesConfiguration } from '../tools/rules-decide.js';
import type { RegisteredTool } from '../tools/registry.js';

/** Holds the tools that name a rule table, its facts or a calendar against those that there are. */
export function checkTools(
  tools: ReadonlyMap<string, RegisteredTool>,
  {
    policies,
    calendars
  }: { readonly policies: ReadonlyMap<string, RulePolicy>; readonly calendars: readonly string[] },
  report: SetReport
): void {
  for (const { definition, handler } of tools.values()) {
    const at = (pointer: string, code: string, message: string) =>
      report(definition.source, `/handler/with${pointer}`, code, message);
    if (handler === recordReveal) {
      const { refunds_arrive } = definition.handler.with as unknown as RevealConfiguration;
      const id = refunds_arrive?.calendar;
      if (id !== undefined && !calendars.includes(id))
        at(
          '/refunds_arrive/calendar',
          'calendar_unknown',
          `no calendar is called '${id}'; there are ${calendars.join(', ')}`
        );
    }
    if (handler !== rulesDecide) continue;
    const { table: id, facts } = definition.handler.with as unknown as RulesConfiguration;
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
