import type { DocumentSet, SetReport } from '../../../core/index.js';
import { decide, type Rule, type RuleTable } from '../../../core/rules/index.js';
import { tablesOf } from '../decide/policies.js';
import type { Intent } from '../kinds/intent.js';
import type { Evidence } from '../verify/contract.js';
import { evidenceText } from '../verify/evidence-text.js';
import { RunPolicyAssembly, type RunPolicy } from './run-policy.js';
import { escalationEvidence } from './system-facts.js';

const CLOCK = new Date('2026-01-01T12:00:00Z');
const ORDER = 'ORD-1001';
const TICKET = 'tkt_0123456789abcdefghjkmnpqrs';

/** Proves what an intent replies to each decision of its table, on the rule's own first example, and what rules say by themselves. */
export async function reviewReplies(set: DocumentSet, warn: SetReport): Promise<void> {
  const policy = set.get(RunPolicyAssembly);
  const tables = tablesOf(policy.tables);
  for (const { versions } of Object.values(tables))
    for (const table of versions.filter(({ derived }) => derived !== true)) await reviewSays(table, policy, warn);
  for (const intent of policy.intents.values()) {
    const table = tables[decidingTable(intent, policy) ?? '']?.versions[0];
    const told = new Set<string>();
    for (const { key, claim, reason } of unprovedEnds(intent, policy)) {
      const message = `nothing proves "${claim}" when this is said (${reason}), so it is left out; say less, or ask`;
      warn(intent.source, `/replies/${key}`, 'unprovable_reply', message);
    }
    for (const rule of table?.rules ?? [])
      for (const { key, claim, reason } of await unproved(intent, table!, rule, policy)) {
        if (told.has(key + claim)) continue;
        told.add(key + claim);
        const message = `nothing proves "${claim}" when the rule '${rule.id}' decides (${reason}), so the customer gets the notice instead; say less`;
        warn(intent.source, `/replies/${key}`, 'unprovable_reply', message);
      }
  }
}

const OPPOSITE: Readonly<Record<string, string>> = { eligible: 'not_eligible', not_eligible: 'eligible' };

/**
 * A sentence of a rule that its decision does not prove, but the opposite one would, or a refund that was paid: it tells of a
 * deed, or a decision, that is not the rule's.
 */
async function reviewSays(table: RuleTable, { verifier }: RunPolicy, warn: SetReport): Promise<void> {
  for (const { decision, fires, says, pointer } of table.rules) {
    if (fires[0] === undefined || decision === 'need_info') continue;
    const { facts, settings, params } = await decide(table, fires[0].facts);
    const { amount = null, partial = false } = params;
    const stated = (decided: string, agent_may_pay: boolean) =>
      about('decision', 'policy_decision', {
        order_id: ORDER,
        decision: decided,
        amount,
        currency: facts['order_currency'] ?? null,
        partial,
        agent_may_pay
      });
    const text = says.render({ facts, settings, params });
    const proved = (evidence: readonly Evidence[]) => verifier.verify(text, evidence, CLOCK).sentences;
    const asked = about('request', 'system_fact', { request: table.id, status: 'open' });
    const own = proved([stated(decision, false), asked, escalationEvidence(2, 'policy_requires_human', TICKET)]);
    const paid = about('refund', 'tool_result', {
      order_id: ORDER,
      status: 'refunded',
      refunded: true,
      refunded_at: '2025-12-30',
      refund_status: 'paid'
    });
    const otherwise = [decision, OPPOSITE[decision]].flatMap(each =>
      each === undefined || !table.decides.includes(each) ? [] : [proved([stated(each, true), paid])]
    );
    for (const [i, { sentence, factual, supported }] of own.entries())
      if (factual && !supported && otherwise.some(sentences => sentences[i]?.supported))
        warn(
          table.source,
          `${pointer}/says`,
          'says_otherwise',
          `"${sentence}" tells of another decision, or of a deed that nobody did, where the rule decides ${decision}; say what it decides`
        );
  }
}

const about = (reference: string, kind: string, fields: Parameters<typeof evidenceText>[0]): Evidence => ({
  reference,
  kind,
  text: evidenceText(fields)
});

function decidingTable({ decide: by }: Intent, { tools }: RunPolicy): string | undefined {
  if (by === undefined || 'table' in by) return by?.table;
  const table = tools.get(by.tool)?.definition.handler.with['table'];
  return typeof table === 'string' ? table : undefined;
}

/** What is said at the end of a plan that finds out nothing, from which only the ticket is known. */
function unprovedEnds({ replies, ends, plan, decide: by }: Intent, { verifier }: RunPolicy) {
  const template = replies.get(ends.state);
  if (plan.length > 0 || by !== undefined || template === undefined) return [];
  const evidence = ends.state === 'escalated' ? [escalationEvidence(2, ends.reason, TICKET)] : [];
  let reply: string;
  try {
    reply = template.render({ order_id: ORDER, ticket: { ticket_id: TICKET } });
  } catch {
    return [];
  }
  return verifier.verify(reply, evidence, CLOCK).claims.map(claim => ({ key: ends.state, ...claim }));
}

async function unproved({ replies, outcomes }: Intent, table: RuleTable, rule: Rule, { verifier }: RunPolicy) {
  const { decision, reason, says, fires } = rule;
  const key = replies.has(`${decision}.${reason}`) ? `${decision}.${reason}` : decision;
  const template = replies.get(key);
  const ending = outcomes[decision as keyof typeof outcomes];
  if (template === undefined || fires[0] === undefined || ending === undefined) return [];
  const record = await decide(table, fires[0].facts);
  const { facts, settings, params } = record;
  const text = says.render({ facts, settings, params });
  const currency = facts['order_currency'] ?? null;
  const { amount = null, partial = false } = params;
  const stated = { order_id: ORDER, decision, rule: reason, amount, currency, partial, agent_may_pay: false };
  const reference = `${table.id}@1:${rule.id}`;
  const evidence = [
    about(reference, 'policy_decision', stated),
    { reference, kind: 'policy_decision', text },
    ...(ending.state === 'escalated' ? [escalationEvidence(2, ending.reason, TICKET)] : [])
  ];
  const data = {
    order_id: ORDER,
    items: null,
    order: null,
    destination: null,
    decision: { ...stated, reason, says: text },
    ticket: { ticket_id: TICKET }
  };
  let reply: string;
  try {
    reply = template.render(data);
  } catch {
    // It reads what a tool found, which only a run has.
    return [];
  }
  return verifier.verify(reply, evidence, CLOCK).claims.map(claim => ({ key, ...claim }));
}
