import type { Status } from '../health/health.js';

/** A server as routing sees it. */
export interface Target {
  readonly name: string;
  readonly weight: number;
  readonly status: Status;
  readonly lastError: string | null;
  /** False where the routing policy no longer lists its host. */
  readonly allowed: boolean;
  /** True where it gets nothing new. */
  readonly draining: boolean;
  /** Requests that it is working on for this instance. */
  readonly pending: number;
  /** Declared when it registered, or found by asking it. */
  offers(capability: string): boolean;
  /** Whether its list of tools has one; `unknown` where that list could not be had. */
  lists(tool: string): 'yes' | 'no' | 'unknown';
  /** Why a tool of its cannot be called; undefined where it can. */
  blocks(tool: string): string | undefined;
  /** Whether it has another schema for a tool than most servers that list it. */
  differs(tool: string): boolean;
}
