import { createHash } from 'node:crypto';
import { type Log, newId } from '../../../core/index.js';
import { ApiError } from '../../../core/http/index.js';
import type { Prepared, Store } from '../../../core/store/index.js';
import type { Allowance } from '../kinds/limits.js';

/** One thing that is counted, in the window of its allowance. */
export interface Counted {
  /** What is done, and by whom or about what: `verify`, `address`. */
  readonly action: string;
  readonly by: string;
  readonly subject: string;
  readonly allowance: Allowance;
  /** Counted over all instances before it is allowed; otherwise instances tell each other every second, and late ones let a few more pass. */
  readonly strict: boolean;
}

export interface Admission {
  /** `RateLimit` and `RateLimit-Policy`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Takes it out of the counts again. */
  giveBack(): void;
}

interface Window {
  readonly id: string;
  readonly by: string;
  allowance: Allowance;
  readonly endsAt: number;
  /** Counted here, by other instances as far as is known, and what they were told of it. */
  own: number;
  others: number;
  told: number;
}

const MOST_WINDOWS = 50_000;
const TELL_MS = 1000;
const MOST_TOLD = 500;
/** What is far from its limit here needs nobody else to know. */
const TELLING_SHARE = 1 / 8;

/**
 * Counts by fixed windows. Each instance keeps its own count in one record per window, so that none overwrites another's
 * and no lock is needed; the sum is what counts. Subjects are kept as digests and leave when their window ends.
 */
export class RateLimits {
  readonly #windows = new Map<string, Window>();
  readonly #ended: Window[] = [];
  readonly #instance = newId('ins');
  readonly #store: Store;
  readonly #sums: Prepared;
  readonly #timer: NodeJS.Timeout;

  constructor(
    store: Store,
    log: Log,
    private readonly now: () => Date
  ) {
    this.#store = store;
    this.#sums = store.prepare({ from: 'rates', where: { bucket: { is: '=', param: 'bucket' } } });
    let failing = false;
    this.#timer = setInterval(
      () =>
        void this.#tell().then(
          () => void (failing = false),
          () => {
            if (!failing) log.warning('limits.not_shared', {});
            failing = true;
          }
        ),
      TELL_MS
    ).unref();
  }

  /** Counts one of each. Throws `ApiError` 429 with `Retry-After` where that is more than is allowed. */
  async admit(counted: readonly Counted[]): Promise<Admission> {
    const windows = counted.map(each => this.#window(each));
    const giveBack = () => windows.forEach(window => window.own--);
    for (const window of windows) if (left(window) <= 0) throw this.#refusal(window);
    for (const window of windows) window.own++;
    const strict = windows.filter((_, i) => counted[i]!.strict);
    if (strict.length > 0) {
      await this.#share(strict);
      const over = strict.find(window => left(window) < 0);
      if (over !== undefined) {
        giveBack();
        throw this.#refusal(over);
      }
    }
    return { headers: this.#headers(windows), giveBack };
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #window({ action, by, subject, allowance }: Counted): Window {
    const length = allowance.seconds * 1000;
    const now = this.now().getTime();
    const full = this.#windows.size >= MOST_WINDOWS;
    let name = `${action} ${by} ${subject}`;
    // More subjects at once than can be told apart share one allowance: somebody makes them up.
    if (full && !this.#windows.has(name)) name = `${action} ${by}`;
    const known = this.#windows.get(name);
    if (known !== undefined && known.endsAt > now && known.allowance.seconds === allowance.seconds) {
      known.allowance = allowance;
      return known;
    }
    if (known !== undefined) this.#ended.push(known);
    const endsAt = (Math.floor(now / length) + 1) * length;
    const id = createHash('sha256').update(`${name} ${length} ${endsAt}`).digest('hex').slice(0, 32);
    const window = { id, by, allowance, endsAt, own: 0, others: 0, told: 0 };
    this.#windows.set(name, window);
    return window;
  }

  #forgetEnded(now: number): void {
    for (const [name, window] of this.#windows)
      if (window.endsAt <= now) {
        this.#windows.delete(name);
        this.#ended.push(window);
      }
  }

  /** Writes first and reads then: of all who do so at once, none can miss that the allowance is used up. */
  async #share(windows: readonly Window[]): Promise<void> {
    const instance = this.#instance;
    const rows = windows.map(({ id: bucket, own: count, endsAt }) => ({
      bucket,
      instance,
      count,
      ends_at: new Date(endsAt).toISOString()
    }));
    await this.#store.commit([{ into: 'rates', how: 'put', rows }]);
    const sums = await this.#store.read(windows.map(({ id: bucket }) => [this.#sums, { bucket }] as const));
    windows.forEach((window, i) => {
      window.told = rows[i]!.count;
      const others = sums[i]!.filter(row => row['instance'] !== instance);
      window.others = others.reduce((sum, row) => sum + Number(row['count']), 0);
    });
  }

  async #tell(): Promise<void> {
    this.#forgetEnded(this.now().getTime());
    const gone = this.#ended.splice(0).filter(({ told }) => told > 0);
    const instance = this.#instance;
    for (let i = 0; i < gone.length; i += MOST_TOLD) {
      const rows = gone.slice(i, i + MOST_TOLD).map(({ id: bucket }) => ({ bucket, instance }));
      await this.#store.commit([{ into: 'rates', how: 'remove', rows }]);
    }
    const news = [...this.#windows.values()].filter(
      ({ own, told, allowance }) => own !== told && (told > 0 || own >= allowance.most * TELLING_SHARE)
    );
    if (news.length > 0) await this.#share(news.sort((a, b) => b.own - b.told - a.own + a.told).slice(0, MOST_TOLD));
  }

  #refusal(window: Window): ApiError {
    const wait = this.#seconds(window);
    return new ApiError(429, 'rate_limited', `Too many requests: try again in ${wait} seconds.`, {
      limited_by: window.by
    }).withHeaders({ ...this.#headers([window]), 'Retry-After': String(wait) });
  }

  #headers(windows: readonly Window[]): Readonly<Record<string, string>> {
    let [tightest] = windows;
    for (const window of windows) if (share(window) < share(tightest!)) tightest = window;
    if (tightest === undefined) return {};
    return {
      'RateLimit-Policy': windows
        .map(({ by, allowance }) => `"${by}";q=${allowance.most};w=${allowance.seconds}`)
        .join(', '),
      RateLimit: `"${tightest.by}";r=${Math.max(0, left(tightest))};t=${this.#seconds(tightest)}`
    };
  }

  readonly #seconds = ({ endsAt }: Window) => Math.max(1, Math.ceil((endsAt - this.now().getTime()) / 1000));
}

const left = ({ allowance, own, others }: Window) => allowance.most - own - others;
const share = (window: Window) => left(window) / window.allowance.most;
