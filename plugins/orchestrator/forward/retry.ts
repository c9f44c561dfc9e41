import type { RetryPolicy } from '../kinds/routing-policy.js';
import type { ToolServer } from '../registry/tool-server.js';
import type { RoutingRule } from '../routing/rule.js';
import type { Wanted } from '../routing/wanted.js';
import type { Failure } from '../upstream/outcome.js';
import type { Shared } from './forwarder.js';

/** Why no further attempt is made; `detail.stopped` of the answer. */
export const STOPS = [
  'not_retryable',
  'not_idempotent',
  'rule_forbids',
  'retries_used_up',
  'no_other_server',
  'retry_budget',
  'deadline'
] as const;
export type Stop = (typeof STOPS)[number];

const RETRYABLE: ReadonlySet<string> = new Set(['connect_failed', 'connection_lost', 'unavailable']);

/**
 * Why a failed attempt is not followed by another one, as far as the request and the failure tell. A request that never
 * reached its server can always be sent again; one that may have, only where a second execution does no harm.
 */
export function whyNoRetry(
  { outcome }: Failure,
  reached: boolean,
  attempts: number,
  server: ToolServer,
  { maxRetries }: Pick<Shared, 'maxRetries'>,
  { wanted, rule }: { readonly wanted: Wanted; readonly rule: RoutingRule | undefined }
): Stop | undefined {
  if (outcome === 'timeout') return 'deadline';
  if (!RETRYABLE.has(outcome)) return 'not_retryable';
  if (reached && rule?.retry === 'never') return 'rule_forbids';
  if (reached && server.tool(wanted.tool)?.notIdempotent === true) return 'not_idempotent';
  return attempts > maxRetries ? 'retries_used_up' : undefined;
}

/** A pause of random length, so that callers that failed together do not return together. */
export function pauseMs(attempts: number, { firstPauseMs, longestPauseMs }: RetryPolicy): number {
  return Math.random() * Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - 1));
}
