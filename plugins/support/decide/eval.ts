import { brokenDependency, type Dependency, versionOf } from '../../../core/rules/index.js';
import type { StoreCase, StoreDecision } from './case.js';
import { decideCase } from './decide-case.js';
import { type StorePolicies, tablesOf } from './policies.js';

/** One line of `bylaw eval decisions`, in input order; `rule` is the number in the written policy. */
export interface DecisionPrediction {
  readonly id: string;
  readonly decision: string;
  readonly reason: string;
  readonly amount: string | null;
  readonly eligible_lines: readonly string[];
  readonly partial: boolean;
  readonly rule: string;
}

export interface DecisionMistake {
  readonly id: string;
  readonly tier: string | null;
  /** What was expected and came out otherwise, key by key. */
  readonly wrong: Readonly<Record<string, { readonly expected: unknown; readonly got: unknown }>>;
}

export interface DecisionSummary {
  /** Cases that say what they expect. */
  readonly expected: number;
  readonly right: number;
  /** Right and all cases with an expectation, by tier. */
  readonly tiers: Readonly<Record<string, { readonly expected: number; readonly right: number }>>;
  /** Ids of cases that came out eligible though something else was expected. */
  readonly wrongly_eligible: readonly string[];
  readonly mistakes: readonly DecisionMistake[];
  /** What every case with an expectation came to, in input order. */
  readonly verdicts: readonly { readonly id: string; readonly verdict: 'right' | 'wrong'; readonly said: string }[];
}

interface EvalCase extends StoreCase {
  readonly id?: unknown;
  readonly tier?: unknown;
  readonly expected?: Readonly<Record<string, unknown>>;
}

const COMPARED = ['decision', 'reason', 'amount', 'eligible_lines', 'partial', 'rule'] as const;

/** Decides every case of `{cases: [...]}` by the production tables. Throws when the content has another shape. */
export async function evaluateCases(
  policies: StorePolicies,
  content: unknown
): Promise<{ predictions: DecisionPrediction[]; summary: DecisionSummary | undefined }> {
  const cases = (content as { cases?: unknown } | null)?.cases;
  if (!Array.isArray(cases)) throw new Error('a file of decision cases holds {"cases": [...]}');
  const predictions: DecisionPrediction[] = [];
  const tiers: Record<string, { expected: number; right: number }> = {};
  const mistakes: DecisionMistake[] = [];
  const verdicts: DecisionSummary['verdicts'][number][] = [];
  for (const [i, one] of (cases as (EvalCase | null)[]).entries()) {
    const id = typeof one?.id === 'string' ? one.id : String(i + 1);
    const decided = await decideCase(policies, one ?? {});
    const prediction = predictionOf(id, decided);
    predictions.push(prediction);
    if (one?.expected == null) continue;
    const tier = typeof one.tier === 'string' ? one.tier : 'none';
    const counts = (tiers[tier] ??= { expected: 0, right: 0 });
    counts.expected++;
    const wrong = differences(prediction, one.expected);
    const broken = contradicted(policies, decided);
    if (broken !== undefined) wrong['facts'] = { expected: broken.why, got: broken.facts.join(', ') };
    const right = Object.keys(wrong).length === 0;
    if (right) counts.right++;
    else mistakes.push({ id, tier, wrong });
    const said = `${prediction.decision} (${prediction.reason})`;
    const but = broken === undefined ? '' : `, but its facts contradict: ${broken.why}`;
    verdicts.push({ id, verdict: right ? 'right' : 'wrong', said: `${said}${but}` });
  }
  return { predictions, summary: summaryOf(tiers, mistakes, verdicts) };
}

/** What the facts files say that always holds, and does not in this case. */
function contradicted(policies: StorePolicies, { record, lines }: StoreDecision): Dependency | undefined {
  const tables = tablesOf(policies);
  for (const one of [record, ...lines.map(line => line.record)]) {
    const { dependencies } = versionOf(tables[one.table]!.versions, one);
    const broken = brokenDependency(dependencies, one.facts);
    if (broken !== undefined) return broken;
  }
  return undefined;
}

function predictionOf(
  id: string,
  { decision, reason, amount, eligible_lines, partial, ref }: StoreDecision
): DecisionPrediction {
  return { id, decision, reason, amount, eligible_lines, partial, rule: ref };
}

/** Only the keys that the case names are compared; the order of lines does not matter. */
function differences(
  prediction: DecisionPrediction,
  expected: Readonly<Record<string, unknown>>
): Record<string, DecisionMistake['wrong'][string]> {
  const wrong: Record<string, { expected: unknown; got: unknown }> = {};
  for (const key of COMPARED)
    if (Object.hasOwn(expected, key) && comparable(expected[key]) !== comparable(prediction[key]))
      wrong[key] = { expected: expected[key], got: prediction[key] };
  return wrong;
}

const comparable = (value: unknown) =>
  JSON.stringify(Array.isArray(value) ? value.map(String).toSorted((a, b) => (a < b ? -1 : 1)) : value);

function summaryOf(
  tiers: Record<string, { expected: number; right: number }>,
  mistakes: readonly DecisionMistake[],
  verdicts: DecisionSummary['verdicts']
): DecisionSummary | undefined {
  const all = Object.values(tiers);
  if (all.length === 0) return undefined;
  return {
    expected: all.reduce((sum, tier) => sum + tier.expected, 0),
    right: all.reduce((sum, tier) => sum + tier.right, 0),
    tiers,
    wrongly_eligible: mistakes.filter(({ wrong }) => wrong['decision']?.got === 'eligible').map(({ id }) => id),
    mistakes,
    verdicts
  };
}
