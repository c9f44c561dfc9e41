import { Group } from './group.js';
import { judge, type Step } from './judge.js';
import type { Choice } from '../policy/rule.js';
import { ruleApplies, type RoutingTable } from '../policy/table.js';
import type { Target } from './target.js';
import type { Wanted } from '../policy/wanted.js';

/** Where routing reads the servers. `epoch` changes whenever an answer of theirs that routing asked for may change. */
export interface Targets<T extends Target> {
  readonly epoch: number;
  get(name: string): T | undefined;
  values(): Iterable<T>;
}

const NOBODY: ReadonlySet<string> = new Set();
const TURNS: Choice = { by: 'round_robin' };
const BY_NAME: Step = { by: 'name', rule: undefined };
const BY_TURNS: Step = { by: 'round_robin', rule: undefined };
const MOST_REMEMBERED = 2048;

/** The servers for one kind of request at one step, the better group first. Remembered until a server changes. */
export class Plan<T extends Target> {
  #epoch = -1;
  #table: RoutingTable | undefined;
  #groups: readonly Group<T>[] = [];
  #turn = 0;

  constructor(readonly step: Step) {}

  get possible(): boolean {
    return this.#groups.length > 0;
  }

  /** The server whose turn it is; undefined when all that fit were tried. */
  next(wanted: Wanted, tried: ReadonlySet<string> = NOBODY): T | undefined {
    const turn = this.#turn++;
    const choice = this.step.rule?.choice ?? TURNS;
    for (const group of this.#groups) {
      const target = group.choose(choice, wanted, turn, tried);
      if (target !== undefined) return target;
    }
    return undefined;
  }

  refresh(wanted: Wanted, table: RoutingTable, targets: Targets<T>): this {
    if (this.#epoch === targets.epoch && this.#table === table) return this;
    const verdicts = judge(wanted, this.step, candidates(wanted, targets));
    this.#groups = (['first', 'second'] as const)
      .map(rank => verdicts.filter(verdict => verdict.rank === rank).map(({ target }) => target))
      .filter(group => group.length > 0)
      .map(group => new Group(group));
    this.#epoch = targets.epoch;
    this.#table = table;
    return this;
  }
}

/** Where one is named, the others need not be asked. */
function candidates<T extends Target>({ server }: Wanted, targets: Targets<T>): Iterable<T> {
  if (server === undefined) return targets.values();
  const named = targets.get(server);
  return named === undefined ? [] : [named];
}

/** Finds the servers for a request: the one it names, else those of the first rule that can be followed, else all. */
export class Router<T extends Target> {
  readonly #plans = new Map<string, Plan<T>>();

  constructor(
    private readonly targets: Targets<T>,
    private readonly table: () => RoutingTable
  ) {}

  plan(wanted: Wanted): Plan<T> {
    const table = this.table();
    if (wanted.server !== undefined) return this.#plan(BY_NAME, wanted, table);
    for (const rule of table.candidates(wanted)) {
      if (!ruleApplies(rule, wanted)) continue;
      const plan = this.#plan({ by: 'rule', rule }, wanted, table);
      if (plan.possible || rule.otherwise === 'fail') return plan;
    }
    return this.#plan(BY_TURNS, wanted, table);
  }

  #plan(step: Step, wanted: Wanted, table: RoutingTable): Plan<T> {
    const limits = wanted.limited === undefined ? '' : `${wanted.limited.caller}\n${wanted.tool}`;
    const key =
      step.by === 'name'
        ? `=${wanted.server}\n${limits}`
        : `${step.rule === undefined ? '' : `${step.rule.file}:${step.rule.id}`}\n${wanted.tool}\n${wanted.capability}\n${limits}`;
    let plan = this.#plans.get(key);
    if (plan === undefined || plan.step.rule !== step.rule) {
      if (this.#plans.size >= MOST_REMEMBERED) this.#plans.clear();
      this.#plans.set(key, (plan = new Plan(step)));
    }
    return plan.refresh(wanted, table, this.targets);
  }
}
