import type { SetReport } from '../../../core/index.js';
import type { ArgumentSchema } from '../../../core/tools/index.js';
import { tablesOf } from '../decide/policies.js';
import type { Intent } from '../kinds/intent.js';
import type { PlanStep } from '../kinds/plan.js';
import { checkRecords } from './check-records.js';
import type { RunPolicy } from './run-policy.js';

/** Holds every intent's plan against the tools, tables and questions it names. */
export function checkPlans({ intents, tools, tables, wording }: RunPolicy, report: SetReport): void {
  for (const intent of intents.values()) {
    const inIntent = (pointer: string, code: string, message: string) => report(intent.source, pointer, code, message);
    intent.plan.forEach((step, i) => {
      const { source, pointer: start } = step.from ?? { source: intent.source, pointer: `/plan/${i}` };
      const at = (pointer: string, code: string, message: string) =>
        report(source, `${start}${pointer}`, code, message);
      const tool = tools.get(step.tool)?.definition;
      if (tool === undefined) {
        at(
          '/tool',
          'tool_unknown',
          `no file in tools.d/support/ defines '${step.tool}'; there are ${[...tools.keys()].sort().join(', ')}`
        );
        return;
      }
      if (!tool.allowed_intents.includes(intent.name))
        at(
          step.from === undefined ? '/tool' : '',
          'intent_not_permitted',
          `${tool.source.file} does not allow ${intent.name} to call ${tool.name}; add it to allowed_intents`
        );
      if (tool.requires_identity && !intent.requires.identity)
        at(
          step.from === undefined ? '/tool' : '',
          'identity_not_required',
          `${tool.name} needs a verified conversation, so ${intent.name} must say requires.identity: true`
        );
      checkArguments(intent, step, tool.arguments, at);
      if (step.missing !== undefined && !wording.questions.has(step.missing))
        at('/missing', 'question_unknown', `the wording has no question '${step.missing}'`);
    });
    checkRecords(intent, tools, inIntent);
    const { decide } = intent;
    if (decide !== undefined && 'tool' in decide && !intent.plan.some(step => step.tool === decide.tool))
      report(
        intent.source,
        '/decide/tool',
        'tool_not_planned',
        `the plan never calls '${decide.tool}', so it cannot decide`
      );
    if (decide !== undefined && 'table' in decide && !(decide.table in tablesOf(tables)))
      report(
        intent.source,
        '/decide/table',
        'table_unknown',
        `no rule table decides '${decide.table}'; there are ${Object.keys(tablesOf(tables)).join(', ')}`
      );
  }
}

function checkArguments(
  intent: Intent,
  step: PlanStep,
  schema: ArgumentSchema,
  at: (pointer: string, code: string, message: string) => void
): void {
  for (const name of Object.keys(step.with)) {
    if (!(name in schema.properties))
      at(
        `/with/${name}`,
        'argument_unknown',
        `${step.tool} has no argument '${name}'; it has ${Object.keys(schema.properties).join(', ')}`
      );
    if (step.with[name] === '$order_id' && !intent.requires.order)
      at(`/with/${name}`, 'order_not_required', `'$order_id' is only known where requires.order is true`);
  }
  for (const name of schema.required ?? [])
    if (!(name in step.with)) at('', 'argument_missing', `${step.tool} needs the argument '${name}'`);
}
