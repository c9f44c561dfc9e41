import type { Facts, FactValue, RuleTable } from '../../../core/rules/index.js';
import { compareTables, retyped, type CompareOptions, type TableComparison } from './compare-tables.js';
import type { Axis, CellSpace } from './cell-space.js';
import { TooManyNodes } from './diagram.js';
import { factWords } from './fact-words.js';
import type { Outcome } from './outcomes.js';

/** Cases of one kind that are decided otherwise, in words and as data. */
export interface CaseDifference extends InReadersTerms {
  readonly before: Outcome;
  readonly after: Outcome;
  /** One such case: the facts in which it differs from the ordinary one. */
  readonly example: Facts;
}

/** Which cases are spoken of. */
export interface InReadersTerms {
  /** How the cases differ from the ordinary one; empty where the ordinary case itself changes. */
  readonly when: readonly string[];
  /** What must hold besides, and holds in the ordinary case. */
  readonly as_usual: readonly string[];
  /** The same for machines: what each fact may be. */
  readonly region: readonly FactRegion[];
}

/** What the change of a table means, in the terms of its reader. */
export interface TableDifference {
  readonly table: string;
  readonly title: string;
  /** First day on which it makes a difference, where the versions depend on the day. */
  readonly from: string | null;
  /** Last day on which it does; null where it goes on. */
  readonly until: string | null;
  /** True where the new side is only a shadow, compared with the table that is acted on. */
  readonly shadow: boolean;
  /** Facts that changed their type, for which the tables could not be compared; empty as a rule. */
  readonly retyped: readonly string[];
  readonly cells: { readonly possible: string; readonly different: string; readonly not_listed: string };
  /** How many kinds of case go from one outcome to another, the most first. */
  readonly outcomes: readonly { readonly before: Outcome; readonly after: Outcome; readonly cells: string }[];
  /** The facts that were compared where all were too many; empty where these were too many as well. */
  readonly narrowed_to: readonly string[] | null;
  /** What the last rule decides, as it does where nothing speaks against it. */
  readonly usual: string;
  /** What holds in all listed cases, as in the ordinary one. */
  readonly as_usual: readonly string[];
  readonly cases: readonly CaseDifference[];
  readonly never_win: readonly string[];
  readonly never_won_before: readonly string[];
  readonly gaps: TableComparison['findings']['after']['gaps'];
  readonly gaps_before: number;
}

/** Nothing is known of such a table, which must not pass for no difference. */
export const notCompared = ({ narrowed_to: narrowed, retyped }: Pick<TableDifference, 'narrowed_to' | 'retyped'>) =>
  retyped.length > 0 || narrowed?.length === 0;

export async function tableDifference(
  before: RuleTable,
  after: RuleTable,
  {
    from = null,
    shadow = false,
    ...options
  }: CompareOptions & { readonly from?: string | null; readonly shadow?: boolean } = {}
): Promise<TableDifference> {
  const named = { table: after.id, title: after.title, from, until: null, shadow, usual: after.rules.at(-1)!.decision };
  const types = retyped(before, after);
  if (types.length > 0) return { ...named, ...NOT_COMPARED, retyped: types };
  const comparison = await compareTables(before, after, options).catch((error: unknown) => {
    if (error instanceof TooManyNodes) return undefined;
    throw error;
  });
  if (comparison === undefined) return { ...named, ...NOT_COMPARED, retyped: [], narrowed_to: [] };
  const { findings, possible, different, unlisted, narrowedTo } = comparison;
  const baseline = { ...before.baseline, ...after.baseline };
  const cases = comparison.cases.map(({ before: was, after: is, limits, example }): CaseDifference => {
    const differs = Object.entries(example).filter(([name, value]) => value !== baseline[name]);
    const terms = inReadersTerms(limits, comparison.space, comparison.ordinary);
    return { before: was, after: is, ...terms, example: Object.fromEntries(differs) };
  });
  const [first] = cases;
  const common = first?.as_usual.filter(words => cases.every(one => one.as_usual.includes(words))) ?? [];
  const known = new Set(findings.before.gaps.map(({ fact }) => fact));
  return {
    ...named,
    retyped: [],
    cells: { possible: String(possible), different: String(different), not_listed: String(unlisted) },
    outcomes: comparison.groups.map(({ cells, ...group }) => ({ ...group, cells: String(cells) })),
    narrowed_to: narrowedTo ?? null,
    as_usual: common,
    cases: cases.map(one => ({ ...one, as_usual: one.as_usual.filter(words => !common.includes(words)) })),
    never_win: findings.after.neverWin.filter(rule => !findings.before.neverWin.includes(rule)),
    never_won_before: findings.after.neverWin.filter(rule => findings.before.neverWin.includes(rule)),
    gaps: findings.after.gaps.filter(({ fact }) => !known.has(fact)),
    gaps_before: findings.after.gaps.filter(({ fact }) => known.has(fact)).length
  };
}

/** The values of one fact: any of these classes. A bound that is null is none; an open bound is not a value itself. */
export interface FactRegion {
  readonly fact: string;
  readonly any_of: readonly (
    | { readonly known: false }
    | { readonly values: readonly FactValue[] }
    | { readonly except: readonly string[] }
    | { readonly low: FactValue; readonly low_open: boolean; readonly high: FactValue; readonly high_open: boolean }
  )[];
}

function regionOf({ name, classes }: Axis, taken: readonly number[]): FactRegion {
  return {
    fact: name,
    any_of: taken.map(at => {
      const one = classes[at]!;
      switch (one.kind) {
        case 'unknown':
          return { known: false };
        case 'values':
          return { values: one.values };
        case 'other':
          return { except: one.except };
        case 'range':
          return { low: one.low, low_open: one.lowOpen, high: one.high, high_open: one.highOpen };
      }
    })
  };
}

const NOT_COMPARED = {
  cells: { possible: '0', different: '0', not_listed: '0' },
  outcomes: [],
  narrowed_to: null,
  as_usual: [],
  cases: [],
  never_win: [],
  never_won_before: [],
  gaps: [],
  gaps_before: 0
} as const;

/** What facts may be in some cases, told by how that differs from the ordinary case. */
export function inReadersTerms(
  limits: ReadonlyMap<number, readonly number[]>,
  { axes }: CellSpace,
  ordinary: readonly number[]
): InReadersTerms {
  const when: string[] = [];
  const usual: string[] = [];
  for (const [fact, classes] of limits)
    (classes.includes(ordinary[fact]!) ? usual : when).push(factWords(axes[fact]!, classes));
  return { when, as_usual: usual, region: [...limits].map(([fact, classes]) => regionOf(axes[fact]!, classes)) };
}
