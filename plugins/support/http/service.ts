import { type LiveDocuments, type Log, logAbout } from '../../../core/index.js';
import type { Turns } from '../../../core/resilience/index.js';
import type { Store } from '../../../core/store/index.js';
import type { ToolResources } from '../../../core/tools/index.js';
import type { Codes } from '../identity/codes.js';
import type { KeyRing } from '../access/key-ring.js';
import type { RateLimits } from '../access/rate-limits.js';
import type { SupportMetrics } from '../metrics.js';
import type { SupportGate } from '../tools/authority.js';
import type { Composers } from '../run/compose.js';
import type { ReloadReview } from '../policy/reload-review.js';
import type { RunPolicy } from '../policy/run-policy.js';
import type { Services } from '../run/steps.js';
import type { Messages } from '../messages/messages.js';
import type { Records } from '../records/records.js';
import type { Sessions } from '../sessions.js';
import type { BoundTools } from '../tools/registry.js';

/** What the endpoints work with. */
export interface SupportService {
  readonly version: string;
  readonly store: Store;
  readonly records: Records;
  /** Changes of a conversation wait for each other. */
  readonly turns: Turns;
  readonly documents: LiveDocuments;
  readonly review: ReloadReview;
  readonly messages: Messages;
  readonly composers: Composers;
  readonly gate: SupportGate;
  readonly metrics: SupportMetrics;
  readonly rates: RateLimits;
  readonly servicesFor: (policy: RunPolicy) => Services;
  /** The tools of the set in force. */
  tools(): BoundTools;
  readonly keys: KeyRing;
  readonly codes: Codes;
  readonly sessions: Sessions;
  /** Origins of pages that a shop's server may open sessions for. */
  readonly origins: ReadonlySet<string>;
  readonly limits: { readonly maxMessageChars: number };
  readonly secret: ToolResources['secret'];
  readonly log: Log;
  readonly now: () => Date;
}

/** The service for one request: what it logs says which. */
export function serving(service: SupportService, requestId: string): SupportService {
  const log = logAbout(service.log, { request_id: requestId });
  return Object.assign({}, service, {
    log,
    servicesFor: (policy: RunPolicy) => Object.assign({}, service.servicesFor(policy), { log })
  });
}
