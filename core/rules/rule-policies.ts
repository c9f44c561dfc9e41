import type { Assembly, SetReport } from '../documents/assembly.js';
import { groupBy } from '../group-by.js';
import { FactDeclarationsKind, type FactDeclaration } from './fact-declarations.js';
import { RuleTableKind, type RuleTable } from './rule-table.js';

/**
 * Every rule table of the set by name, versions and shadows included, its conditions compiled against the declared facts and each rule's examples
 * run through the engine that decides in production. A table with a failing example refuses the set.
 */
export const RuleTables: Assembly<ReadonlyMap<string, RuleTable>> = {
  id: 'rule-tables',
  kinds: [FactDeclarationsKind, RuleTableKind],
  build: async (set, report) => (await import('./build-rule-tables.js')).buildRuleTables(set, report),
  check: async (tables, _set, report, thorough) =>
    (await import('./examples.js')).checkRuleExamples(tables, report, thorough)
};

/** All rule tables of one id: versions side by side, one of which holds on any day, and a shadow. */
export interface RulePolicy {
  readonly id: string;
  /** `now`, or the date fact that chooses the version. */
  readonly by: string;
  /** By first day; the first one holds since ever. */
  readonly versions: readonly [RuleTable, ...RuleTable[]];
  /** Decided on the same facts and recorded, never acted on. */
  readonly shadow: RuleTable | undefined;
  /** The facts of all these tables. */
  readonly facts: ReadonlyMap<string, FactDeclaration>;
}

/** The version that holds on a day (YYYY-MM-DD): of those that have begun and not ended, the latest. */
export function inForce({ versions }: Pick<RulePolicy, 'versions'>, on: string | null): RuleTable {
  return versions.findLast(table => holds(table, on)) ?? versions[0];
}

function holds({ effective: { from, until } }: RuleTable, on: string | null): boolean {
  if (on === null) return from === undefined;
  return (from === undefined || from <= on) && (until === undefined || on <= until);
}

/** Every rule policy by id. Days on which no version or more than one would hold are refused. */
export const RulePolicies: Assembly<ReadonlyMap<string, RulePolicy>> = {
  id: 'rule-policies',
  kinds: [FactDeclarationsKind, RuleTableKind],
  after: [RuleTables],
  build(set, report) {
    const policies = new Map<string, RulePolicy>();
    for (const [id, tables] of groupBy(set.get(RuleTables).values(), table => table.id)) {
      const shadow = tables.find(({ mode }) => mode === 'shadow');
      const [first, ...later] = tables.filter(table => table !== shadow).sort(byFirstDay);
      if (first === undefined) {
        report(shadow!.source, '/mode', 'shadow_alone', `no other table decides '${id}'; a shadow stands beside one`);
        continue;
      }
      checkDays([first, ...later], report);
      const facts = new Map(tables.flatMap(table => [...table.facts]));
      policies.set(id, { id, by: first.effective.by, versions: [first, ...later], shadow, facts });
    }
    return policies;
  }
};

const byFirstDay = (a: RuleTable, b: RuleTable) => ((a.effective.from ?? '') < (b.effective.from ?? '') ? -1 : 1);

function checkDays(versions: readonly RuleTable[], report: SetReport): void {
  const [first] = versions;
  const { id, effective } = first!;
  if (effective.from !== undefined)
    report(
      first!.source,
      '/effective_from',
      'effective_gap',
      `before ${effective.from} no version of '${id}' holds; keep one without effective_from`
    );
  if (effective.until !== undefined)
    report(
      first!.source,
      '/effective_until',
      'effective_gap',
      `after ${effective.until} no version of '${id}' may hold; the first version has no last day`
    );
  versions.slice(1).forEach((table, i) => {
    const { from, until } = versions[i]!.effective;
    if (i > 0 && table.derived !== true && until !== undefined && until >= table.effective.from!)
      report(
        table.source,
        '/effective_from',
        'effective_overlap',
        `the version of '${id}' from ${from} still holds on ${table.effective.from}; end it earlier`
      );
    if (table.effective.by !== effective.by)
      report(
        table.source,
        '/effective_by',
        'effective_by_differs',
        `versions of '${id}' are chosen by ${effective.by}; say the same here`
      );
  });
}
