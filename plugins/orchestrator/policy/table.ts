import type { Assembly, Source } from '../../../core/index.js';
import { RoutingPolicyKind, type RoutingPolicy } from './routing-policy.js';
import { RoutingRulesKind } from './routing-rules.js';
import { CallersKind, type CallerPolicy } from './callers.js';
import { refusalOfUrl } from './check-url.js';
import type { RoutingRule } from './rule.js';
import { ToolServerKind, type ListedServer } from './tool-servers.js';
import type { Wanted } from './wanted.js';

/** The routing rules of one set of files, the highest priority first. */
export class RoutingTable {
  readonly #callers = new Map<string, CallerPolicy>();
  readonly #byKind = new Map<string, readonly RoutingRule[]>();

  constructor(
    readonly policy: RoutingPolicy,
    readonly rules: readonly RoutingRule[],
    /** Servers that files list. */
    readonly servers: readonly ListedServer[] = [],
    callers: readonly CallerPolicy[] = []
  ) {
    for (const caller of callers) this.#callers.set(caller.name, caller);
  }

  /** What a caller may do; undefined where nothing limits it. */
  caller(name: string): CallerPolicy | undefined {
    return this.#callers.size === 0 ? undefined : (this.#callers.get(name) ?? this.#callers.get('*'));
  }

  /** Rules whose method, tool and capability match, remembered for each combination. Parameters are still to be asked. */
  candidates(wanted: Wanted): readonly RoutingRule[] {
    if (this.rules.length === 0) return this.rules;
    const key = `${wanted.method}\n${wanted.tool}\n${wanted.capability}`;
    let found = this.#byKind.get(key);
    if (found === undefined) {
      found = this.rules.filter(rule => rule.matches(wanted));
      // Callers choose these names, so what is remembered must have an end.
      if (this.#byKind.size >= MOST_REMEMBERED) this.#byKind.clear();
      this.#byKind.set(key, found);
    }
    return found;
  }

  /** The rule that decides, as far as rules alone can tell. */
  winner(wanted: Wanted): RoutingRule | undefined {
    return this.candidates(wanted).find(rule => ruleApplies(rule, wanted));
  }
}

const MOST_REMEMBERED = 2048;

/** For a rule whose method, tool and capability match. */
export const ruleApplies = ({ matchesParams }: RoutingRule, { params }: Wanted): boolean =>
  matchesParams === undefined || matchesParams(params);

/** All rule files and the one policy file, checked with one another and proved by their examples. */
export const RoutingTableAssembly: Assembly<RoutingTable> = {
  id: 'routing-table',
  kinds: [RoutingPolicyKind, RoutingRulesKind, ToolServerKind, CallersKind],
  build(set, report) {
    const placed = set
      .of(RoutingRulesKind)
      .flatMap(({ source, value }) => value.map((rule, i): Placed => ({ rule, source, pointer: `/rules/${i}` })));
    const [policy] = set.of(RoutingPolicyKind);
    const place = policy?.source ?? placed[0]?.source ?? NOWHERE;
    if (policy === undefined)
      report(place, '', 'file_missing', 'no file of kind routing-policy; add policies/routing/routing.yaml');
    const sorted = [...placed].sort((a, b) => b.rule.priority - a.rule.priority);
    refuseTwins(placed, (at, code, message) => report(at.source, at.pointer, code, message));
    const table = new RoutingTable(
      policy?.value as RoutingPolicy,
      sorted.map(({ rule }) => rule),
      set.of(ToolServerKind).map(({ value }) => value),
      set.of(CallersKind).flatMap(({ value }) => value)
    );
    for (const { source, value } of set.of(ToolServerKind)) {
      const refusal = policy && refusalOfUrl(value.url, policy.value.allowedHosts);
      if (refusal !== undefined) report(source, '/url', 'server_url', refusal.message);
    }
    for (const { rule, source, pointer } of placed) {
      rule.examples.forEach((example, i) => {
        const winner = table.winner(example);
        if (winner === rule) return;
        const instead = winner === undefined ? 'no rule does' : `'${winner.id}' does (${winner.file}:${winner.line})`;
        report(
          source,
          `${pointer}/examples/${i}`,
          'example_fails',
          `'${rule.id}' should decide this request, and ${instead}`
        );
      });
      rule.nearMisses.forEach((miss, i) => {
        if (!rule.matches(miss) || !ruleApplies(rule, miss)) return;
        report(
          source,
          `${pointer}/near_misses/${i}`,
          'near_miss_fires',
          `'${rule.id}' should just miss this request, but it matches`
        );
      });
    }
    return table;
  }
};

interface Placed {
  readonly rule: RoutingRule;
  readonly source: Source;
  readonly pointer: string;
}

const NOWHERE: Source = {
  file: 'policies/routing/routing.yaml',
  revision: '',
  place: () => ({ line: 1, column: 1 })
};

function refuseTwins(placed: readonly Placed[], report: (at: Placed, code: string, message: string) => void): void {
  const ids = new Map<string, RoutingRule>();
  const priorities = new Map<number, RoutingRule>();
  for (const at of placed) {
    const { id, priority } = at.rule;
    const twin = ids.get(id);
    if (twin === undefined) ids.set(id, at.rule);
    else report(at, 'duplicate_name', `a rule '${id}' stands at ${twin.file}:${twin.line} already; rename one`);
    const tie = priorities.get(priority);
    if (tie === undefined) priorities.set(priority, at.rule);
    else
      report(
        at,
        'routing_tie',
        `'${tie.id}' (${tie.file}:${tie.line}) has the priority ${priority} too; which goes first?`
      );
  }
}
