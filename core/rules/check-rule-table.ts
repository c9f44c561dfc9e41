import type { Report } from '../documents/kind.js';
import type { Condition } from './conditions.js';
import type { FactDeclaration } from './fact-declarations.js';
import type { Given, Rule, RuleTableText, RuleText } from './rule-table.js';
import { isDate, type FactType } from '../facts/typed-values.js';

/** Ids and priorities are unique, and exactly the last rule catches everything. */
export function checkOrder(rules: readonly RuleText[], report: Report): void {
  const ids = new Set<string>();
  const priorities = new Map<number, string>();
  const lowest = Math.min(...rules.map(rule => rule.priority));
  rules.forEach((rule, i) => {
    if (rule.when === 'always' && rule.tier !== undefined)
      report(`/rules/${i}/tier`, 'tier_of_default', 'the last rule is what is left over; it has no tier');
    if (ids.has(rule.id))
      report(`/rules/${i}/id`, 'duplicate_rule', `another rule of this table is called '${rule.id}'`);
    ids.add(rule.id);
    const twin = priorities.get(rule.priority);
    if (twin !== undefined)
      report(
        `/rules/${i}/priority`,
        'same_priority',
        `'${rule.id}' and '${twin}' share priority ${rule.priority}; which one wins would not be fixed`
      );
    priorities.set(rule.priority, rule.id);
    if (rule.when === 'always' && rule.priority !== lowest)
      report(
        `/rules/${i}/when`,
        'rules_never_reached',
        `'${rule.id}' always fires, so no rule below it is ever reached`
      );
    if (rule.when !== 'always' && rule.priority === lowest)
      report(
        `/rules/${i}/when`,
        'no_default_rule',
        `the last rule, '${rule.id}', must say 'when: always', so that every case is decided`
      );
  });
}

/** The days of a version are days, in order, and not those of a shadow. */
export function checkDates(
  { mode, effective_from: from, effective_until: until }: RuleTableText,
  report: Report
): void {
  const days: Readonly<Record<string, string | undefined>> = { effective_from: from, effective_until: until };
  for (const [key, day] of Object.entries(days)) {
    const fits: boolean = day === undefined || isDate(day);
    if (!fits) report(`/${key}`, 'effective_date', `${day} is no calendar date; write it as "2027-01-01"`);
  }
  if (from !== undefined && until !== undefined && until < from)
    report('/effective_until', 'effective_date', `the last day ${until} lies before the first day ${from}`);
  if (mode === 'shadow' && (from ?? until) !== undefined)
    report('/mode', 'effective_date', 'a shadow table has no days of its own; it is decided whenever its table is');
}

/**
 * Settings and conditions that no rule uses mislead readers, so they are refused. Answers with the facts that none looks
 * at: these are recorded, so that rules of another day can be tried on them.
 */
export function checkUse(text: RuleTableText, rules: readonly Rule[], report: Report): readonly string[] {
  const used = {
    facts: new Set([text.effective_by ?? '']),
    settings: new Set<string>(),
    conditions: new Set<string>()
  };
  const visit = (condition: Condition): void => {
    if (condition.kind === 'comparison') {
      used.facts.add(condition.fact);
      if (condition.setting !== undefined) used.settings.add(condition.setting);
      return;
    }
    if (condition.name !== undefined) used.conditions.add(condition.name.replace(/^not /, ''));
    condition.of.forEach(visit);
  };
  for (const { currency = '' } of Object.values(text.gives ?? {})) used.facts.add(currency);
  for (const rule of rules) {
    if (rule.when !== undefined) visit(rule.when);
    for (const param of Object.values(rule.params)) if (typeof param === 'object') used.facts.add(param.fact);
    for (const [, list, name] of rule.says.text.matchAll(/\b(facts|settings)\.([a-z0-9_]+)/g))
      used[list as 'facts' | 'settings'].add(name!);
  }
  for (const list of ['settings', 'conditions'] as const)
    for (const name of Object.keys(text[list] ?? {}))
      if (!used[list].has(name))
        report(`/${list}/${name}`, `unused_${list.slice(0, -1)}`, `no rule uses '${name}'; remove it`);
  return text.facts.filter(name => !used.facts.has(name));
}

/** A currency is a string fact, and the day that chooses the version a date fact. */
export function checkGiven(
  gives: Readonly<Record<string, Given>>,
  by: string,
  facts: ReadonlyMap<string, FactDeclaration>,
  report: Report
): void {
  for (const [name, { type, currency }] of Object.entries(gives)) {
    if (currency === undefined) continue;
    const wrong = type !== 'money' ? `'${name}' is ${type} and has none` : misnamed(currency, 'string', facts);
    if (wrong !== undefined) report(`/gives/${name}/currency`, 'value_type', `the currency: ${wrong}`);
  }
  const wrong = by === 'now' ? undefined : misnamed(by, 'date', facts);
  if (wrong !== undefined) report('/effective_by', 'value_type', `the day that chooses the version: ${wrong}`);
}

function misnamed(name: string, type: FactType, facts: ReadonlyMap<string, FactDeclaration>): string | undefined {
  const fact = facts.get(name);
  if (fact?.type === type) return undefined;
  return fact === undefined ? `'${name}' is not a fact of this table` : `'${name}' is ${fact.type}, not ${type}`;
}
