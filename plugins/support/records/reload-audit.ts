import type { LiveDocuments, Log } from '../../../core/index.js';
import type { Store } from '../../../core/store/index.js';
import type { SupportMetrics } from '../metrics.js';
import { auditWrite } from './audit.js';
import { ruleChanges, setChanges } from './set-changes.js';

/** Accepted, or refused as content that breaks the rules. */
const STATUS = { reloaded: 200, refused: 422 } as const;

/**
 * Keeps an audit event of every reload that changed the files in force or was refused. It belongs to no tenant. Files
 * that cannot be changed without a trace are no way around a review.
 */
export function auditReloads(
  store: Store,
  metrics: SupportMetrics,
  log: Log,
  now: () => Date
): Parameters<LiveDocuments['onReload']>[0] {
  return async ({ outcome, from, to, problems }, { before, after }) => {
    metrics.policyReload(outcome);
    if (outcome === 'unchanged') return;
    const codes = [...new Set(problems.map(({ code }) => code))];
    const detail = {
      event: 'policy.reloaded',
      outcome,
      from,
      to,
      files: setChanges(before, after),
      rules: ruleChanges(before, after),
      problems: codes
    };
    const write = auditWrite({
      tenant: null,
      key: null,
      method: 'RELOAD',
      route: 'policy.reloaded',
      resource: to,
      status: STATUS[outcome],
      requestId: null,
      detail,
      now: now()
    });
    // The files are in force or not whatever the database says; that it could not be told is an event of its own.
    await store.commit([write]).catch(() => log.error('policy.audit_failed', { from, to, outcome }));
  };
}
