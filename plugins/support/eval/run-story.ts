import type { DocumentSet } from '../../../core/index.js';
import type { Row } from '../../../core/store/index.js';
import { Intents } from '../kinds/intent.js';
import type { TraceOf, TraceStep } from '../run/trace.js';
import { decisionWords, words } from './decision-story.js';

/** A run as it was recorded, with the tickets that came of it. */
export interface RecordedRun {
  readonly run: Row;
  readonly steps: readonly TraceStep[];
  readonly tickets: readonly Row[];
}

/** What happened in a run, for who has seen neither the files nor the code. No message is told: none is recorded. */
export async function runStory({ run, steps, tickets }: RecordedRun, set: DocumentSet): Promise<readonly string[]> {
  const told: string[] = [];
  for (const [i, step] of steps.entries()) {
    if (step.type !== 'record_read') told.push(...(await toldOf(step, set)));
    else if (steps[i - 1]?.type !== 'record_read') told.push(readsFrom(steps.slice(i)));
  }
  const reason = field(run, 'escalation_reason') || field(run, 'refusal_reason');
  const why = reason === '' ? '' : `: ${ENDS[reason] ?? words(reason)} (${reason})`;
  return [
    `${field(run, 'run_id')}, ${field(run, 'created_at').slice(0, 19).replace('T', ' ')} UTC, ${Math.round(Number(run['duration_ms']))} ms, files of revision ${field(run, 'policy_revision')}`,
    `Asked for: ${intentWords(field(run, 'intent'), set)}`,
    `Outcome: ${field(run, 'state')}${why}`,
    ...told.map((line, i) => (line.startsWith(' ') ? line : `${i === 0 ? '\n' : ''}- ${line}`)),
    ...tickets.map(ticketWords)
  ];
}

async function toldOf(step: TraceStep, set: DocumentSet): Promise<readonly string[]> {
  switch (step.type) {
    case 'guard':
      return guardWords(step);
    case 'language':
      return [`It was answered in the language '${step.language}', which ${CHOSEN[step.by]} said.`];
    case 'references':
      return referenceWords(step);
    case 'classification':
      return classificationWords(step);
    case 'recalled':
      return [
        `It is about what was settled before: ${[step.decision, step.order_id, step.ticket_id].filter(each => each !== null).join(', ')}.`
      ];
    case 'tool_call':
      return [
        `The tool ${step.tool} ${OUTCOMES[step.outcome] ?? `was not run (${words(step.outcome)})`}${step.outcome === 'ok' ? `: ${counted(step.records, 'record')}, ${step.duration_ms.toFixed(0)} ms` : ''}.`,
        ...(step.neutralised.length === 0
          ? []
          : [`  Instructions in its text were taken out, found by ${step.neutralised.join(', ')}.`])
      ];
    case 'policy_decision':
      return await decisionWords(step, set);
    case 'composition':
      return [
        `The reply was composed by ${step.provider}${step.model === 'none' ? '' : ` (${step.model})`}${step.fallback ? `, because the chosen composer gave nothing usable (${words(step.failure ?? 'unknown')})` : ''}.`
      ];
    case 'verification':
      return verificationWords(step);
    case 'record_read':
    case 'transition':
      return [];
  }
}

/** What was read for the step after it, one read after another. */
function readsFrom(steps: readonly TraceStep[]): string {
  const end = steps.findIndex(({ type }) => type !== 'record_read');
  const reads = steps.slice(0, end < 0 ? undefined : end) as readonly TraceOf<'record_read'>[];
  const said = reads.map(
    ({ tool, outcome }) => `${tool}${outcome === 'ok' ? '' : `, which ${OUTCOMES[outcome] ?? words(outcome)}`}`
  );
  return `Records were read with ${said.join(' and ')}.`;
}

function guardWords({ risk, blocked, rules }: TraceOf<'guard'>): readonly string[] {
  const found = rules.length === 0 ? '' : `, found by ${rules.join(', ')}`;
  if (blocked)
    return [`The guard refused the message: it holds instructions to the agent (risk ${risk.toFixed(2)}${found}).`];
  return rules.length === 0 ? [] : [`The guard let the message pass (risk ${risk.toFixed(2)}${found}).`];
}

const CHOSEN: Readonly<Record<string, string>> = {
  message: 'the message',
  conversation: 'the conversation so far',
  tenant: 'the language of the tenant',
  own: 'the language of the files'
};

const HOW: Readonly<Record<string, string>> = {
  number: 'by its number',
  item: 'by the name of an item',
  price: 'by a price',
  place: 'by its place in the list that was shown',
  status: 'by how it stands',
  time: 'by a time',
  pronoun: 'by a word for what was spoken of',
  other: 'as another one than the last',
  all: 'as one of all',
  only: 'because no other is possible'
};

