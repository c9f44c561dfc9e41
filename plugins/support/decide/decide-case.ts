import { groupBy } from '../../../core/index.js';
import { isOfLine, READERS, word } from '../../../core/facts/index.js';
import { formatMoney, parseMoney } from '../../../core/money/index.js';
import { decidePolicy, type Facts, type RulePolicy, saysOf, versionOf } from '../../../core/rules/index.js';
import type { CaseOrder, Decision, LineVerdict, StoreCase, StoreDecision } from './case.js';
import { REQUEST_KINDS } from '../enumerations.js';
import { type CaseRecords, factsIn, type JudgedLine, lineRecord, scopeOf, unfoundFacts } from './case-facts.js';
import { askedLines, orderLines, type AskedPieces } from './lines.js';
import type { StorePolicies } from './policies.js';

/** What is asked, by which table, of which records. */
interface Question extends CaseRecords {
  readonly policies: StorePolicies;
  readonly policy: RulePolicy;
  readonly today: string | null;
}

/**
 * Decides one case by the store's tables. Nothing in a case makes it throw: what is missing or makes no sense is
 * for a rule to judge. A request of no known kind goes to the refund table, whose first rules turn it away.
 */
export async function decideCase(policies: StorePolicies, given: StoreCase): Promise<StoreDecision> {
  const kind = REQUEST_KINDS.find(known => known === word(given.request?.kind)) ?? null;
  const policy = policies[kind ?? 'refund'];
  const today = READERS.date(given.request?.asked_at) as string | null;
  const order = ownOrder(given.order);
  if (order === undefined) return outcome({ policy, today, lines: [] }, unfoundFacts(policy, kind), []);

  const lines = orderLines(order, kind);
  const question: Question = { policies, policy, today, question: given, kind, order, lines };
  const onlyDelivery = kind === 'refund' && given.request?.delivery_charge_only === true;
  const judged = await judge(question, onlyDelivery ? [] : askedLines(given.request?.lines, lines));
  const decided = await decideLines(question, judged);
  return kind === 'refund' ? { ...decided, asked_for: askedFor(scopeOf(question, judged), policies) } : decided;
}

/** What a refund of everything asked for would come to: a person who decides about it starts from there. */
function askedFor(scope: ReturnType<typeof scopeOf>, { facts }: StorePolicies): StoreDecision['asked_for'] {
  const amount = parseMoney(facts.get('asked_amount')?.read(scope));
  const currency = facts.get('order_currency')?.read(scope);
  return amount === undefined || typeof currency !== 'string' ? null : { amount: formatMoney(amount), currency };
}

/** The order, if it is shown to exist and to be the asker's. Unclear ownership is answered like none. */
function ownOrder(order: CaseOrder | null | undefined): CaseOrder | undefined {
  return order?.exists === true && order.belongs_to_asker === true ? order : undefined;
}

interface Judged extends JudgedLine {
  readonly record?: LineVerdict['record'] | undefined;
}

async function judge(question: Question, asked: readonly AskedPieces[]): Promise<Judged[]> {
  const { order_line: policy, facts } = question.policies;
  const scope = scopeOf(question, asked);
  const judged: Judged[] = [];
  for (const one of asked) {
    const of = factsIn(scope.inside('line', lineRecord(one)), policy, facts);
    const record = one.line && (await decidePolicy(policy, of, question.today));
    judged.push({ ...one, verdict: record?.decision, record });
  }
  return judged;
}

/**
 * Decides about all lines together. Where the table looks at facts of a line, lines that differ in them are first decided
 * apart: one that a person has to see stops all; those that are not eligible are left out of what is decided together.
 */
async function decideLines(question: Question, judged: readonly Judged[]): Promise<StoreDecision> {
  const { policy, policies } = question;
  const ofLine = [...policy.facts.keys()].filter(name => {
    const fact = policies.facts.get(name);
    return fact !== undefined && isOfLine(fact);
  });
  const together = (lines: readonly Judged[], like: Judged | undefined = lines[0]) => {
    const base = scopeOf(question, lines);
    const scope = like === undefined ? base : base.inside('line', lineRecord(like));
    return outcome(question, factsIn(scope, policy, policies.facts), lines);
  };
  const scope = scopeOf(question, judged);
  const alike = [
    ...groupBy(judged, line => {
      const of = scope.inside('line', lineRecord(line));
      return JSON.stringify(ofLine.map(name => policies.facts.get(name)!.read(of)));
    }).values()
  ];
  if (alike.length < 2) return together(judged);
  const apart: { readonly lines: readonly Judged[]; readonly decided: StoreDecision }[] = [];
  for (const lines of alike) apart.push({ lines, decided: await together(lines) });
  const depth = ({ decided: { record } }: (typeof apart)[number]) =>
    versionOf(policy.versions, record).rules.findIndex(({ id }) => id === record.rule);
  const inTurn = apart.toSorted((a, b) => depth(a) - depth(b));
  const stop = inTurn.find(({ decided: { decision } }) => decision !== 'eligible' && decision !== 'not_eligible');
  const eligible = apart.filter(({ decided }) => decided.decision === 'eligible');
  // Of lines that all fail, those that came furthest say why.
  if (stop !== undefined || eligible.length === 0) return (stop ?? inTurn.at(-1)!).decided;
  const kept = new Set(eligible.flatMap(({ lines }) => lines));
  const all = judged.map(line => (kept.has(line) ? line : { ...line, verdict: 'left_out' }));
  const decided = await together(all, eligible[0]!.lines[0]);
  const left = apart.filter(({ lines }) => !kept.has(lines[0]!));
  const reasons = left.map(({ lines, decided: { record } }): LineVerdict => ({ line_id: lines[0]!.id, record }));
  return { ...decided, lines: [...decided.lines, ...reasons] };
}

async function outcome(
  { policy, today, lines }: Pick<Question, 'policy' | 'today' | 'lines'>,
  facts: Facts,
  judged: readonly Judged[]
): Promise<StoreDecision> {
  const record = await decidePolicy(policy, facts, today);
  const { params } = record;
  const amount = parseMoney(params['amount']);
  const { asks } = versionOf(policy.versions, record).rules.find(({ id }) => id === record.rule)!;
  return {
    decision: record.decision as Decision,
    reason: record.reason,
    amount: amount === undefined ? null : formatMoney(amount),
    currency: amount === undefined ? null : (facts['order_currency'] as string | null),
    asked_for: null,
    eligible_lines: eligibleLines(params['lines'], lines, judged),
    partial: params['partial'] === true,
    rule: record.rule,
    ref: record.ref,
    says: saysOf(policy, record),
    ...(asks !== undefined && { asks: { name: asks, values: policy.facts.get(asks)!.values ?? null } }),
    record,
    lines: judged.flatMap(({ id, record: line }) => (line === undefined ? [] : [{ line_id: id, record: line }]))
  };
}

function eligibleLines(which: unknown, lines: CaseRecords['lines'], judged: readonly Judged[]): string[] {
  if (which === 'whole_order') return lines.filter(({ remaining }) => remaining !== 0).map(({ id }) => id);
  if (which === 'eligible') return judged.filter(({ verdict }) => verdict === 'returnable').map(({ id }) => id);
  return [];
}
