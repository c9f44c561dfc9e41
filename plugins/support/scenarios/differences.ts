import type { Expectation } from './scenario.js';

/** What is compared of the answer to a message; the trace must be there. */
export interface PlayedReply {
  readonly reply: string;
  readonly intent: string;
  readonly state: string;
  readonly escalation_reason: string | null;
  readonly refusal_reason: string | null;
  readonly ticket_id: string | null;
  readonly unverified_claims: readonly {
    readonly claim: string;
    readonly reason: string;
    readonly values: readonly string[];
  }[];
  readonly trace: { readonly steps: readonly any[] } | null;
}

export interface PlayedTicket {
  readonly order_id: string | null;
  readonly amount: string | null;
  readonly line_ids: readonly string[] | null;
}

const EXECUTED = ['ok', 'timeout', 'error'];

/** What differs from the expectation, one sentence each. `before` holds the replies so far, by step. */
export function differencesOf(
  expected: Expectation,
  reply: PlayedReply,
  ticket: PlayedTicket | undefined,
  before: readonly (PlayedReply | undefined)[]
): readonly string[] {
  const { steps } = reply.trace!;
  const decision = steps.find(({ type }) => type === 'policy_decision');
  const found: Record<string, unknown> = {
    state: reply.state,
    intent: reply.intent,
    escalation_reason: reply.escalation_reason,
    refusal_reason: reply.refusal_reason,
    tools: steps
      .filter(({ type, outcome }) => type === 'tool_call' && EXECUTED.includes(outcome))
      .map(({ tool }) => tool),
    rule: decision?.record.rule,
    decision: decision?.record.decision,
    order: ticket?.order_id ?? decision?.order_id ?? /\b[A-Z]{3}-\d{4}\b/.exec(reply.reply)?.[0],
    amount: ticket?.amount,
    lines: ticket?.line_ids ?? (ticket === undefined ? undefined : [])
  };
  const differences = Object.entries(found).flatMap(([name, actual]) => {
    const wanted = expected[name as keyof Expectation];
    return wanted === undefined || JSON.stringify(wanted) === JSON.stringify(actual)
      ? []
      : [`${name}: expected ${shown(wanted)}, was ${shown(actual)}`];
  });
  for (const text of expected.reply_has ?? [])
    if (!reply.reply.includes(text)) differences.push(`reply_has: "${text}" is not in the reply`);
  for (const text of expected.reply_lacks ?? [])
    if (reply.reply.includes(text)) differences.push(`reply_lacks: "${text}" is in the reply`);
  const same = expected.reply_same_as_step;
  if (same !== undefined && before[same - 1]?.reply !== reply.reply)
    differences.push(`reply_same_as_step: step ${same} was answered "${before[same - 1]?.reply}"`);
  return [...differences, ...ticketDifference(expected.ticket, reply.ticket_id, before)];
}

function ticketDifference(
  expected: Expectation['ticket'],
  ticket: string | null,
  before: readonly (PlayedReply | undefined)[]
): readonly string[] {
  const earlier = before.flatMap(reply => reply?.ticket_id ?? []);
  const fits = {
    true: ticket !== null,
    false: ticket === null,
    same: ticket !== null && earlier.includes(ticket),
    another: ticket !== null && earlier.length > 0 && !earlier.includes(ticket)
  };
  return expected === undefined || fits[String(expected) as keyof typeof fits]
    ? []
    : [`ticket: expected ${expected}, was ${ticket}; earlier ones: ${earlier.join(' ') || 'none'}`];
}

const shown = (value: unknown) => (value === undefined ? 'none' : JSON.stringify(value));
