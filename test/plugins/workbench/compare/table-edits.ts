import type { DocumentSet } from '../../../../core/documents/set.js';
import { loadDocuments } from '../../../../core/documents/load.js';
import { linkDependencies } from '../../../../core/rules/dependencies.js';
import { FactDeclarationsKind, type FactDeclaration } from '../../../../core/rules/fact-declarations.js';
import { linkRuleTable } from '../../../../core/rules/link-rule-table.js';
import {
  RuleTableKind,
  type ConditionText,
  type RuleTable,
  type RuleTableText
} from '../../../../core/rules/rule-table.js';
import { RuleTables } from '../../../../core/rules/rule-policies.js';
import type { Facts, FactValue } from '../../../../core/facts/typed-values.js';
import { copyShippedTables } from '../../../core/rules/shipped-tables.js';

/** Whole numbers below `most`, the same ones for the same seed. */
export type Dice = (most: number) => number;

export function dice(seed: number): Dice {
  let state = seed;
  return most => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

export const pick = <T>(items: readonly T[], roll: Dice): T => items[roll(items.length)]!;

export interface Shipped {
  readonly texts: ReadonlyMap<string, RuleTableText>;
  readonly facts: ReadonlyMap<string, FactDeclaration>;
  link(text: RuleTableText): RuleTable | undefined;
}

/** The shipped rule tables, and a linker for edited copies whose examples need not hold. */
export async function shippedTables(): Promise<Shipped> {
  const kinds = [FactDeclarationsKind, RuleTableKind];
  const options = { root: copyShippedTables(), kinds, assemblies: [RuleTables], items: () => [] };
  const set: DocumentSet = (await loadDocuments(options)).set!;
  const files = set.of(FactDeclarationsKind);
  const facts = new Map<string, FactDeclaration>(files.flatMap(({ value }) => [...value.facts]));
  const dependencies = linkDependencies(files, facts, () => {});
  return {
    facts,
    texts: new Map(set.of(RuleTableKind).map(({ value }) => [value.id, value])),
    link(text) {
      const source = { file: `policies/${text.id}.yaml`, revision: '', place: () => ({ line: 1, column: 1 }) };
      // An edit may leave a fact, a setting or a named condition unused, which says nothing about its meaning.
      let broken = false;
      const table = linkRuleTable({ value: trimmed(text), source }, facts, dependencies, (_, code) => {
        broken ||= !code.startsWith('unused_');
      });
      return broken ? undefined : table;
    }
  };
}

/** Without what the rules do not use. */
function trimmed(text: RuleTableText): RuleTableText {
  const cases = Object.values(text.settings ?? {}).flatMap(({ by = [] }) => [by].flat().map(fact => ({ fact })));
  const used = JSON.stringify([text.rules, text.gives, cases]);
  let { conditions = {}, settings = {} } = text;
  for (let before = -1; before !== Object.keys(conditions).length;) {
    before = Object.keys(conditions).length;
    const named = used + JSON.stringify(conditions);
    conditions = Object.fromEntries(
      Object.entries(conditions).filter(([name]) => named.includes(`"condition":"${name}"`))
    );
  }
  const all = used + JSON.stringify(conditions);
  settings = Object.fromEntries(
    Object.entries(settings).filter(([name]) => all.includes(`"setting":"${name}"`) || all.includes(`settings.${name}`))
  );
  const facts = text.facts.filter(
    name => all.includes(`"fact":"${name}"`) || all.includes(`facts.${name}`) || all.includes(`"currency":"${name}"`)
  );
  const only = (given: Facts): Facts =>
    Object.fromEntries(Object.entries(given).filter(([name]) => facts.includes(name)));
  const rules = text.rules.map(rule => ({ ...rule, examples: {} }));
  return { ...text, conditions, settings, facts, baseline: only(text.baseline), rules };
}

/** One random edit of a table, as a policy team might make it. */
export function edited(
  text: RuleTableText,
  declared: ReadonlyMap<string, FactDeclaration>,
  roll: Dice
): { readonly what: string; readonly text: RuleTableText } {
  const copy = structuredClone(text) as unknown as Mutable;
  const rule = pick(copy.rules.slice(0, -1), roll);
  const comparisons: Writable<ConditionText>[] = [];
  const groups: ConditionText[][] = [];
  const visit = (condition: unknown) => {
    const c = condition as Writable<ConditionText>;
    if (c.fact !== undefined) comparisons.push(c);
    for (const list of [c.all, c.any])
      if (list !== undefined) (groups.push(list as ConditionText[]), list.forEach(visit));
    if (c.not !== undefined) visit(c.not);
  };
  for (const { when } of copy.rules) if (when !== 'always') visit(when);
  Object.values(copy.conditions ?? {}).forEach(visit);
  const edits: Readonly<Record<string, () => void>> = {
    constant() {
      const setting = pick(Object.values(copy.settings ?? { none: { type: 'none', value: 0, meaning: '' } }), roll);
      if (Array.isArray(setting.value)) setting.value = setting.value.slice(0, -1);
      else if (typeof setting.value === 'number') setting.value += pick([-20, -1, 1, 15], roll);
      else if (setting.type === 'money') setting.value = pick(['0.00', '100.00', '500.01', '2000.00'], roll);
      else setting.value = 'EUR';
    },
    operator() {
      const one = pick(comparisons, roll);
      const twins: Record<string, string[]> = {
        greaterThan: ['greaterThanInclusive', 'lessThan'],
        greaterThanInclusive: ['greaterThan'],
        lessThanInclusive: ['lessThan', 'greaterThan'],
        equal: ['notEqual'],
        notEqual: ['equal'],
        in: ['notIn'],
        notIn: ['in']
      };
      one.operator = pick(twins[one.operator ?? ''] ?? [one.operator!], roll);
      if (one.operator === 'isKnown') one.value = one.value !== true;
    },
    outcome() {
      const { amount: _, ...then } = rule.then;
      rule.then = { ...then, decision: pick(copy.decides, roll) } as never;
    },
    drop() {
      const group = pick(
        groups.filter(list => list.length > 1),
        roll
      );
      group?.splice(roll(group.length), 1);
    },
    add() {
      const extra = structuredClone(pick(comparisons, roll));
      if (rule.when !== 'always') rule.when = { [pick(['all', 'any'], roll)]: [rule.when, extra] };
    },
    byCase() {
      const facts = [...declared].filter(
        ([name, { type, values }]) => text.facts.includes(name) && (type === 'boolean' || values !== undefined)
      );
      const plain = Object.values(copy.settings ?? {}).filter(({ value }) => !Array.isArray(value));
      if (facts.length === 0 || plain.length === 0) return;
      const setting = pick(plain, roll);
      const other = () =>
        typeof setting.value === 'number'
          ? setting.value + pick([-20, -1, 1, 15], roll)
          : setting.type === 'money'
            ? pick(['0.00', '100.00', '500.01', '2000.00'], roll)
            : 'EUR';
      const [first, second] = [pick(facts, roll), pick(facts, roll)];
      const valueOf = ([, { values }]: typeof first) => (values === undefined ? roll(2) === 0 : pick(values, roll));
      if (roll(2) === 0) Object.assign(setting, { by: first[0], values: { [String(valueOf(first))]: other() } });
      else
        Object.assign(setting, {
          by: [...new Set([first[0], second[0]])],
          values: [
            { [first[0]]: valueOf(first), is: other() },
            { [second[0]]: valueOf(second), is: other() }
          ]
        });
    },
    tier() {
      rule.tier = pick(['safeguard', 'exception', 'standard'], roll);
    },
    order() {
      const other = pick(copy.rules.slice(0, -1), roll);
      [rule.priority, other.priority] = [other.priority, rule.priority];
    },
    remove() {
      if (copy.rules.length > 2) copy.rules.splice(copy.rules.indexOf(rule), 1);
    }
  };
  const what = pick(Object.keys(edits), roll);
  edits[what]!();
  return { what, text: copy as unknown as RuleTableText };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
interface Mutable {
  decides: string[];
  settings?: Record<string, { type: string; value: unknown; meaning: string }>;
  conditions?: Record<string, ConditionText>;
  rules: Writable<RuleTableText['rules'][number]>[];
}

/** The ordinary case with a few facts changed to values near the constants of the tables, or to unknown. */
export function casesNear(tables: readonly RuleTable[], count: number, roll: Dice): Facts[] {
  const facts = [...new Map(tables.flatMap(table => [...table.facts]))];
  const constants = tables.flatMap(table => Object.values(table.settings)).flat();
  const numbers = [0, 1, 2, ...constants.filter(c => typeof c === 'number')].flatMap(c => [c - 1, c, c + 1]);
  const moneys = ['0.00', '99.99', '100.00', '100.01', '500.00', '500.01', '2000.01'];
  const valueFor = ({ type, values, minimum }: FactDeclaration): FactValue => {
    if (roll(8) === 0) return null;
    if (type === 'boolean') return roll(2) === 0;
    if (type === 'money') return pick(moneys, roll);
    if (type === 'date') return null;
    if (type === 'string') return pick(values ?? ['another', ...constants.filter(c => typeof c === 'string')], roll);
    return Math.max(pick(numbers, roll), minimum === undefined ? -50 : Number(minimum));
  };
  return Array.from({ length: count }, () => {
    const changed = Array.from({ length: roll(5) }, () => pick(facts, roll)).map(([name, fact]) => [
      name,
      valueFor(fact)
    ]);
    return { ...tables[0]!.baseline, ...Object.fromEntries(changed) };
  });
}
