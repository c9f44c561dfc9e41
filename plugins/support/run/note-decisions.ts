import type { DecisionRecord } from '../../../core/rules/index.js';
import type { SupportMetrics } from '../metrics.js';
import type { Run } from './run.js';

/** Puts decisions on record, with what shadows would have decided. */
export function noteDecisions(run: Run, metrics: SupportMetrics, records: readonly DecisionRecord[]): void {
  run.decisions.push(...records);
  for (const { table, shadow } of records) if (shadow !== undefined) metrics.shadowDecision(table, shadow);
}
