import type { Finding, Guard } from './guard.js';
import type { Channel } from './injection-rules.js';

/** A labelled text, one line of a JSONL file. */
export interface EvalRow {
  readonly id: string;
  readonly text: string;
  /** `message` when absent. */
  readonly channel?: Channel;
  readonly label?: 'attack' | 'benign';
  readonly family?: string;
}

export interface Prediction {
  readonly id: string;
  readonly risk: number;
  readonly blocked: boolean;
  readonly findings: readonly Finding[];
}

export interface Rate {
  readonly total: number;
  /** Attacks found, or harmless texts refused. */
  readonly hits: number;
  readonly rate: number;
}

export interface EvalSummary {
  readonly found: Rate;
  readonly falseAlarms: Rate;
  /** Per family: attacks found under `found`, harmless texts refused under `falseAlarms`. */
  readonly families: Readonly<Record<string, { readonly found: Rate; readonly falseAlarms: Rate }>>;
  /** The costliest of the longest rows by work, which grows with the length of the text and the number of its readings. */
  readonly slowest: readonly { readonly id: string; readonly characters: number; readonly work: number }[];
}

/** Of so many of the longest texts the work is found; shorter ones cost less. */
const MOST_WEIGHED = 100;

export function predict(guard: Guard, row: EvalRow): Prediction {
  const { risk, blocked, findings } = guard.assess(row.text, row.channel ?? 'message');
  return { id: row.id, risk, blocked, findings };
}

/** Counts right and wrong together, overall and per family. Rows without a label are predicted and not counted. */
export function summarise(guard: Guard, rows: readonly EvalRow[], predictions: readonly Prediction[]): EvalSummary {
  const blocked = new Map(predictions.map(prediction => [prediction.id, prediction.blocked]));
  const rate = (part: readonly EvalRow[]): Rate => {
    const hits = part.filter(row => blocked.get(row.id) === true).length;
    return { total: part.length, hits, rate: part.length === 0 ? 0 : hits / part.length };
  };
  const both = (part: readonly EvalRow[]): { found: Rate; falseAlarms: Rate } => ({
    found: rate(part.filter(row => row.label === 'attack')),
    falseAlarms: rate(part.filter(row => row.label === 'benign'))
  });
  const names = [...new Set(rows.map(row => row.family ?? 'none'))].sort();
  const families = Object.fromEntries(
    names.map(name => [name, both(rows.filter(row => (row.family ?? 'none') === name))])
  );
  const slowest = [...rows]
    .sort((a, b) => b.text.length - a.text.length)
    .slice(0, MOST_WEIGHED)
    .map(row => ({
      id: row.id,
      characters: row.text.length,
      work: guard.explain(row.text, row.channel ?? 'message').work
    }))
    .sort((a, b) => b.work - a.work)
    .slice(0, 5);
  return { ...both(rows), families, slowest };
}
