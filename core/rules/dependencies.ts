import type { SetReport } from '../documents/assembly.js';
import type { Loaded, Report } from '../documents/kind.js';
import { compareMoney } from '../money/decimal.js';
import { didYouMean } from '../nearest.js';
import { predicate } from './closures.js';
import { compileCondition, type ConditionScope } from './compile-conditions.js';
import { factsIn, type Condition } from './conditions.js';
import type { FactDeclaration, FactDeclarations } from './fact-declarations.js';
import type { ConditionText } from './rule-table.js';
import type { Facts, FactValue } from '../facts/typed-values.js';

/** A dependency between facts as a file states it: one of never, ascending, sum, or known and unknown. */
export interface DependencyText {
  readonly why: string;
  readonly never?: ConditionText;
  readonly when?: ConditionText;
  readonly known?: readonly string[];
  readonly unknown?: readonly string[];
  readonly ascending?: readonly string[];
  readonly sum?: { readonly of: readonly [string, string]; readonly is: string };
}

/** What no case can be, because of how its facts are computed. Facts that are not known break no order and no sum. */
export type Dependency = { readonly why: string; readonly facts: readonly string[] } & (
  | { readonly kind: 'never'; readonly when: Condition }
  | Order
  | { readonly kind: 'sum'; readonly of: readonly [string, string]; readonly is: string }
);

interface Order {
  readonly kind: 'order';
  readonly low: string;
  readonly high: string;
  readonly why: string;
  readonly facts: readonly string[];
}

/** Reads the dependencies of all files; every order that follows from two others is stated too. */
export function linkDependencies(
  files: readonly Loaded<FactDeclarations>[],
  facts: ReadonlyMap<string, FactDeclaration>,
  report: SetReport
): readonly Dependency[] {
  const found = files.flatMap(({ source, value }) =>
    value.dependencies.flatMap((text, i) => {
      const at = `/dependencies/${i}`;
      const lineOf = () => source.place(at).line;
      const here: Report = (pointer, code, message) => report(source, pointer, code, message);
      return link(text, at, { facts, settings: {}, cases: new Map(), conditions: {}, lineOf, report: here });
    })
  );
  return withConsequences([...minimums(facts), ...found]);
}

function minimums(facts: ReadonlyMap<string, FactDeclaration>): readonly Dependency[] {
  return [...facts].flatMap(([fact, { type, minimum }]) => {
    if (minimum === undefined) return [];
    const when: Condition = { kind: 'comparison', fact, type, operator: 'lessThan', value: minimum, line: 0 };
    return neverOf(`'${fact}' is never less than ${minimum}.`, when);
  });
}

function link(text: DependencyText, at: string, scope: ConditionScope): readonly Dependency[] {
  const { why, never, when, known, unknown, ascending, sum } = text;
  const wrong = (message: string) => {
    scope.report(at, 'bad_dependency', message);
    return [];
  };
  const forms = [never, ascending, sum, known ?? unknown].filter(form => form !== undefined);
  if (forms.length !== 1 || (when !== undefined && (known ?? unknown) === undefined))
    return wrong('a dependency says one of never, ascending, sum, or known and unknown; `when` goes with the last two');
  const named = ascending ?? (sum === undefined ? [...(known ?? []), ...(unknown ?? [])] : [...sum.of, sum.is]);
  const strange = named.find(name => !scope.facts.has(name));
  if (strange !== undefined)
    return wrong(`no facts file declares '${strange}'${didYouMean(strange, scope.facts.keys())}`);
  if (ascending !== undefined || sum !== undefined) {
    const types = new Set(named.map(name => scope.facts.get(name)!.type));
    if (types.size > 1 || types.has('boolean') || types.has('string') || (sum !== undefined && !types.has('integer')))
      return wrong(`${named.join(', ')} must be of one type that has an order, and whole numbers to be added up`);
    if (sum !== undefined) return [{ kind: 'sum', of: sum.of, is: sum.is, why, facts: named }];
    return ascending!.slice(1).map((high, i) => order(ascending![i]!, high, why));
  }
  if (never !== undefined) return neverOf(why, compileCondition(never, `${at}/never`, scope));
  const narrowed = when === undefined ? undefined : compileCondition(when, `${at}/when`, scope);
  if (when !== undefined && narrowed === undefined) return [];
  return [...(known ?? []), ...(unknown ?? [])].flatMap(fact => {
    const { type } = scope.facts.get(fact)!;
    const value = unknown?.includes(fact) === true;
    const line = scope.lineOf(at);
    const is: Condition = { kind: 'comparison', fact, type, operator: 'isKnown', value, line };
    return neverOf(why, narrowed === undefined ? is : { kind: 'all', of: [narrowed, is], line });
  });
}

/** Alternatives each stand alone, so that a table without the facts of one is still held to the others. */
function neverOf(why: string, when: Condition | undefined): readonly Dependency[] {
  if (when === undefined) return [];
  if (when.kind === 'any') return when.of.flatMap(part => neverOf(why, part));
  return [{ kind: 'never', when, why, facts: [...factsIn(when)] }];
}

const order = (low: string, high: string, why: string): Order => ({
  kind: 'order',
  low,
  high,
  why,
  facts: [low, high]
});

/** Ranges that fit in pairs fit all together only where a <= b <= c also says a <= c. */
function withConsequences(given: readonly Dependency[]): readonly Dependency[] {
  const orders = given.filter(dependency => dependency.kind === 'order');
  const stated = new Set(orders.map(({ low, high }) => `${low} ${high}`));
  for (const first of orders)
    for (const second of orders) {
      const name = `${first.low} ${second.high}`;
      if (first.high !== second.low || first.low === second.high || stated.has(name)) continue;
      stated.add(name);
      orders.push(order(first.low, second.high, `${first.why} ${second.why}`));
    }
  return [...given.filter(({ kind }) => kind !== 'order'), ...orders];
}

/** The first dependency that facts contradict: it or the code that computes the facts is wrong. */
export function brokenDependency(dependencies: readonly Dependency[], facts: Facts): Dependency | undefined {
  return dependencies.find(
    dependency => dependency.facts.every(name => Object.hasOwn(facts, name)) && breaks(dependency, facts)
  );
}

function breaks(dependency: Dependency, facts: Facts): boolean {
  if (dependency.kind === 'never') return predicate(dependency.when)(facts);
  if (dependency.facts.some(name => facts[name] === null)) return false;
  if (dependency.kind === 'sum') {
    const [a, b] = dependency.of.map(name => facts[name] as number);
    return a! + b! !== facts[dependency.is];
  }
  return exceeds(facts[dependency.low]!, facts[dependency.high]!);
}

/** Text facts that have an order are dates, which sort as text, or money. */
function exceeds(low: FactValue, high: FactValue): boolean {
  if (typeof low !== 'string' || typeof high !== 'string') return (low as number) > (high as number);
  return low.includes('-', 1) ? low > high : compareMoney(low, high) > 0;
}
