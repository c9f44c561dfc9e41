import { askedPart } from './asked-part.js';
import type { EscalationReason } from '../enumerations.js';
import { RECORD_VALUE, type PlanStep } from '../kinds/intent.js';
import { callTool } from './call-tool.js';
import { escalate } from './endings.js';
import type { EngineAccess } from './receive.js';
import { NAMED_RECORDS } from '../kinds/reply-variables.js';
import { answerFrom, type ArticleData } from './answer-from.js';
import type { Run } from './run.js';
import type { RunState } from './states.js';

/** Runs the intent's fixed plan through the gate, in order. A dependency that fails hands the run to a person. */
export async function gather(run: Run, access: EngineAccess): Promise<RunState> {
  const values = await planValues(run, access);
  for (const step of run.intent.plan) {
    const args = argumentsOf(step, values, run);
    // An order without a tracking number is no reason to ask for its shipment, nor to fail.
    if (args === undefined) continue;
    const result = await callTool(run, access, { tool: step.tool, arguments: args });
    if (result.outcome !== 'ok' && result.outcome !== 'already_executed') {
      if (result.outcome === 'scope_missing') run.warnings.push(`scope_missing: ${result.reason}`);
      // A call that was cut off because the run had no time left did not fail by itself.
      const reason = run.outOfTime ? 'budget_exhausted' : (WHY[result.outcome] ?? 'tool_failure');
      return await escalate(run, access, reason);
    }
    keep(run, result.clean);
    if (result.clean.length === 0 && step.missing !== undefined) {
      run.missing = step.missing;
      break;
    }
  }
  return run.move('DECIDING');
}

const WHY: Readonly<Record<string, EscalationReason>> = {
  scope_missing: 'policy_requires_human',
  identity_required: 'policy_requires_human',
  budget_exhausted: 'budget_exhausted'
};

/** What a plan searches for: the words of the message that carry a subject, or all of it. */
export const questionOf = (message: string, words: readonly string[] = []): string =>
  words.length === 0 ? message : words.join(' ');

async function planValues(run: Run, access: EngineAccess): Promise<Readonly<Record<string, unknown>>> {
  const asks = (name: string) => run.intent.plan.some(step => Object.values(step.with).includes(name));
  if (asks('$line_ids')) {
    const { lineIds, open } = await askedPart(run, access);
    run.lineIds = lineIds;
    run.openPart = open;
  }
  const { slots, understanding, message } = run;
  return {
    $order_id: slots.order_id,
    $question: questionOf(message, understanding?.slots.words),
    $reported_issue: slots.reported_issue ?? null,
    $delivery_charge_only: slots.delivery_charge_only ?? false,
    $refund_destination: slots.refund_destination ?? null,
    $quantity: slots.quantity ?? null,
    $line_ids: run.lineIds
  };
}

/** Undefined where the step needs a field of an earlier step's record and there is none. */
function argumentsOf(
  step: PlanStep,
  values: Readonly<Record<string, unknown>>,
  run: Run
): Readonly<Record<string, unknown>> | undefined {
  const args: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(step.with)) {
    const [, record, field] = (typeof value === 'string' && RECORD_VALUE.exec(value)) || [];
    if (record === undefined) args[name] = typeof value === 'string' && value.startsWith('$') ? values[value] : value;
    else args[name] = recordOf(run, record)?.[field!] ?? undefined;
    if (record !== undefined && args[name] === undefined) return undefined;
  }
  return args;
}

/** A record that a step of this run's plan found, by the name it gave it. */
function recordOf({ data }: Run, name: string): Readonly<Record<string, unknown>> | undefined {
  const records = NAMED_RECORDS.has(name) ? data : data['records'];
  return (records as Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined)?.[name];
}

/** Makes a tool's records readable for templates. Articles come as a list, with the sentences that answer the question. */
function keep(
  run: Run,
  records: readonly { readonly name: string; readonly fields: Readonly<Record<string, unknown>> }[]
): void {
  const articles: ArticleData[] = [];
  for (const { name, fields } of records) {
    if (name.startsWith('article:'))
      articles.push({
        id: String(fields['id']),
        title: String(fields['title']),
        sentences: String(fields['text'])
          .split('\n')
          .filter(s => s !== '')
      });
    else if (NAMED_RECORDS.has(name)) run.data[name] = fields;
    else run.data['records'] = { ...(run.data['records'] as object | undefined), [name]: fields };
  }
  // A search that finds nothing leaves an empty list, so that there is nothing to say and no gap to fill.
  if (articles.length === 0 && (records.length > 0 || run.data['articles'] !== undefined)) return;
  run.data['articles'] = articles;
  run.data['answer'] = answerFrom(articles, run.understanding?.slots.words ?? []);
}
