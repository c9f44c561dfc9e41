import {
  type Comparison,
  comparisonsIn,
  decideClosely,
  type Facts,
  findCase,
  pastRulesAbove,
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
  readonly comparisons: readonly { readonly comparison: Comparison; held: boolean; failed: boolean }[];
  won: boolean;
}

/** Counts which rules of a table have decided, and which comparisons were seen to hold and not to, on the engine that decides. */
export class CoverageOfTable {
  readonly #table: RuleTable;
  readonly #cases: Facts[] = [];

  constructor(table: RuleTable) {
    this.#table = table;
  }

  /** Adds one decided case. */
  add(facts: Facts): void {
    this.#cases.push(facts);
  }

  get cases(): number {
    return this.#cases.length;
  }

  async result(): Promise<TableCoverage> {
    const rules = await this.#watched();
    const { file } = this.#table.source;
    const gaps: Gap[] = [];
    const outcomes = { covered: 0, all: 0 };
    for (const [i, { id, line, won, comparisons }] of rules.entries()) {
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
    const covered = rules.filter(({ won }) => won).length;
    return { table: this.#table.name, file, rules: { covered, all: rules.length }, outcomes, gaps };
  }

  /** What the cases have shown. Rules below the winner were not asked, so they are not counted. */
  async #watched(): Promise<readonly WatchedRule[]> {
    const watched = this.#table.rules.map((rule): WatchedRule => {
      const comparisons = comparisonsIn(rule.when).map(comparison => ({ comparison, held: false, failed: false }));
      return { id: rule.id, line: rule.line, comparisons, won: false };
    });
    for (const facts of this.#cases) {
      const { record, held } = await decideClosely(this.#table, facts);
      const outcomes = held();
      const winner = watched.findIndex(({ id }) => id === record.rule);
      watched[winner]!.won = true;
      for (const [i, { comparisons }] of watched.slice(0, winner + 1).entries())
        outcomes.get(this.#table.rules[i]!)!.forEach((outcome, k) => {
          if (comparisons[k] !== undefined) comparisons[k][outcome ? 'held' : 'failed'] = true;
        });
    }
    return watched;
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
