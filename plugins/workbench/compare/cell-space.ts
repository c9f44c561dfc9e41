import {
  type Comparison,
  comparisonsIn,
  type Condition,
  type FactDeclaration,
  type Facts,
  type RuleTable,
  TESTS
} from '../../../core/rules/index.js';
import { answer, Diagrams, type DiagramNode } from './diagram.js';
import { classesOf, contains, seenBy, type FactClass } from './fact-classes.js';

/** One fact of the space with its classes. */
export interface Axis {
  readonly name: string;
  readonly declaration: FactDeclaration;
  readonly classes: readonly FactClass[];
}

/** All cells over the facts of some tables, cut so that no table and no dependency tells two values of a class apart. */
export interface CellSpace {
  readonly axes: readonly Axis[];
  readonly numberOf: ReadonlyMap<string, number>;
  readonly diagrams: Diagrams;
}

/** `held` narrows the space: these facts take this one value only. */
export function cellSpace(
  tables: readonly RuleTable[],
  { held = {}, most }: { readonly held?: Facts; readonly most?: number | undefined } = {}
): CellSpace {
  const facts = joinedFacts(tables);
  const comparisons = tables.flatMap(table => table.rules.flatMap(({ when }) => comparisonsIn(when)));
  const never = tables.flatMap(table =>
    table.dependencies.flatMap(dependency =>
      dependency.kind === 'never' && dependency.facts.every(fact => facts.has(fact))
        ? comparisonsIn(dependency.when)
        : []
    )
  );
  const axes = inOrder(facts, comparisons).map(([name, declaration]): Axis => {
    const of = [...comparisons, ...never].filter(({ fact }) => fact === name);
    const value = held[name];
    const classes: readonly FactClass[] =
      value === undefined
        ? classesOf(declaration, of, knownTo(name, tables))
        : [{ kind: 'values', values: [value], sample: value }];
    return { name, declaration, classes };
  });
  const sizes = axes.map(({ classes }) => classes.length);
  return {
    axes,
    numberOf: new Map(axes.map(({ name }, i) => [name, i])),
    diagrams: new Diagrams(sizes, most)
  };
}

/** Every fact of the tables, with all that any of them lets it be. */
function joinedFacts(tables: readonly RuleTable[]): ReadonlyMap<string, FactDeclaration> {
  const facts = new Map<string, FactDeclaration>();
  for (const [name, fact] of tables.flatMap(table => [...table.facts])) facts.set(name, joined(fact, facts.get(name)));
  return facts;
}

/** What either declaration lets a fact be: the words of both, from the lower minimum on. */
export function joined(fact: FactDeclaration, other: FactDeclaration = fact): FactDeclaration {
  const { values, minimum, ...rest } = fact;
  const words = values && other.values && [...new Set([...other.values, ...values])];
  const least = minimum !== undefined && other.minimum !== undefined;
  const low = least && TESTS[fact.type].lessThan!(other.minimum!, minimum) ? other.minimum : minimum;
  return {
    ...rest,
    ...((words ?? values) && { values: words ?? values }),
    ...(least && { minimum: low })
  } as FactDeclaration;
}

const knownTo = (name: string, tables: readonly RuleTable[]) => tables.flatMap(({ facts }) => facts.get(name) ?? []);

/** Facts that many conditions share come first: the diagrams stay small. */
function inOrder(facts: ReadonlyMap<string, FactDeclaration>, comparisons: readonly Comparison[]) {
  const uses = new Map<string, number>();
  for (const { fact } of comparisons) uses.set(fact, (uses.get(fact) ?? 0) + 1);
  return [...facts].sort(([a], [b]) => (uses.get(b) ?? 0) - (uses.get(a) ?? 0));
}

/** The condition as a function with the answers 1 (holds) and 0. */
export function conditionNode(
  condition: Condition,
  { axes, numberOf, diagrams }: CellSpace,
  facts: RuleTable['facts'] = new Map()
): DiagramNode {
  const visit = (c: Condition): DiagramNode => {
    if (c.kind === 'comparison') {
      const fact = numberOf.get(c.fact)!;
      const test = TESTS[c.type][c.operator]!;
      const known = facts.get(c.fact) ?? {};
      return diagrams.node(
        fact,
        axes[fact]!.classes.map(({ sample }) => answer(test(seenBy(known, sample), c.value) ? 1 : 0))
      );
    }
    const parts = c.of.map(visit);
    if (c.kind === 'all') return parts.reduce((left, right) => diagrams.where(left, right));
    return parts.reduce((left, right) => diagrams.combine(left, right, (a, b) => a | b));
  };
  return visit(condition);
}

/** The table as a function whose answer is the number of the rule that decides, from 1 on. */
export function winnerNode({ rules, facts }: RuleTable, space: CellSpace): DiagramNode {
  const last = rules.length - 1;
  return rules.slice(0, last).reduceRight((below, { when }, i) => {
    return space.diagrams.combine(conditionNode(when!, space, facts), below, (fires, winner) =>
      fires === 1 ? i + 1 : winner
    );
  }, answer(rules.length));
}

/** The class of each fact in an ordinary case. */
export const ordinaryCell = ({ axes }: CellSpace, baseline: Facts): readonly number[] =>
  axes.map(({ classes, name, declaration: { type } }) =>
    Math.max(
      0,
      classes.findIndex(one => contains(one, baseline[name] ?? null, type))
    )
  );
