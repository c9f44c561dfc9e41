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

/** Verifies each row on its own. `clock` serves the rows that bring none. */
export const predict = (rows: readonly VerifierRow[], verifier: Verifier, clock: Date): VerifierPrediction[] =>
  rows.map(({ id, evidence, sentence, asked_at }) => {
    const now = asked_at === undefined ? clock : new Date(asked_at);
    const { supported, claims } = verifier.verify(sentence, evidence, now, true);
    return { id, supported, reason: claims.map(({ reason, values }) => `${reason}: ${values.join(', ')}`).join('; ') };
  });

/**
 * Compares predictions, in the order of the rows, with the labels; rows without a label are not counted.
 * @returns supported sentences that were let through, unsupported ones that were withheld, both by category, and the ids
 * of the rows that went wrong
 */
export function summarise(rows: readonly VerifierRow[], predictions: readonly VerifierPrediction[]) {
  const labelled = rows.flatMap(({ id, supported, category = 'uncategorised' }, i) =>
    supported === undefined ? [] : [{ id, supported, category, right: predictions[i]?.supported === supported }]
  );
  const tally = (counted: typeof labelled) => ({
    right: counted.filter(each => each.right).length,
    total: counted.length
  });
  const categories = [...new Set(labelled.map(({ category }) => category))].sort((a, b) => a.localeCompare(b));
  return {
    rows: rows.length,
    let_through: tally(labelled.filter(({ supported }) => supported)),
    caught: tally(labelled.filter(({ supported }) => !supported)),
    categories: Object.fromEntries(
      categories.map(name => [name, tally(labelled.filter(({ category }) => category === name))])
    ),
    wrong: labelled.filter(({ right }) => !right).map(({ id }) => id)
  };
}