function referenceWords(step: TraceOf<'references'>): readonly string[] {
  const { orders, lines, candidates, unknown, told, reasons } = step;
  const found = [
    ...orders.map(({ order_id, how }) => `the order ${order_id} ${HOW[how] ?? how}`),
    ...lines.map(({ order_id, line_id, how }) => `line ${line_id} of ${order_id} ${HOW[how] ?? how}`)
  ];
  const first = found.length > 0 ? `The message names ${found.join('; ')}.` : 'The message names no order and no item.';
  return [
    first,
    ...(candidates.length > 1 ? [`  Several fit: ${candidates.join(', ')}.`] : []),
    ...(unknown > 0
      ? [`  ${counted(unknown, 'number')} in it ${unknown === 1 ? 'is' : 'are'} no order of this customer.`]
      : []),
    // Where nothing is in doubt they repeat what is said already.
    ...(candidates.length > 1 || found.length === 0 ? reasons.map(reason => `  ${reason}.`) : []),
    ...(told.length > 0
      ? [`  Articles near to it: ${told.map(({ article, score }) => `${article} (${score.toFixed(2)})`).join(', ')}.`]
      : [])
  ];
}

function classificationWords(step: TraceOf<'classification'>): readonly string[] {
  const { intent, confidence, candidates, by, weighed, rules, resumed } = step;
  const readings = weighed.map(({ command, share }) => `${command} (${share.toFixed(2)})`);
  const others = candidates.filter(name => name !== intent);
  return [
    `It was taken for ${intent}, read as “${by}”.`,
    ...(readings.length > 0 ? [`  Readings that were possible, by their share: ${readings.join(', ')}.`] : []),
    `  By itself the message was understood with a confidence of ${confidence.toFixed(2)}${others.length > 0 ? `; it could also have been ${others.join(', ')}` : ''}.`,
    ...(resumed ? ['  An earlier wish was taken up again.'] : []),
    ...rules.map(({ intent: name, weight, file, line }) => `  A phrase spoke for ${name} (${weight}): ${file}:${line}.`)
  ];
}

const REASONS: Readonly<Record<string, string>> = {
  unsupported_figure: 'says a figure',
  unsupported_identifier: 'says a number or name',
  unsupported_statement: 'says something'
};

function verificationWords(step: TraceOf<'verification'>): readonly string[] {
  const { passed, sentences, factual, unsupported, withheld, disclosure } = step;
  if (passed && factual === 0) return [`The reply needed no proof: it states nothing.`];
  if (passed)
    return [
      `The reply was proved: ${factual} of ${counted(sentences, 'sentence')} state something, and each rests on what was found.`
    ];
  return [
    `The reply was withheld${disclosure ? ', because it repeats the system policy' : ''}.`,
    ...(withheld ?? unsupported.map(reason => ({ sentence: 0, reason }))).map(
      ({ sentence, reason }) =>
        `  ${sentence === 0 ? 'A sentence' : `Sentence ${sentence} of ${sentences}`} ${REASONS[reason] ?? words(reason)} that nothing proves.`
    )
  ];
}

const OUTCOMES: Readonly<Record<string, string>> = {
  ok: 'ran',
  already_executed: 'had run before with the same request, so nothing was done twice',
  timeout: 'did not answer in time',
  error: 'failed',
  scope_missing: 'was not run: the key of the caller may not use it',
  identity_required: 'was not run: the customer had not proved who they are',
  intent_not_permitted: 'was not run: it does not serve this wish',
  circuit_open: 'was not run: it failed too often just before'
};

/** Why a run was handed over or refused. */
const ENDS: Readonly<Record<string, string>> = {
  customer_request: 'the customer asked for a person',
  low_confidence: 'nothing was found to answer with',
  policy_requires_human: 'the rules leave this to a person',
  unverifiable_answer: 'the reply could not be proved',
  tool_failure: 'a tool did not do its work',
  budget_exhausted: 'it took more steps or time than a run may',
  repeated_failure: 'the same failed too often in this conversation',
  sensitive_topic: 'the message speaks of something that is for a person at once',
  out_of_scope: 'it is nothing that this shop helps with',
  identity_not_verified: 'the customer had not proved who they are',
  prompt_injection: 'the message holds instructions to the agent',
  unsupported_claim: 'what was asked for cannot be proved',
  policy_prohibited: 'the rules forbid it'
};

function ticketWords(ticket: Row): string {
  const about = ticket['order_id'] === null ? '' : ` about ${field(ticket, 'order_id')}`;
  const money = ticket['amount'] === null ? '' : `, ${field(ticket, 'amount')} ${field(ticket, 'currency')}`.trimEnd();
  const reason = words(field(ticket, 'reason'));
  const status = words(field(ticket, 'status'));
  return `- A ticket came of it: ${field(ticket, 'ticket_id')}${about}${money}; ${reason}. It is ${status}.`;
}

/** A text or a number of a record as a text; empty where it has none. */
function field(row: Row, name: string): string {
  const value = row[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function intentWords(name: string, set: DocumentSet): string {
  const description = set.of(Intents).find(({ value }) => value.name === name)?.value.description;
  return description === undefined ? name : `${name} (${description.replace(/\.$/, '')})`;
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
