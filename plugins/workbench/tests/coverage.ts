import {
  type Comparison,
  comparisonsIn,
  type Facts,
  findCase,
  pastRulesAbove,
  predicate,
  type Predicate,
  type RuleTable
} from '../../../core/rules/index.js';

/** Something that no test has shown yet. */
export interface Gap {
  readonly file: string;
  readonly line: number;
  readonly what: string;
}

export interface TableCoverage {
  /** Its name among the tables of one id. */
  readonly table: string;
  readonly file: string;
  readonly rules: { readonly covered: number; readonly all: number };
  /** Each comparison of each rule counts twice: seen to hold, and seen not to. */
  readonly outcomes: { readonly covered: number; readonly all: number };
  readonly gaps: readonly Gap[];
}

interface WatchedRule {
  readonly id: string;
  readonly line: number;
  readonly fires: Predicate;
  readonly comparisons: readonly {
    readonly comparison: Comparison;
    readonly holds: Predicate;
    held: boolean;
    failed: boolean;
  }[];
  won: boolean;
}

/** Counts which rules of a table have decided, and which comparisons were seen to hold and not to. */
export class CoverageOfTable {
  readonly #table: RuleTable;
  readonly #rules: readonly WatchedRule[];
  #cases = 0;

  constructor(table: RuleTable) {
    this.#table = table;
    this.#rules = table.rules.map(({ id, line, when }) => ({
      id,
      line,
      fires: predicate(when),
      comparisons: comparisonsIn(when).map(comparison => ({
        comparison,
        holds: predicate(comparison),
        held: false,
        failed: false
      })),
      won: false
    }));
  }

  /** Adds one decided case. Rules below the winner were not asked, so they are not counted. */
  add(facts: Facts): void {
    this.#cases++;
    for (const rule of this.#rules) {
      for (const each of rule.comparisons) each[each.holds(facts) ? 'held' : 'failed'] = true;
      if (!rule.fires(facts)) continue;
      rule.won = true;
      return;
    }
  }

  get cases(): number {
    return this.#cases;
  }

  get result(): TableCoverage {
    const { file } = this.#table.source;
    const gaps: Gap[] = [];
    const outcomes = { covered: 0, all: 0 };
    for (const [i, { id, line, won, comparisons }] of this.#rules.entries()) {
      if (!won) gaps.push({ file, line, what: `no test is decided by '${id}'` });
      for (const { comparison, held, failed } of comparisons)
        for (const [holds, seen] of [
          [true, held],
          [false, failed]
        ] as const) {
          // What no case can show is nothing that a test could miss.
          if (!seen && !this.#canHappen(i, comparison, holds)) continue;
          outcomes.all++;
          if (seen) outcomes.covered++;
          else {
            const { fact, operator, value } = comparison;
            const outcome = `'${fact} ${operator} ${JSON.stringify(value)}' of '${id}' ${holds ? 'holds' : 'does not hold'}`;
            gaps.push({ file, line: comparison.line, what: `no test in which ${outcome}` });
          }
        }
    }
    const covered = this.#rules.filter(({ won }) => won).length;
    return { table: this.#table.name, file, rules: { covered, all: this.#rules.length }, outcomes, gaps };
  }

  /** Whether any case reaches the rule with this outcome, past the rules above it. */
  #canHappen(index: number, comparison: Comparison, holds: boolean): boolean {
    const demands = [{ condition: comparison, holds }, ...pastRulesAbove(this.#table, index)];
    return findCase(this.#table, demands) !== undefined;
  }
}

/** Covered rules and outcomes together, in percent. */
export const percentCovered = (tables: readonly TableCoverage[]): number =>
  percentOf(tables.flatMap(({ rules, outcomes }) => [rules, outcomes]));

/** What is covered of all, in percent; 100 where there is nothing to cover. */
export function percentOf(parts: readonly { readonly covered: number; readonly all: number }[]): number {
  const sum = (pick: 'covered' | 'all') => parts.reduce((total, part) => total + part[pick], 0);
  const all = sum('all');
  return all === 0 ? 100 : (sum('covered') / all) * 100;
}
