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

/** Proves what an intent replies to each decision of its table, on the rule's own first example. */
export async function reviewReplies(set: DocumentSet, warn: SetReport): Promise<void> {
  const policy = set.get(RunPolicyAssembly);
  const tables = tablesOf(policy.tables);
  for (const intent of policy.intents.values()) {
    const table = tables[decidingTable(intent, policy) ?? '']?.versions[0];
    const told = new Set<string>();
    for (const rule of table?.rules ?? [])
      for (const { key, claim, reason } of await unproved(intent, table!, rule, policy)) {
        if (told.has(key + claim)) continue;
        told.add(key + claim);
        const message = `nothing proves "${claim}" when the rule '${rule.id}' decides (${reason}), so the customer gets the notice instead; say less`;
        warn(intent.source, `/replies/${key}`, 'unprovable_reply', message);
      }
  }
}

function decidingTable({ decide: by }: Intent, { tools }: RunPolicy): string | undefined {
  if (by === undefined || 'table' in by) return by?.table;
  const table = tools.get(by.tool)?.definition.handler.with['table'];
  return typeof table === 'string' ? table : undefined;
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
  const about = (reference: string, kind: string, of: string): Evidence => ({ reference, kind, text: of });
  const evidence = [
    about(`${table.id}@1:${rule.id}`, 'policy_decision', evidenceText(stated)),
    about(`${table.id}@1:${rule.id}`, 'policy_decision', text),
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
