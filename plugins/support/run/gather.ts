import type { EscalationReason } from '../enumerations.js';
import type { Issue } from '../kinds/issues.js';
import { type PlanStep, RECORD_VALUE } from '../kinds/plan.js';
import type { Wish } from '../records/types.js';
import { placeIn } from '../kinds/places.js';
import { notFoundEvidence } from '../policy/system-facts.js';
import { NAMED_RECORDS } from '../kinds/reply-variables.js';
import { ANSWERS, answersOf, articleOf, type AskedWords, questionOf } from '../knowledge/article-answers.js';
import type { Told } from '../knowledge/question-index.js';
import { type AskedPart, askedPart } from './asked-part.js';
import { callTool, type CleanRecord } from './call-tool.js';
import { escalate, provenanceOf, verifyText } from './end.js';
import { gatherFollowUp } from './follow-up.js';
import { drop, note, overview, takeBack, tell, tellAndOffer } from './tasks.js';
import type { Run } from './run.js';
import type { Around, RunEnding, Fields, Gathered, Ready, ReplyData, Services } from './steps.js';

/** Runs the intent's fixed plan through the gate, in order. A dependency that fails hands the run to a person. */
export async function gather(ready: Ready, run: Run, services: Services): Promise<Gathered | RunEnding> {
  const { intent, task } = ready;
  if (task.does === 'issue') return await gatherIssue(ready, task.issue, run, services);
  if (task.does === 'answer') return await gatherFollowUp(ready, task, run, services);
  if (task.does === 'tell') return await tellAndOffer(ready, task.told, run, services);
  if (task.does === 'note') return await note(ready, task, run, services);
  if (task.does === 'overview') return await overview(ready, task.orders, run, services);
  if (task.does === 'drop') return drop(ready, run);
  if (task.does === 'withdraw') return await takeBack(ready, task.tickets, run, services);
  await tellBeside(ready, ready.beside, run, services);
  const asks = (name: string) => intent.plan.some(step => Object.values(step.with).includes(name));
  const part: AskedPart | undefined = asks('$line_ids')
    ? await askedPart(ready, run, services)
    : { slots: ready.slots, lineIds: [], openPart: undefined };
  if (part === undefined) return escalate('tool_failure', ready);
  const given = Object.assign({}, ready, part);
  const found = await runPlan(intent.plan, given, recalledData(ready), { run, services });
  return 'ends' in found ? found : { answer: undefined, ...found, ...given };
}

/** "Where are my bowls, and refund the runner": how the bowls stand is said before what becomes of the runner. */
export async function tellBeside(ready: Ready, beside: readonly Told[], run: Run, services: Services): Promise<void> {
  const { first, found: named } = ready;
  if (named.unknown.length > 0 && named.orders.some(({ how }) => how === 'number')) sayNotAmong(run);
  if (first === undefined && beside.length === 0) return;
  const { intents, wording } = run.policy;
  const told = first === undefined ? wording.statements.told : intents.get(first.intent)?.replies.get('answered');
  const found =
    first === undefined ? await tell(ready, beside, run, services) : await look(ready, first, run, services);
  if (told === undefined || found === undefined || 'ends' in found || found.missing !== undefined) return;
  const text = run.say(told, { ...found.data }).trim();
  const { verification, disclosed } = verifyText(run, text);
  if (text === '' || !verification.supported || disclosed) return;
  run.beside.push({ text, provenance: provenanceOf(verification), before: first !== undefined });
}

/** Of two numbers one is no order of the customer: that is said after what is told of the other. */
function sayNotAmong(run: Run): void {
  const text = run.say(run.policy.wording.statements.not_among, {});
  run.evidence.push(notFoundEvidence(run.trace.length));
  const { verification } = verifyText(run, text);
  if (verification.supported) run.beside.push({ text, provenance: provenanceOf(verification), before: false });
}

/** What the plan of a wish that only reads finds. */
async function look(ready: Ready, { intent: name, slots }: Wish, run: Run, services: Services) {
  const intent = run.policy.intents.get(name);
  if (intent === undefined) return undefined;
  const given = { ...ready, intent, slots, lineIds: [], openPart: undefined };
  return await runPlan(intent.plan, given, {}, { run, services });
}

/** What is known about something that went wrong. */
async function gatherIssue(ready: Ready, issue: Issue, run: Run, services: Services): Promise<Gathered | RunEnding> {
  const lineIds = ready.slots.line_ids ?? [];
  // What the shop says of such a case is what the plan asks for, whatever else the message sounds like.
  const slots = { ...ready.said.slots, words: [] };
  const given = { ...ready, told: [], said: { ...ready.said, slots }, lineIds, openPart: undefined };
  const known = { ...recalledData(ready), issue: issue.name };
  const found = await runPlan(issue.plan, given, known, { run, services });
  if ('ends' in found) return found;
  const lines = (found.data.order?.['lines'] ?? []) as readonly Fields[];
  const items = lines.filter(line => lineIds.includes(String(line['line_id']))).map(line => String(line['name']));
  const { order_id } = ready.slots;
  const only = lines.length === 1 ? lines.map(line => String(line['name'])) : items;
  const data = {
    ...found.data,
    ...(only.length > 0 ? { items: only } : {}),
    ...(order_id === undefined ? {} : { order_id })
  };
  return { ...given, ...found, data, answer: undefined };
}

