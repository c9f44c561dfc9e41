import type { RecordedDecision } from '../../../core/workbench/index.js';
import { Transitions, type Transition } from './transitions.js';

/** How decisions that were acted on and those of their shadow tables compare, as they were recorded. */
export interface ShadowReport {
  readonly decisions: number;
  /** Decisions that were taken with a shadow beside them. */
  readonly shadowed: number;
  readonly agreed: number;
  readonly diverged: number;
  /** Times the shadow could not decide. */
  readonly failed: number;
  /** By revision of the shadow's file, because a shadow changes while it is tried. */
  readonly revisions: Readonly<Record<string, number>>;
  readonly changes: readonly Transition[];
}

export async function shadowReport(
  decisions: AsyncIterable<RecordedDecision>,
  changed: (line: object) => void = () => {}
): Promise<ShadowReport> {
  const transitions = new Transitions();
  const revisions: Record<string, number> = {};
  const counts = { decisions: 0, shadowed: 0, agreed: 0, diverged: 0, failed: 0 };
  for await (const { id, record } of decisions) {
    counts.decisions++;
    const { shadow, facts } = record;
    if (shadow === undefined) continue;
    counts.shadowed++;
    const name = `${shadow.file}@${shadow.revision}`;
    revisions[name] = (revisions[name] ?? 0) + 1;
    const { decision, reason, params = {} } = shadow;
    if (decision === undefined || reason === undefined) counts.failed++;
    else if (!shadow.diverges) counts.agreed++;
    else {
      counts.diverged++;
      transitions.add(id, record, { decision, reason, params, facts }, {});
      changed({
        decision_id: id,
        table: record.table,
        before: { decision: record.decision, reason: record.reason },
        after: { decision, reason }
      });
    }
  }
  return { ...counts, revisions, changes: transitions.found };
}
