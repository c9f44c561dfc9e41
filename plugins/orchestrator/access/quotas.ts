import { ApiError } from '../../../core/http/index.js';
import type { CallerPolicy } from '../policy/callers.js';

/** What one caller has used. */
export interface Usage {
  /** Requests under way. */
  readonly inFlight: number;
  /** Requests that it may still begin at once, of `perMinute`; null where there is no limit. */
  readonly left: number | null;
  readonly perMinute: number | null;
  readonly mostInFlight: number | null;
  /** Requests that were refused since the start. */
  readonly refused: number;
}

interface Account {
  inFlight: number;
  tokens: number;
  filledAt: number;
  refused: number;
}

const MINUTE_MS = 60_000;
/** Names of callers are those of keys, so there are few. */
const MOST_ACCOUNTS = 10_000;

/** Counts requests by caller. Each minute's worth is earned steadily, and at most a minute's worth is saved up. */
export class Quotas {
  readonly #accounts = new Map<string, Account>();

  /** `policyOf` answers what limits a caller. */
  constructor(private readonly policyOf: (caller: string) => CallerPolicy | undefined) {}

  /** Begins a request. Throws `ApiError` 429 where its caller has had enough; otherwise answers what ends it. */
  begin(caller: string, now = performance.now()): (() => void) | undefined {
    const policy = this.policyOf(caller);
    if (policy === undefined || (policy.perMinute === undefined && policy.inFlight === undefined)) return undefined;
    const account = this.#account(caller, policy, now);
    if (policy.inFlight !== undefined && account.inFlight >= policy.inFlight)
      throw this.#refuse(account, 'in_flight', 1);
    if (policy.perMinute !== undefined) {
      if (account.tokens < 1)
        throw this.#refuse(account, 'per_minute', Math.ceil(((1 - account.tokens) * 60) / policy.perMinute));
      account.tokens--;
    }
    account.inFlight++;
    return () => void account.inFlight--;
  }

  /** What those callers have used that are limited and were here. */
  usage(now = performance.now()): Readonly<Record<string, Usage>> {
    const used: Record<string, Usage> = {};
    for (const caller of this.#accounts.keys()) {
      const policy = this.policyOf(caller);
      if (policy === undefined) continue;
      const { inFlight, tokens, refused } = this.#account(caller, policy, now);
      const perMinute = policy.perMinute ?? null;
      const left = perMinute === null ? null : Math.floor(tokens);
      used[caller] = { inFlight, left, perMinute, mostInFlight: policy.inFlight ?? null, refused };
    }
    return used;
  }

  #account(caller: string, { perMinute = 0 }: CallerPolicy, now: number): Account {
    let account = this.#accounts.get(caller);
    if (account === undefined) {
      if (this.#accounts.size >= MOST_ACCOUNTS) this.#accounts.clear();
      this.#accounts.set(caller, (account = { inFlight: 0, tokens: perMinute, filledAt: now, refused: 0 }));
    }
    account.tokens = Math.min(perMinute, account.tokens + ((now - account.filledAt) * perMinute) / MINUTE_MS);
    account.filledAt = now;
    return account;
  }

  #refuse(account: Account, limit: 'per_minute' | 'in_flight', seconds: number): ApiError {
    account.refused++;
    return new ApiError(429, 'rate_limited', 'This key has used what it may use.', { limit }).withHeaders({
      'Retry-After': String(seconds)
    });
  }
}
