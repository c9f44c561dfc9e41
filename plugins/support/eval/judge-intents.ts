import type { Understander } from '../understand/types.js';

/** One labelled message; without a label it is only predicted. */
export interface EvalRow {
  readonly id: string;
  readonly text: string;
  readonly label?: string;
  /** Other right answers. */
  readonly accept?: readonly string[];
  /** What a question about an ambiguous message must name. */
  readonly candidates?: readonly string[];
  readonly source?: string;
  readonly traits?: readonly string[];
}

export interface Prediction {
  readonly id: string;
  readonly intent: string;
  readonly confidence: number;
  readonly candidates: readonly string[];
}

export type Outcome = 'right' | 'wrong' | 'abstained' | 'premature';

export interface Judged extends Prediction {
  readonly row: EvalRow;
  readonly outcome: Outcome;
  readonly why: string;
}

export interface IntentTally {
  readonly rows: number;
  readonly right: number;
  readonly wrong: number;
  readonly abstained: number;
}

export interface IntentSummary {
  readonly in_scope: IntentTally;
  /** Right: refused or asked. */
  readonly out_of_scope: IntentTally;
  /** Out-of-scope messages written for the project: shop words about another subject. */
  readonly near_misses: IntentTally;
  /** Right: asked, with the right candidates; wrong: acted. */
  readonly ambiguous: IntentTally;
  readonly by_label: Readonly<Record<string, IntentTally>>;
  readonly by_source: Readonly<Record<string, IntentTally>>;
  /** Label to prediction, for messages that were acted on wrongly or not at all. */
  readonly confusion: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Over in-scope messages: acting only at or above a confidence, the share acted on and the share of those wrong. */
  readonly risk_coverage: readonly { readonly confidence: number; readonly coverage: number; readonly risk: number }[];
}

export function predictIntents(understander: Pick<Understander, 'understand'>, rows: readonly EvalRow[]): Judged[] {
  return rows.map(row => {
    const { intent, confidence, candidates, why } = understander.understand(row.text);
    return { id: row.id, intent, confidence, candidates, row, why, outcome: judge(row, intent, candidates) };
  });
}

function judge(
  { label, accept = [], candidates: expected = [] }: EvalRow,
  intent: string,
  candidates: readonly string[]
): Outcome {
  const asked = intent === 'unknown';
  if (label === 'ambiguous') {
    if (!asked) return accept.includes(intent) ? 'right' : 'premature';
    return expected.filter(name => candidates.includes(name)).length >= Math.min(2, expected.length)
      ? 'right'
      : 'abstained';
  }
  if (intent === label || accept.includes(intent)) return 'right';
  if (asked) return label === 'out_of_scope' || accept.includes('ambiguous') ? 'right' : 'abstained';
  return 'wrong';
}

/** Judges labelled rows together; rows without a label are left out. */
export function summariseIntents(judged: readonly Judged[]): IntentSummary {
  const labelled = judged.filter(({ row }) => row.label !== undefined);
  const inScope = labelled.filter(({ row }) => row.label !== 'out_of_scope' && row.label !== 'ambiguous');
  const outside = labelled.filter(({ row }) => row.label === 'out_of_scope');
  return {
    in_scope: tally(inScope),
    out_of_scope: tally(outside),
    near_misses: tally(outside.filter(({ row }) => row.source?.startsWith('own'))),
    ambiguous: tally(labelled.filter(({ row }) => row.label === 'ambiguous')),
    by_label: grouped(labelled, ({ row }) => row.label ?? ''),
    by_source: grouped(labelled, ({ row }) => row.source ?? 'unnamed'),
    confusion: confusion(labelled),
    risk_coverage: riskCoverage(inScope)
  };
}

function tally(judged: readonly Judged[]): IntentTally {
  const count = (...outcomes: Outcome[]): number => judged.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    rows: judged.length,
    right: count('right'),
    wrong: count('wrong', 'premature'),
    abstained: count('abstained')
  };
}

function grouped(judged: readonly Judged[], key: (each: Judged) => string): Record<string, IntentTally> {
  const names = [...new Set(judged.map(key))].sort();
  return Object.fromEntries(names.map(name => [name, tally(judged.filter(each => key(each) === name))]));
}

function confusion(judged: readonly Judged[]): Record<string, Record<string, number>> {
  const table: Record<string, Record<string, number>> = {};
  for (const { row, intent, outcome } of judged) {
    if (outcome === 'right') continue;
    const line = (table[row.label ?? ''] ??= {});
    line[intent] = (line[intent] ?? 0) + 1;
  }
  return table;
}

function riskCoverage(judged: readonly Judged[]): { confidence: number; coverage: number; risk: number }[] {
  return [0, 0.6, 0.7, 0.8, 0.9, 0.95].map(confidence => {
    const acted = judged.filter(each => each.intent !== 'unknown' && each.confidence >= confidence);
    const wrong = acted.filter(({ outcome }) => outcome === 'wrong').length;
    return {
      confidence,
      coverage: judged.length === 0 ? 0 : acted.length / judged.length,
      risk: acted.length === 0 ? 0 : wrong / acted.length
    };
  });
}
