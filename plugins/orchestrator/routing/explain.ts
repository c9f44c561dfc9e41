import { judge, type Step, type Verdict } from './judge.js';
import { ruleApplies, type RoutingTable } from '../policy/table.js';
import type { Target } from './target.js';
import type { Wanted } from '../policy/wanted.js';

/** Why a request went where it went. */
export interface RoutingExplanation {
  readonly step: Step['by'];
  /** The rule that decided, and where it stands. */
  readonly rule: { readonly id: string; readonly file: string; readonly line: number } | null;
  readonly choose: 'round_robin' | 'least_pending' | 'hash';
  /** Servers between which the choice was made. */
  readonly candidates: readonly string[];
  readonly chosen: string | null;
  /** Every other server, and what speaks against it. */
  readonly passed_over: readonly { readonly server: string; readonly why: string }[];
  /** The rules before the step was found, in the order in which they were asked. */
  readonly rules: readonly {
    readonly id: string;
    readonly file: string;
    readonly line: number;
    readonly came_to: string;
  }[];
}

/** Goes through the steps as the router does, writing down what it sees. Pure; `chosen` is what the router chose. */
export function explain(
  wanted: Wanted,
  table: RoutingTable,
  targets: readonly Target[],
  chosen: string | undefined
): RoutingExplanation {
  const written = (step: Step, rules: RoutingExplanation['rules']) =>
    decided(step, judge(wanted, step, targets), rules, chosen);
  if (wanted.server !== undefined) return written({ by: 'name', rule: undefined }, []);
  const asked: RoutingExplanation['rules'][number][] = [];
  for (const rule of table.rules) {
    const { id, file, line } = rule;
    const note = (came_to: string) => void asked.push({ id, file, line, came_to });
    if (!rule.matches(wanted)) note('its method, tool or capability does not match');
    else if (!ruleApplies(rule, wanted)) note('its parameters do not match');
    else {
      const step: Step = { by: 'rule', rule };
      const usable = judge(wanted, step, targets).some(({ rank }) => rank !== 'out');
      note(usable ? 'decides' : 'matches, and none of its servers can be used');
      if (usable || rule.otherwise === 'fail') return written(step, asked);
    }
  }
  return written({ by: 'round_robin', rule: undefined }, asked);
}

/** `verdicts` are those of the step, `rules` what was asked before it. */
function decided(
  step: Step,
  verdicts: readonly Verdict[],
  rules: RoutingExplanation['rules'],
  chosen: string | undefined
): RoutingExplanation {
  const rank = verdicts.some(verdict => verdict.rank === 'first') ? 'first' : 'second';
  const candidates = verdicts.filter(verdict => verdict.rank === rank).map(({ target }) => target.name);
  const { rule } = step;
  const choose = rule?.choice.by ?? 'round_robin';
  return {
    step: step.by,
    rule: rule === undefined ? null : { id: rule.id, file: rule.file, line: rule.line },
    choose,
    candidates,
    chosen: chosen ?? null,
    passed_over: verdicts
      .filter(({ target }) => target.name !== chosen)
      .filter(verdict => chosen !== undefined || verdict.rank !== rank)
      .map(verdict => ({ server: verdict.target.name, why: against(verdict, rank, choose) })),
    rules
  };
}

const CHOSEN_BY = {
  round_robin: "fits; it was another one's turn",
  least_pending: 'fits; another one had no more requests pending',
  hash: 'fits; the parameter leads to another one'
} as const;

function against({ why, rank }: Verdict, best: Verdict['rank'], choose: RoutingExplanation['choose']): string {
  if (rank === best) return CHOSEN_BY[choose];
  return rank === 'second' ? `${why}; a better one fits` : why!;
}
