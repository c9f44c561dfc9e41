import { setTimeout as sleep } from 'node:timers/promises';
import { firstIdAt, type LiveDocuments, type Log, newId } from '../../../core/index.js';
import { type Prepared, type Store, StoreConflict } from '../../../core/store/index.js';
import { KEPT, type KeptKind, Retention, type RetentionPolicy } from '../kinds/retention.js';
import { auditWrite } from '../records/audit.js';

interface Options {
  readonly store: Store;
  readonly documents: LiveDocuments;
  readonly log: Log;
  readonly now: () => Date;
}

/** By which field records of a collection are old, and which fields name one. Ids hold the time at which they were made. */
interface Ageing {
  readonly field: string;
  readonly idPrefix?: string;
  readonly key: readonly string[];
}

const BY_AGE: Readonly<Record<KeptKind, Ageing>> = {
  responses: { field: 'created_at', key: ['tenant', 'conversation_id', 'idempotency_key'] },
  traces: { field: 'run_id', idPrefix: 'run', key: ['run_id'] },
  conversations: { field: 'conversation_id', idPrefix: 'conv', key: ['tenant', 'conversation_id'] },
  runs: { field: 'run_id', idPrefix: 'run', key: ['run_id'] },
  decisions: { field: 'decision_id', idPrefix: 'dec', key: ['decision_id'] },
  audit: { field: 'event_id', idPrefix: 'aud', key: ['event_id'] },
  feedback: { field: 'feedback_id', idPrefix: 'fb', key: ['feedback_id'] },
  tickets: { field: 'ticket_id', idPrefix: 'tkt', key: ['ticket_id'] }
};
/** What nobody looks at any more when its time is over, whatever the policy says. */
const PASSING: Readonly<Record<string, Ageing>> = {
  rates: { field: 'ends_at', key: ['bucket', 'instance'] },
  codes: { field: 'expires_at', key: ['tenant', 'conversation_id'] }
};

const JOB = 'retention';
const DAY_MS = 24 * 3_600_000;
const FIRST_LOOK_MS = 2000;
const LOOK_MS = 60_000;
const BATCH = 200;
const PASSING_POLICY: RetentionPolicy = { turnMinutes: 60, mostInATurn: 20_000, days: {} };

/**
 * Removes records whose time is over. Whichever instance is first to write that a turn is its own takes it; should it
 * die, the next turn goes on where it stopped. Batches with pauses as long as themselves leave room for messages.
 */
export class RetentionJob {
  readonly #options: Options;
  readonly #old: ReadonlyMap<string, Prepared>;
  readonly #turns: Prepared;
  readonly #stopped = new AbortController();
  readonly #loop: Promise<void>;

  constructor(options: Options) {
    this.#options = options;
    const { store } = options;
    this.#old = new Map(
      Object.entries({ ...BY_AGE, ...PASSING }).map(([from, { field }]) => [
        from,
        store.prepare({
          from,
          where: { [field]: { is: '<', param: 'before' } },
          order: { by: field, direction: 'asc' },
          limit: 'limit'
        })
      ])
    );
    this.#turns = store.prepare({
      from: 'turns',
      where: { job: { is: '=', param: 'job' }, turn: { is: '<', param: 'turn' } }
    });
    this.#loop = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { log } = this.#options;
    let last = '';
    for (let wait = FIRST_LOOK_MS; await this.#rest(wait); wait = LOOK_MS) {
      const turn = this.#turn();
      if (turn === last) continue;
      try {
        if (await this.#take(turn)) await this.#clean();
        last = turn;
      } catch (error) {
        // Tried again at the next look: an unreachable database is told elsewhere.
        log.warning('retention.failed', { reason: error instanceof Error ? error.name : typeof error });
      }
    }
  }

  get #policy() {
    return this.#options.documents.current.of(Retention)[0]?.value ?? PASSING_POLICY;
  }

  #turn(): string {
    const length = this.#policy.turnMinutes * 60_000;
    return new Date(Math.floor(this.#options.now().getTime() / length) * length).toISOString();
  }

  async #take(turn: string): Promise<boolean> {
    const { store } = this.#options;
    try {
      await store.commit([{ into: 'turns', how: 'add', rows: [{ job: JOB, turn, instance: newId('ins') }] }]);
    } catch (error) {
      if (error instanceof StoreConflict) return false;
      throw error;
    }
    const [before = []] = await store.read([[this.#turns, { job: JOB, turn }]]);
    const rows = before.map(row => ({ job: JOB, turn: row['turn'] }));
    if (rows.length > 0) await store.commit([{ into: 'turns', how: 'remove', rows }]);
    return true;
  }

  async #clean(): Promise<void> {
    const { store, log, now } = this.#options;
    const { days, mostInATurn } = this.#policy;
    const started = performance.now();
    const at = now();
    for (const [from, ageing] of Object.entries(PASSING))
      await this.#remove(from, ageing, at.toISOString(), mostInATurn);
    const removed: Record<string, number> = {};
    let complete = true;
    for (const kind of KEPT) {
      const kept = days[kind];
      if (kept === undefined) continue;
      const ageing = BY_AGE[kind];
      const before = at.getTime() - kept * DAY_MS;
      const bound = ageing.idPrefix === undefined ? new Date(before).toISOString() : firstIdAt(ageing.idPrefix, before);
      const count = await this.#remove(kind, ageing, bound, mostInATurn);
      if (count > 0) removed[kind] = count;
      if (count >= mostInATurn) complete = false;
    }
    if (Object.keys(removed).length === 0) return;
    log.info('retention.removed', { ...removed, complete, duration_ms: Math.round(performance.now() - started) });
    const nobody = { tenant: null, key: null, resource: null, requestId: null };
    const detail = { event: 'retention.removed', removed, complete };
    const event = { ...nobody, method: 'REMOVE', route: 'retention.removed', status: 200, detail, now: now() };
    await store.commit([auditWrite(event)]);
  }

  async #remove(from: string, { key }: Ageing, before: string, most: number): Promise<number> {
    const { store } = this.#options;
    let count = 0;
    while (count < most) {
      const started = performance.now();
      const limit = Math.min(BATCH, most - count);
      const [rows = []] = await store.read([[this.#old.get(from)!, { before, limit }]]);
      const keys = rows.map(row => Object.fromEntries(key.map(field => [field, row[field]])));
      if (keys.length > 0) await store.commit([{ into: from, how: 'remove', rows: keys }]);
      count += keys.length;
      if (keys.length < limit || !(await this.#rest(performance.now() - started))) break;
    }
    return count;
  }

  /** False when the service stops. */
  async #rest(ms: number): Promise<boolean> {
    return await sleep(ms, true, { ref: false, signal: this.#stopped.signal }).catch(() => false);
  }
}
