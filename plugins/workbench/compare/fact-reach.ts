import type { Dependency, Rule, RulePolicy, RuleTable } from '../../../core/rules/index.js';
import { limitsOf, wideningOrder } from './box-limits.js';
import { boxesOf } from './boxes.js';
import { cellSpace, joined, ordinaryCell, winnerNode, type CellSpace } from './cell-space.js';
import { FEW, statedByBoth } from './compare-tables.js';
import { answer, TooManyNodes, type DiagramNode } from './diagram.js';
import { Outcomes, outcomeOf, type Outcome } from './outcomes.js';
import { possibleNode } from './possible-cells.js';
import { inReadersTerms, type InReadersTerms } from './table-difference.js';

/**
 * How far facts reach in a table that are not what they were. Which values they take now depends on records; whatever these
 * are, only the cases named here can be decided otherwise, and only so.
 */
export interface FactReach {
  readonly table: string;
  readonly title: string;
  readonly facts: readonly string[];
  /** Kinds of case by all other facts, and those whose decision the facts can change; null where that is any case. */
  readonly cells: { readonly possible: string; readonly open: string; readonly not_listed: string } | null;
  readonly cases: readonly ({ readonly outcomes: readonly Outcome[] } & InReadersTerms)[];
}

/** The reach of `changed` facts in every version of the tables that both sides have and that look at one of them. */
export function factReaches(
  before: ReadonlyMap<string, RulePolicy>,
  after: ReadonlyMap<string, RulePolicy>,
  changed: ReadonlySet<string>,
  most = FEW
): readonly FactReach[] {
  return [...after].flatMap(([id, { by, versions, shadow }]) => {
    const old = before.get(id)?.versions[0];
    const tables = [...versions, ...(shadow === undefined ? [] : [shadow])];
    return tables.flatMap(table => {
      const facts = [...table.facts.keys()].filter(name => changed.has(name));
      if (old === undefined || facts.length === 0) return [];
      const named = { table: table.name, title: table.title, facts };
      // It chooses the version, and with it all rules.
      if (versions.length > 1 && facts.includes(by)) return [{ ...named, cells: null, cases: [] }];
      try {
        // A fact may have had a value that it cannot have any more.
        const wide = new Map([...table.facts].map(([name, fact]) => [name, joined(fact, old.facts.get(name))]));
        return [{ ...named, ...reach({ ...table, facts: wide }, new Set(facts), statedByBoth(old, table), most) }];
      } catch (error) {
        if (error instanceof TooManyNodes) return [{ ...named, cells: null, cases: [] }];
        throw error;
      }
    });
  });
}

function reach(
  table: RuleTable,
  moving: ReadonlySet<string>,
  stated: readonly Dependency[],
  most: number
): Pick<FactReach, 'cells' | 'cases'> {
  const space = cellSpace([table]);
  const { diagrams, axes } = space;
  // What is said of a fact may hold no longer when the fact does not mean what it meant.
  const possible = possibleNode(
    stated.filter(({ facts }) => !facts.some(name => moving.has(name))),
    space
  );
  const outcomes = new Outcomes();
  const sets = new OutcomeSets();
  const leaves = table.rules.map(rule => sets.of(comesTo(rule, moving).map(one => outcomes.numberOf(one))));
  const decided = diagrams.where(winnerNode(table, space), possible, rule => leaves[rule - 1]!);
  const open = without(decided, moving, space, sets);
  const kinds = [...diagrams.answers(open)].filter(set => sets.at(set).length > 1);
  // Every cell is counted once for each class of the facts that move.
  const times = axes.reduce((product, { name, classes }) => (moving.has(name) ? product * classes.length : product), 1);
  const count = (node: DiagramNode, sort: number) => diagrams.count(node, sort) / BigInt(times);
  const ordinary = ordinaryCell(space, table.baseline);
  const widen = wideningOrder(space, new Set());
  let all = 0n;
  let unlisted = 0n;
  const cases = kinds.flatMap(kind => {
    const search = { ordinary, widen, most: Math.max(1, Math.floor(most / kinds.length)) };
    const { boxes, left } = boxesOf(open, kind, space, search);
    all += count(open, kind);
    unlisted += count(left, 1);
    return boxes.map(box => {
      const terms = inReadersTerms(limitsOf(box, possible, space, widen), space, ordinary);
      return { box, one: { outcomes: sets.at(kind).map(number => outcomes.at(number)), ...terms } };
    });
  });
  const cells = { possible: String(count(possible, 1)), open: String(all), not_listed: String(unlisted) };
  cases.sort((a, b) => a.box.unusual - b.box.unusual);
  return { cells, cases: cases.map(({ one }) => one) };
}

/** A rule that gives the value of a fact comes to another amount when that value is another one. */
function comesTo(rule: Rule, moving: ReadonlySet<string>): readonly Rule[] {
  const given = Object.entries(rule.params).map(([name, param]) =>
    typeof param === 'object' && moving.has(param.fact) ? [name, { fact: `another ${param.fact}` }] : [name, param]
  );
  const other: Rule = { ...rule, params: Object.fromEntries(given) };
  return JSON.stringify(outcomeOf(other)) === JSON.stringify(outcomeOf(rule)) ? [rule] : [rule, other];
}

/** The function that joins what comes of all classes of the facts that move, so that it looks at the others only. */
function without(root: DiagramNode, moving: ReadonlySet<string>, { axes, diagrams }: CellSpace, sets: OutcomeSets) {
  const done = new Map<DiagramNode, DiagramNode>();
  const visit = (node: DiagramNode): DiagramNode => {
    if (node < 0) return node;
    let made = done.get(node);
    if (made === undefined) {
      const fact = diagrams.fact(node);
      const below = diagrams.below(node).map(visit);
      const join = (left: DiagramNode, right: DiagramNode) =>
        diagrams.combine(left, right, (a, b) => sets.of([...sets.at(a), ...sets.at(b)]));
      made = moving.has(axes[fact]!.name) ? below.reduce(join, answer(0)) : diagrams.node(fact, below);
      done.set(node, made);
    }
    return made;
  };
  return visit(root);
}

/** Numbers sets of outcomes, so that equal ones have one number; 0 is the empty one. */
class OutcomeSets {
  readonly #numbers = new Map<string, number>([['', 0]]);
  readonly #all: (readonly number[])[] = [[]];

  of(outcomes: readonly number[]): number {
    const sorted = [...new Set(outcomes)].sort((a, b) => a - b);
    const key = sorted.join();
    let number = this.#numbers.get(key);
    if (number === undefined) this.#numbers.set(key, (number = this.#all.push(sorted) - 1));
    return number;
  }

  at(number: number): readonly number[] {
    return this.#all[number]!;
  }
}
