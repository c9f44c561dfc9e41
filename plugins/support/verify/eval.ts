import type { Evidence, Verifier } from './contract.js';

/** One line of a labelled (or unlabelled) JSONL file. `asked_at` is the clock of a row that speaks of relative days. */
export interface VerifierRow {
  readonly id: string;
  readonly evidence: readonly Evidence[];
  readonly sentence: string;
  readonly supported?: boolean;
  readonly category?: string;
  readonly asked_at?: string;
}

export interface VerifierPrediction {
  readonly id: string;
  readonly supported: boolean;
  /** Why it was withheld: the reason of the first claim and what it names; empty for a supported sentence. */
  readonly reason: string;
}

export interface Tally {
  readonly right: number;
  readonly total: number;
}

export interface VerifierSummary {
  readonly rows: number;
  /** Supported sentences that were let through. */
  readonly let_through: Tally;
  /** Unsupported sentences that were withheld. */
  readonly caught: Tally;
  readonly categories: Readonly<Record<string, Tally>>;
  /** Ids of the rows that went wrong. */
  readonly wrong: readonly string[];
}

/** Verifies each row on its own. `clock` serves the rows that bring none. */
export function predict(rows: readonly VerifierRow[], verifier: Verifier, clock: Date): VerifierPrediction[] {
  return rows.map(({ id, evidence, sentence, asked_at }) => {
    const { supported, claims } = verifier.verify(
      sentence,
      evidence,
      asked_at === undefined ? clock : new Date(asked_at),
      true
    );
    return { id, supported, reason: claims.map(({ reason, values }) => `${reason}: ${values.join(', ')}`).join('; ') };
  });
}

/** Compares predictions, in the order of the rows, with the labels; rows without a label are not counted. */
export function summarise(rows: readonly VerifierRow[], predictions: readonly VerifierPrediction[]): VerifierSummary {
  const tallies = new Map<string, { right: number; total: number }>();
  const count = (name: string, right: boolean) => {
    const tally = tallies.get(name) ?? { right: 0, total: 0 };
    tallies.set(name, { right: tally.right + (right ? 1 : 0), total: tally.total + 1 });
  };
  const wrong: string[] = [];
  rows.forEach(({ id, supported, category }, i) => {
    if (supported === undefined) return;
    const right = predictions[i]?.supported === supported;
    count(supported ? '+' : '-', right);
    count(`.${category ?? 'uncategorised'}`, right);
    if (!right) wrong.push(id);
  });
  const none = { right: 0, total: 0 };
  const categories = [...tallies]
    .filter(([name]) => name.startsWith('.'))
    .map(([name, tally]) => [name.slice(1), tally] as const);
  return {
    rows: rows.length,
    let_through: tallies.get('+') ?? none,
    caught: tallies.get('-') ?? none,
    categories: Object.fromEntries(categories.sort(([a], [b]) => a.localeCompare(b))),
    wrong
  };
}
