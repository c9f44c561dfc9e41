import { decide, type Dependency, type Facts, type RuleTable } from '../../../core/rules/index.js';
import { limitsOf, wideningOrder } from './box-limits.js';
import { boxesOf, type FoundBox } from './boxes.js';
import { cellSpace, ordinaryCell, winnerNode, type CellSpace } from './cell-space.js';
import { changedFacts } from './changed-rules.js';
import { TooManyNodes } from './diagram.js';
import { seenBy } from './fact-classes.js';
import { exampleFacts } from './example-facts.js';
import { Outcomes, type Outcome } from './outcomes.js';
import { possibleNode } from './possible-cells.js';
import { tableFindings, type TableFindings } from './table-findings.js';

/** Cases that are decided otherwise, all alike: one box of cells, with one concrete case of it. */
export interface ChangedCase {
  readonly before: Outcome;
  readonly after: Outcome;
  /** For each fact that the box does not leave open: its classes that can be. */
  readonly limits: ReadonlyMap<number, readonly number[]>;
  readonly found: FoundBox;
  /** Decided by both tables in the engine that decides in production. */
  readonly example: Facts;
}

export interface TableComparison {
  readonly before: RuleTable;
  readonly after: RuleTable;
  readonly space: CellSpace;
  /** The class of each fact in the ordinary case. */
  readonly ordinary: readonly number[];
  /** Cells that can be, and how many of them are decided otherwise. */
  readonly possible: bigint;
  readonly different: bigint;
  /** How many go from one outcome to another. */
  readonly groups: readonly { readonly before: Outcome; readonly after: Outcome; readonly cells: bigint }[];
  /** The nearest to the ordinary case first. */
  readonly cases: readonly ChangedCase[];
  /** Cells decided otherwise that no listed case covers. */
  readonly unlisted: bigint;
  /** The facts that were looked at, where all together were too many; the others were held to the ordinary case. */
  readonly narrowedTo: readonly string[] | undefined;
  readonly findings: { readonly before: TableFindings; readonly after: TableFindings };
}

export interface CompareOptions {
  /** Changed cases listed at most. */
  readonly most?: number;
  /** Steps the diagrams may take before the comparison is narrowed. */
  readonly steps?: number;
}

/** Cases listed where nobody says how many. */
export const FEW = 40;

/** Facts that two tables declare with different types, so that no case is a case of both. */
export const retyped = (before: RuleTable, after: RuleTable): readonly string[] =>
  [...after.facts].flatMap(([name, { type }]) => {
    const was = before.facts.get(name)?.type;
    return was === undefined || was === type ? [] : [`${name} (${was} → ${type})`];
  });

/** Compares what two tables decide in every case that can be. No fact may be `retyped`. */
export async function compareTables(
  before: RuleTable,
  after: RuleTable,
  { most = FEW, steps }: CompareOptions = {}
): Promise<TableComparison> {
  try {
    return await compareIn(cellSpace([before, after], { most: steps }), [before, after], most, undefined);
  } catch (error) {
    if (!(error instanceof TooManyNodes)) throw error;
    // Listing many cases takes work as well; whoever asks for more must not be told less.
    if (most > FEW) return await compareTables(before, after, { most: FEW, ...(steps !== undefined && { steps }) });
    const named = changedFacts(before, after);
    const all = [...new Set([...before.facts.keys(), ...after.facts.keys()])];
    const held = Object.fromEntries(
      all.filter(f => !named.has(f)).map(f => [f, after.baseline[f] ?? before.baseline[f] ?? null])
    );
    const space = cellSpace([before, after], { held, most: steps });
    return await compareIn(
      space,
      [before, after],
      most,
      all.filter(fact => named.has(fact))
    );
  }
}

async function compareIn(
  space: CellSpace,
  [before, after]: readonly [RuleTable, RuleTable],
  most: number,
  narrowedTo: readonly string[] | undefined
): Promise<TableComparison> {
  const { diagrams } = space;
  const dependencies = statedByBoth(before, after);
  const possible = possibleNode(dependencies, space);
  const winners = [winnerNode(before, space), winnerNode(after, space)] as const;
  const found = tableFindings(after, { winner: winners[1], possible }, space);
  const gaps = new Set(found.gaps.map(({ fact }) => fact));
  const findings = { before: tableFindings(before, { winner: winners[0], possible }, space, gaps), after: found };
  const outcomes = new Outcomes();
  const was = before.rules.map(rule => outcomes.numberOf(rule));
  const is = after.rules.map(rule => outcomes.numberOf(rule));
  const size = outcomes.size;
  // 0: cannot be. 1: the same. From 2 on: the pair of outcomes.
  const pairs = diagrams.combine(winners[0], winners[1], (a, b) => {
    const [old, now] = [was[a - 1]!, is[b - 1]!];
    return old === now ? 1 : 2 + old * size + now;
  });
  const compared = diagrams.where(pairs, possible, pair => pair);
  const baseline = { ...before.baseline, ...after.baseline };
  const ordinary = ordinaryCell(space, baseline);
  const kinds = [...diagrams.answers(compared)].filter(pair => pair > 1);
  const widen = wideningOrder(space, changedFacts(before, after));
  const cases: ChangedCase[] = [];
  const groups: { before: Outcome; after: Outcome; cells: bigint }[] = [];
  let different = 0n;
  let unlisted = 0n;
  for (const pair of kinds) {
    const share = Math.max(1, Math.floor(most / kinds.length));
    const { boxes, left } = boxesOf(compared, pair, space, { ordinary, widen, most: share });
    const cells = diagrams.count(compared, pair);
    different += cells;
    unlisted += diagrams.count(left, 1);
    const outcome = { before: outcomes.at(Math.floor((pair - 2) / size)), after: outcomes.at((pair - 2) % size) };
    groups.push({ ...outcome, cells });
    for (const box of boxes) {
      const example = exampleFacts(box.cell, space, dependencies, baseline);
      await prove(before, outcome.before, example);
      await prove(after, outcome.after, example);
      cases.push({ ...outcome, limits: limitsOf(box, possible, space, widen), found: box, example });
    }
  }
  cases.sort((a, b) => a.found.unusual - b.found.unusual);
  const counts = { possible: diagrams.count(possible, 1), different, unlisted };
  groups.sort((a, b) => (a.cells < b.cells ? 1 : a.cells > b.cells ? -1 : 0));
  return { before, after, space, ordinary, ...counts, groups, cases, narrowedTo, findings };
}

/** The diagrams are a second evaluator; an example on which it and the engine disagree must never be shown. */
async function prove(table: RuleTable, { decision, reason }: Outcome, example: Facts): Promise<void> {
  const seen = Object.entries(example).map(([name, value]) => [name, seenBy(table.facts.get(name) ?? {}, value)]);
  const record = await decide(table, Object.fromEntries(seen) as Facts);
  if (record.decision === decision && record.reason === reason) return;
  throw new Error(`the comparison of '${table.name}' and the rules engine disagree on ${JSON.stringify(example)}`);
}

/** The dependencies to go by: one that only one side states might be what hides a change. */
export function statedByBoth(before: RuleTable, after: RuleTable): readonly Dependency[] {
  const stated = new Set(before.dependencies.map(saying));
  return after.dependencies.filter(one => stated.has(saying(one)));
}

/** What a dependency says, wherever it stands. */
export const saying = (dependency: Dependency): string =>
  JSON.stringify({ ...dependency, why: '' }, (key, value: unknown) => (key === 'line' ? 0 : value));
