import { formatMoney, parseMoney } from '../../../core/money/index.js';
import { decidePolicy, type Facts, type RulePolicy, saysOf } from '../../../core/rules/index.js';
import { isoDate, parseMoment } from './calendar.js';
import type { CaseOrder, Decision, LineVerdict, RequestKind, StoreCase, StoreDecision } from './case.js';
import { deriveFacts, unfoundFacts, type JudgedLine } from './derive.js';
import { askedLines, orderLines, type Asked, type OrderLine } from './lines.js';
import type { StorePolicies } from './policies.js';
import { word } from './read-values.js';

const KINDS: readonly RequestKind[] = ['refund', 'return', 'cancel', 'change'];

/**
 * Decides one case by the store's tables. Nothing in a case makes it throw: what is missing or makes no sense is
 * for a rule to judge. A request of no known kind goes to the refund table, whose first rules turn it away.
 */
export async function decideCase(policies: StorePolicies, question: StoreCase): Promise<StoreDecision> {
  const kind = KINDS.find(known => known === word(question.request?.kind)) ?? null;
  const policy = policies[kind ?? 'refund'];
  const today = isoDate(parseMoment(question.request?.asked_at));
  const order = ownOrder(question.order);
  if (order === undefined) return outcome(policy, unfoundFacts(kind), today, [], []);

  const lines = orderLines(order, kind);
  const onlyDelivery = kind === 'refund' && question.request?.delivery_charge_only === true;
  const asked = onlyDelivery ? [] : askedLines(question.request?.lines, lines);
  const judged = await judge(policies.order_line, asked, today);
  return outcome(policy, deriveFacts(question, order, kind, lines, judged), today, lines, judged);
}

/** The order, if it is shown to exist and to be the asker's. Unclear ownership is answered like none. */
function ownOrder(order: CaseOrder | null | undefined): CaseOrder | undefined {
  return order?.exists === true && order.belongs_to_asker === true ? order : undefined;
}

interface Judged extends JudgedLine {
  readonly record?: LineVerdict['record'];
}

async function judge(policy: RulePolicy, asked: readonly Asked[], today: string | null): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const one of asked) {
    const record = one.line && (await decidePolicy(policy, withinValues(policy, one.line.facts), today));
    judged.push({ ...one, verdict: record?.decision, ...(record && { record }) });
  }
  return judged;
}

async function outcome(
  policy: RulePolicy,
  facts: Facts,
  today: string | null,
  lines: readonly OrderLine[],
  judged: readonly Judged[]
): Promise<StoreDecision> {
  const record = await decidePolicy(policy, withinValues(policy, facts), today);
  const { params } = record;
  const amount = parseMoney(params['amount']);
  return {
    decision: record.decision as Decision,
    reason: record.reason,
    amount: amount === undefined ? null : formatMoney(amount),
    currency: amount === undefined ? null : (facts['order_currency'] as string | null),
    eligible_lines: eligibleLines(params['lines'], lines, judged),
    partial: params['partial'] === true,
    rule: record.rule,
    ref: record.ref,
    says: saysOf(policy, record),
    record,
    lines: judged.flatMap(({ id, record: line }) => (line === undefined ? [] : [{ line_id: id, record: line }]))
  };
}

function eligibleLines(which: unknown, lines: readonly OrderLine[], judged: readonly Judged[]): string[] {
  if (which === 'whole_order') return lines.filter(({ remaining }) => remaining !== 0).map(({ id }) => id);
  if (which === 'eligible') return judged.filter(({ verdict }) => verdict === 'returnable').map(({ id }) => id);
  return [];
}

/** A word outside a fact's declared values says nothing that a rule could use, so it counts as not known. */
function withinValues(policy: RulePolicy, facts: Facts): Facts {
  const within = Object.entries(facts).map(([name, value]) => {
    const values = policy.facts.get(name)?.values;
    return [name, values === undefined || values.includes(value as string) ? value : null] as const;
  });
  return Object.fromEntries(within);
}