const recalledData = ({ recalledOrder, slots }: Ready): ReplyData => ({
  ...(recalledOrder === undefined ? {} : { recalled_order: recalledOrder }),
  ...(slots.reported_issue === undefined ? {} : { issue: slots.reported_issue }),
  ...(slots.answers === undefined ? {} : { answers: slots.answers }),
  ...(slots.refund_destination === undefined ? {} : { destination: slots.refund_destination })
});

/** Calls the tools of a plan in order; `missing` is the question of a step that found nothing. */
export async function runPlan(
  plan: readonly PlanStep[],
  given: Ready & AskedPart,
  before: ReplyData,
  { run, services }: Around
): Promise<Pick<Gathered, 'data' | 'missing'> | RunEnding> {
  const { intent } = given;
  const values = planValues(given, run);
  let data = before;
  for (const step of plan) {
    if (step.reasons !== undefined && !step.reasons.includes(data.decision?.reason ?? '')) continue;
    const args = argumentsOf(step, values, data);
    // An order without a tracking number is no reason to ask for its shipment, nor to fail.
    if (args === undefined) continue;
    const result = await callTool({ tool: step.tool, arguments: args, intent }, run, services);
    if (result.outcome !== 'ok' && result.outcome !== 'already_executed') {
      if (result.outcome === 'scope_missing') run.warnings.push(`scope_missing: ${result.reason}`);
      // A call that was cut off because the run had no time left did not fail by itself.
      const reason = run.outOfTime ? 'budget_exhausted' : (WHY[result.outcome] ?? 'tool_failure');
      return escalate(reason, given, { data, lineIds: given.lineIds });
    }
    const query = typeof args['query'] === 'string' ? args['query'].split(' ') : [];
    data = withRecords(data, result.clean, { words: given.said.slots.words, query, told: given.told });
    if (result.clean.length === 0 && step.missing !== undefined) return { data, missing: step.missing };
  }
  return { data: { ...data, ...elsewhere(data, given.message, run) }, missing: undefined };
}

/** "Do you deliver to Norway?": the shop's list of places answers. */
function elsewhere({ articles = [] }: ReplyData, message: string, run: Run): ReplyData {
  const { evidence, policy } = run;
  const { places } = policy;
  const place = places === undefined ? undefined : placeIn(message, places);
  if (places === undefined || place === undefined || place.delivered) return {};
  if (!articles.some(({ topic }) => topic === 'shipping')) return {};
  const text = run.say(places.says, { place: place.name, delivered: places.delivered });
  evidence.push({ reference: 'places', kind: 'system_fact', text });
  return { elsewhere: text };
}

const WHY: Readonly<Record<string, EscalationReason>> = {
  scope_missing: 'policy_requires_human',
  identity_required: 'policy_requires_human',
  budget_exhausted: 'budget_exhausted'
};

const planValues = ({ slots, said, told, lineIds, message }: Ready & AskedPart, { locale }: Run): Fields => ({
  $order_id: slots.order_id,
  // The articles that are searched are in the shop's own language.
  $question:
    (told[0]?.score ?? -1) >= (locale === undefined ? ANSWERS : 0)
      ? told[0]!.text
      : questionOf(message, said.slots.words),
  $reported_issue: slots.reported_issue ?? null,
  $reported_condition: slots.reported_condition ?? null,
  $delivery_charge_only: slots.delivery_charge_only ?? false,
  $refund_destination: slots.refund_destination ?? null,
  $quantity: slots.quantity ?? null,
  $answers: slots.answers ?? null,
  $line_ids: lineIds
});

/** Undefined where the step needs a field of an earlier step's record and there is none. */
function argumentsOf(step: PlanStep, values: Fields, data: ReplyData): Fields | undefined {
  const args: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(step.with)) {
    const [, record, field] = (typeof value === 'string' && RECORD_VALUE.exec(value)) || [];
    if (record === undefined) args[name] = typeof value === 'string' && value.startsWith('$') ? values[value] : value;
    else args[name] = recordOf(data, record)?.[field!] ?? undefined;
    if (record !== undefined && args[name] === undefined) return undefined;
  }
  return args;
}

/** A record that a step of this run's plan found, by the name it gave it. */
const recordOf = (data: ReplyData, name: string): Fields | undefined =>
  NAMED_RECORDS.has(name) ? (data[name as keyof ReplyData] as Fields | undefined) : data.records?.[name];

/** Makes a tool's records readable for templates. Articles come as a list, with the sentences that answer the question. */
function withRecords(
  data: ReplyData,
  records: readonly CleanRecord[],
  { told, ...asked }: AskedWords & { readonly told: readonly Told[] }
): ReplyData {
  const found = records.filter(({ name }) => name.startsWith('article:')).map(({ fields }) => articleOf(fields));
  const named = Object.fromEntries(records.filter(({ name }) => NAMED_RECORDS.has(name)).map(entry));
  const others = records.filter(({ name }) => !name.startsWith('article:') && !NAMED_RECORDS.has(name)).map(entry);
  const kept: ReplyData = {
    ...data,
    ...named,
    ...(others.length === 0 ? {} : { records: { ...data.records, ...Object.fromEntries(others) } })
  };
  // A search that finds nothing leaves an empty list, so that there is nothing to say and no gap to fill.
  if (found.length === 0 && (records.length > 0 || data.articles !== undefined)) return kept;
  return Object.assign({}, kept, { articles: found }, answersOf(found, told, asked));
}

const entry = ({ name, fields }: CleanRecord) => [name, fields] as const;
