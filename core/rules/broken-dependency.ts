import { compareMoney } from '../money/decimal.js';
import { predicate } from './closures.js';
import type { Dependency } from './dependencies.js';
import type { Facts, FactValue } from './typed-values.js';

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
