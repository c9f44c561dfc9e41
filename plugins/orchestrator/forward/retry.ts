import type { RetryPolicy } from '../policy/routing-policy.js';
import type { KnownTool } from '../registry/tools.js';
import type { RoutingRule } from '../policy/rule.js';
import type { Failure } from '../upstream/outcome.js';

/** Why no further attempt is made; `detail.stopped` of the answer. */
export const STOPS = [
  'not_retryable',
  'not_idempotent',
  'outcome_unknown',
  'rule_forbids',
  'retries_used_up',
  'no_other_server',
  'retry_budget',
  'deadline'
] as const;
export type Stop = (typeof STOPS)[number];

/** Methods of the protocol that change nothing, and so can be repeated whatever became of them. */
const READING: ReadonlySet<string> = new Set([
  'server/discover',
  'ping',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete'
]);

/** What is known of a request when one of its attempts has failed. */
export interface Failed {
  readonly outcome: Failure['outcome'];
  /** Whether the request may have arrived. */
  readonly reached: boolean;
  readonly method: string;
  /** What the called tool says of itself; `unknown` where it says nothing, or no tool is called. */
  readonly repeatable: KnownTool['repeatable'];
  /** What the rule says that chose the server. */
  readonly rule: RoutingRule['retry'];
}

/**
 * Why a failed attempt must not be followed by another one, whatever the number of attempts. A request that never
 * reached a server can be sent again. One that a server refused for itself can, unless a second execution is declared
 * to do harm. One of which nobody knows whether it was carried out, only where that is declared to do none.
 */
export function whyNotRepeat({ outcome, reached, method, repeatable, rule }: Failed): Stop | undefined {
  if (outcome === 'timeout') return 'deadline';
  if (outcome === 'connect_failed' || (outcome === 'connection_lost' && !reached)) return undefined;
  if (outcome !== 'unavailable' && outcome !== 'connection_lost') return 'not_retryable';
  if (rule !== undefined) return rule === 'never' ? 'rule_forbids' : undefined;
  if (repeatable === 'no') return 'not_idempotent';
  if (outcome === 'unavailable' || repeatable === 'yes' || READING.has(method)) return undefined;
  return 'outcome_unknown';
}

/** A pause of random length, so that callers that failed together do not return together. */
export function pauseMs(attempts: number, { firstPauseMs, longestPauseMs }: RetryPolicy): number {
  return Math.random() * Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - 1));
}

/** Keeps retries to a share of the requests, so that they cannot drown servers that are already failing. */
export class RetryBudget {
  #tokens: number | undefined;

  /** A request came in, and earns its share of a retry. */
  earn({ budget }: RetryPolicy): void {
    if (budget === undefined) return;
    this.#tokens = Math.min((this.#tokens ?? budget.reserve) + budget.extraLoadShare, budget.mostSaved);
  }

  /** Whether a retry may be made; it is taken from the budget. Without a budget there is no end to it. */
  take({ budget }: RetryPolicy): boolean {
    if (budget === undefined) return true;
    if (this.#tokens === undefined || this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }
}
