import { saying } from '../compare/compare-tables.js';
import { type FactDeclaration, factsIn, type RulePolicy } from '../../../core/rules/index.js';

/** A fact that is not what it was, so that a comparison of tables by facts cannot show what becomes of it. */
export interface FactChange {
  readonly fact: string;
  readonly how: 'computed otherwise' | 'declared otherwise' | 'made of what changes' | 'bound by other dependencies';
  /** Tables that look at it. */
  readonly tables: readonly string[];
  /** The rules that do, by table: what they decide may be otherwise. */
  readonly rules: Readonly<Record<string, readonly string[]>>;
}

/** What files say of facts, those included that no table looks at but others are made of. */
export interface FactsOfSide {
  readonly declared: ReadonlyMap<string, FactDeclaration>;
  readonly policies: Policies;
}

type Policies = ReadonlyMap<string, RulePolicy>;

/**
 * The facts of tables that both sides have which are computed or declared otherwise, or are made of one that is.
 * @param reads whether an expression, as JSON, reads something else that is not what it was, where these facts are not
 */
export function factChanges(
  { declared: was, policies: before }: FactsOfSide,
  { declared: is, policies: after }: FactsOfSide,
  reads: (from: string, changed: ReadonlyMap<string, unknown>) => boolean
): readonly FactChange[] {
  const changed = new Map<string, FactChange['how']>();
  for (const [name, fact] of is) {
    const old = was.get(name);
    if (old === undefined) continue;
    const same = (of: (one: FactDeclaration) => unknown) => JSON.stringify(of(old)) === JSON.stringify(of(fact));
    if (!same(({ from }) => from)) changed.set(name, 'computed otherwise');
    else if (!same(({ type, values, minimum }) => [type, values, minimum])) changed.set(name, 'declared otherwise');
  }
  const isMadeOf = (from: string) =>
    reads(from, changed) || [...from.matchAll(/"fact":"([a-z0-9_]+)"/g)].some(([, other]) => changed.has(other!));
  for (let size = -1; size !== changed.size;) {
    size = changed.size;
    for (const [name, { from }] of is)
      if (was.has(name) && !changed.has(name) && isMadeOf(JSON.stringify(from ?? null)))
        changed.set(name, 'made of what changes');
  }
  for (const name of boundOtherwise(before, after))
    if (was.has(name) && !changed.has(name)) changed.set(name, 'bound by other dependencies');
  return [...changed].map(([fact, how]) => {
    const looking = [...after].filter(([id, { facts }]) => before.has(id) && facts.has(fact));
    const rules = looking.map(([id, { versions }]) => {
      const concerned = versions.flatMap(version => version.rules.filter(({ when }) => factsIn(when).has(fact)));
      return [id, [...new Set(concerned.map(rule => rule.id))]] as const;
    });
    return { fact, how, tables: looking.map(([id]) => id), rules: Object.fromEntries(rules) };
  });
}

function boundOtherwise(before: Policies, after: Policies): ReadonlySet<string> {
  const [was, is] = [before, after].map(
    policies =>
      new Map(
        [...policies.values()]
          .flatMap(({ versions }) => versions.flatMap(({ dependencies }) => dependencies))
          .map(each => [saying(each), each.facts])
      )
  ) as [Map<string, readonly string[]>, Map<string, readonly string[]>];
  const only = (some: typeof was, others: typeof was) => [...some].filter(([said]) => !others.has(said));
  return new Set([...only(was, is), ...only(is, was)].flatMap(([, facts]) => facts));
}
