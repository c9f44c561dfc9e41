import type { Conversation, Reply } from './client.js';
import type { Expectation, Scenario } from './scenario.js';
import { ACME_KEY, KEY, type TestService } from './service.js';

const KEYS = { demo: KEY, acme: ACME_KEY };
const EXECUTED = ['ok', 'timeout', 'error'];

/** Holds the conversation of a scenario with the service; answers the replies. Throws with every difference of a step. */
export async function play(service: TestService, scenario: Scenario): Promise<readonly Reply[]> {
  const client = service.client(KEYS[scenario.tenant ?? 'demo']);
  const conversation = await begin(service, scenario);
  const replies: Reply[] = [];
  for (const [i, step] of scenario.steps.entries()) {
    const here = `${scenario.places[i]}: step ${i + 1} of "${scenario.title}"`;
    if ('verify' in step) {
      const verified = await conversation.verify(step.verify);
      if (verified !== step.expect.verified)
        throw new Error(
          `${here}, verify ${step.verify}\n  verified: expected ${step.expect.verified}, was ${verified}`
        );
      // A verification has no reply; the place is kept so that steps can be counted.
      replies.push(undefined as never);
      continue;
    }
    const reply = await conversation.say(step.say);
    const { tickets } =
      reply.ticket_id === null ? { tickets: [] } : { tickets: (await client.get('/v1/tickets')).body.items };
    const ticket = tickets.find((t: { ticket_id: string }) => t.ticket_id === reply.ticket_id);
    const differences = differencesOf(step.expect, reply, ticket, replies);
    if (differences.length > 0)
      throw new Error(
        [`${here}, say "${step.say}"`, ...differences, `reply: "${reply.reply}"`, ...claimsOf(reply)].join('\n  ')
      );
    replies.push(reply);
  }
  return replies;
}

async function begin(
  service: TestService,
  { tenant = 'demo', customer, verify = true }: Scenario
): Promise<Conversation> {
  const client = service.client(KEYS[tenant]);
  if (customer === undefined || verify) return await client.talk(customer);
  return await client.talkUnverified(customer);
}

const claimsOf = ({ unverified_claims }: Reply) =>
  unverified_claims.map(({ claim, reason, values }) => `withheld: "${claim}" (${reason}: ${values.join(', ')})`);

interface Ticket {
  readonly order_id: string | null;
  readonly amount: string | null;
  readonly line_ids: readonly string[] | null;
}

function differencesOf(
  expected: Expectation,
  reply: Reply,
  ticket: Ticket | undefined,
  before: readonly (Reply | undefined)[]
): string[] {
  const decision = reply.trace!.steps.find(({ type }) => type === 'policy_decision');
  const found: Record<string, unknown> = {
    state: reply.state,
    intent: reply.intent,
    escalation_reason: reply.escalation_reason,
    refusal_reason: reply.refusal_reason,
    tools: reply
      .trace!.steps.filter(({ type, outcome }) => type === 'tool_call' && EXECUTED.includes(outcome))
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
  before: readonly (Reply | undefined)[]
): string[] {
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
