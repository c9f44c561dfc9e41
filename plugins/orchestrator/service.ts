import type { Quotas } from './access/quotas.js';
import type { Log } from '../../core/index.js';
import type { Forwarder } from './forward/forwarder.js';
import type { Prober } from './probing/prober.js';
import type { Totals } from './metrics/totals.js';
import type { Fleet } from './registry/fleet.js';
import type { RoutingTable } from './policy/table.js';

/** What the endpoints work with. */
export interface Orchestrator {
  readonly fleet: Fleet;
  readonly prober: Prober;
  readonly forwarder: Forwarder;
  readonly table: () => RoutingTable;
  /** Of the files in force. */
  readonly revision: () => string;
  readonly totals: Totals;
  readonly quotas: Quotas;
  readonly log: Log;
  /** Of `performance.now()`. */
  readonly startedAt: number;
  readonly requestTimeoutMs: number;
  /** Why the files on disk are not the ones in force; empty when they are. */
  readonly refusedFiles: () => readonly object[];
}
