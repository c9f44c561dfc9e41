import { newId } from '../../../core/index.js';
import type { Write } from '../../../core/store/index.js';

/** Who did what, by the first digits of their key's digest. */
export interface AuditEvent {
  readonly tenant: string | null;
  readonly key: string | null;
  readonly method: string;
  readonly route: string;
  readonly resource: string | null;
  readonly status: number;
  readonly requestId: string | null;
  /** What else there is to know; of a request, nothing. */
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly now: Date;
}

/** The write that keeps one event. */
export const auditWrite = ({ now, requestId, detail, ...event }: AuditEvent): Write => ({
  into: 'audit',
  how: 'add',
  rows: [
    {
      event_id: newId('aud', now.getTime()),
      ...event,
      request_id: requestId,
      detail: detail ?? null,
      created_at: now.toISOString()
    }
  ]
});
