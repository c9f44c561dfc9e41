import type { Wanted } from './wanted.js';

/** How one of several servers that fit equally well is chosen. */
export type Choice =
  | { readonly by: 'round_robin' }
  | { readonly by: 'least_pending' }
  | { readonly by: 'hash'; readonly path: readonly string[] };

/** One routing rule, ready to use. */
export interface RoutingRule {
  readonly id: string;
  /** Higher ones are asked first. */
  readonly priority: number;
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** Whether method, tool and capability match: the part that is remembered for each combination of the three. */
  matches(wanted: Wanted): boolean;
  /** Undefined where the rule does not look at parameters. */
  readonly matchesParams: ((params: Wanted['params']) => boolean) | undefined;
  /** Servers it sends to; undefined for all that fit. */
  readonly servers: ReadonlySet<string> | undefined;
  readonly capability: string | undefined;
  readonly choice: Choice;
  readonly retry: 'never' | 'always' | undefined;
  readonly timeoutMs: number | undefined;
  /** What happens when none of its servers can be used: the next step is asked, or the request fails. */
  readonly otherwise: 'next' | 'fail';
  readonly examples: readonly Wanted[];
  readonly nearMisses: readonly Wanted[];
}
