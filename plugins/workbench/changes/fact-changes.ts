import { type FactDeclaration, factsIn, type RulePolicy } from '../../../core/rules/index.js';

/** A fact that is not what it was, so that a comparison of tables by facts cannot show what becomes of it. */
export interface FactChange {
  readonly fact: string;
  readonly how: 'computed otherwise' | 'declared otherwise' | 'bound by other dependencies';
  /** Tables that look at it. */
  readonly tables: readonly string[];
  /** The rules that do, by table: what they decide may be otherwise. */
  readonly rules: Readonly<Record<string, readonly string[]>>;
}

type Policies = ReadonlyMap<string, RulePolicy>;

/** The facts of tables that both sides have which are computed or declared otherwise, or are made of one that is. */
export function factChanges(before: Policies, after: Policies, calendars: ReadonlySet<string>): readonly FactChange[] {
  const [was, is] = [declaredIn(before), declaredIn(after)];
  const changed = new Map<string, FactChange['how']>();
  for (const [name, fact] of is) {
    const old = was.get(name);
    if (old === undefined) continue;
    const same = (of: (one: FactDeclaration) => unknown) => JSON.stringify(of(old)) === JSON.stringify(of(fact));
    const text = JSON.stringify(fact.from ?? null);
    if (!same(({ from }) => from) || [...calendars].some(id => text.includes(`"calendar":"${id}"`)))
      changed.set(name, 'computed otherwise');
    else if (!same(({ type, values, minimum }) => [type, values, minimum])) changed.set(name, 'declared otherwise');
  }
  for (let size = -1; size !== changed.size;) {
    size = changed.size;
    for (const [name, { from }] of is)
      if (was.has(name) && madeOf(from).some(other => changed.has(other))) changed.set(name, 'computed otherwise');
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

const declaredIn = (policies: Policies) => new Map([...policies.values()].flatMap(({ facts }) => [...facts]));

const madeOf = (from: unknown): readonly string[] =>
  [...JSON.stringify(from ?? null).matchAll(/"fact":"([a-z0-9_]+)"/g)].map(([, name]) => name!);

function boundOtherwise(before: Policies, after: Policies): ReadonlySet<string> {
  const [was, is] = [before, after].map(
    policies =>
      new Map(
        [...policies.values()]
          .flatMap(({ versions }) => versions.flatMap(({ dependencies }) => dependencies))
          .map(each => [
            JSON.stringify({ ...each, why: '' }, (key, value: unknown) => (key === 'line' ? 0 : value)),
            each.facts
          ])
      )
  ) as [Map<string, readonly string[]>, Map<string, readonly string[]>];
  const only = (some: typeof was, others: typeof was) => [...some].filter(([said]) => !others.has(said));
  return new Set([...only(was, is), ...only(is, was)].flatMap(([, facts]) => facts));
}
