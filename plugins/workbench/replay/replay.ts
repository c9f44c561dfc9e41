import { brokenDependency, type RulePolicy, sameOutcome } from '../../../core/rules/index.js';
import type { RecordedDecision } from '../../../core/workbench/index.js';
import { redecide } from './redecide.js';
import { Transitions, type Transition } from './transitions.js';

/** What recorded decisions would be under other rules. Holds no text of a message and nothing of a customer. */
export interface ReplayReport {
  readonly decisions: number;
  readonly replayed: number;
  readonly unchanged: number;
  /** Old decision to new decision to count, over everything that was decided again. */
  readonly matrix: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Decisions that come out otherwise, the most frequent first. */
  readonly changes: readonly Transition[];
  /** Reasons and how many cannot be decided again for each. */
  readonly cannot: Readonly<Record<string, number>>;
  /** Dependencies that recorded facts contradict, with counts: a comparison by them may have left cases out. */
  readonly contradicted: Readonly<Record<string, number>>;
}

export interface ReplayOptions {
  /** Told of each decision that comes out otherwise. */
  readonly changed?: (line: object) => void;
  /** Facts that are computed otherwise than they were. */
  readonly otherwise?: ReadonlySet<string>;
}

/** Decides every recorded decision again, one at a time. */
export async function replay(
  decisions: AsyncIterable<RecordedDecision>,
  policies: ReadonlyMap<string, RulePolicy>,
  { changed = () => {}, otherwise }: ReplayOptions = {}
): Promise<ReplayReport> {
  const matrix: Record<string, Record<string, number>> = {};
  const transitions = new Transitions();
  const cannot = new Map<string, number>();
  const contradicted = new Map<string, number>();
  const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);
  let total = 0;
  let replayed = 0;
  let unchanged = 0;
  for await (const recorded of decisions) {
    total++;
    const again = await redecide(recorded, policies, otherwise);
    if ('cannot' in again) {
      count(cannot, again.cannot);
      continue;
    }
    replayed++;
    const { record: before } = recorded;
    const { record: after, table } = again;
    const broken = brokenDependency(table.dependencies, before.facts);
    if (broken !== undefined) count(contradicted, broken.why);
    const row = (matrix[before.decision] ??= {});
    row[after.decision] = (row[after.decision] ?? 0) + 1;
    if (sameOutcome(before, after)) {
      unchanged++;
      continue;
    }
    transitions.add(recorded.id, before, after, table.gives);
    changed({ decision_id: recorded.id, table: before.table, before: outcomeOf(before), after: outcomeOf(after) });
  }
  return {
    decisions: total,
    replayed,
    unchanged,
    matrix,
    changes: transitions.found,
    cannot: Object.fromEntries(cannot),
    contradicted: Object.fromEntries(contradicted)
  };
}

const outcomeOf = ({ decision, reason, rule, params }: RecordedDecision['record']) => ({
  decision,
  reason,
  rule,
  params
});
