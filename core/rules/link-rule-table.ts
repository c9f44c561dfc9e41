import type { Loaded, Report } from '../documents/kind.js';
import { parseTemplate, type Template } from '../templates/template.js';
import { didYouMean } from '../nearest.js';
import { compileCondition, type ConditionScope } from './compile-conditions.js';
import { complement, type Group } from './conditions.js';
import { checkGiven, checkUse } from './check-rule-table.js';
import { settingCases } from './setting-cases.js';
import { checkSettings } from './settings.js';
import type { FactDeclaration } from './fact-declarations.js';
import type { Dependency } from './dependencies.js';
import {
  tableName,
  type ExampleText,
  type RuleExample,
  type ParamText,
  type Rule,
  type RuleTable,
  type RuleTableText,
  type RuleText
} from './rule-table.js';
import { misfit, type Facts } from '../facts/typed-values.js';

/** Joins a table with the declared facts. Undefined when anything was reported. */
export function linkRuleTable(
  { value: text, source }: Loaded<RuleTableText>,
  declared: ReadonlyMap<string, FactDeclaration>,
  dependencies: readonly Dependency[],
  report: Report
): RuleTable | undefined {
  let sound = true;
  const seen = new Set<string>();
  // A named condition is compiled wherever it is used; its problems are told once.
  const once: Report = (pointer, code, message) => {
    sound = false;
    if (!seen.has(pointer + code)) report(pointer, code, message);
    seen.add(pointer + code);
  };
  const settings = text.settings ?? {};
  const facts = listedFacts(text, declared, once);
  const effective = { from: text.effective_from, until: text.effective_until, by: text.effective_by ?? 'now' };
  checkGiven(text.gives ?? {}, effective.by, facts, once);
  checkSettings(settings, once);
  checkFacts(text.baseline, '/baseline', facts, once);
  for (const name of facts.keys())
    if (!Object.hasOwn(text.baseline, name))
      once('/baseline', 'baseline_incomplete', `the baseline lacks '${name}'; say its value, or null for unknown`);

  const lineOf = (pointer: string) => source.place(pointer).line;
  const cases = new Map(
    Object.entries(settings).map(([name, setting]) => [
      name,
      settingCases(name, setting, facts, { report: once, lineOf, declared }) ?? []
    ])
  );
  const scope: ConditionScope = { facts, settings, cases, conditions: text.conditions ?? {}, report: once, lineOf };
  // Named conditions are compiled for their own sake too, so a broken one is found even before it is used.
  for (const [name, condition] of Object.entries(scope.conditions))
    compileCondition(condition, `/conditions/${name}`, scope, { negate: false, within: [name] });
  const rules = text.rules.map((rule, i) => linkRule(rule, i, text, scope));
  if (!sound) return undefined;
  const unused = checkUse(text, rules as Rule[], once);
  if (!sound) return undefined;
  return {
    id: text.id,
    name: tableName(text),
    title: text.title,
    version: text.version,
    source,
    mode: text.mode ?? 'enforce',
    effective,
    decides: text.decides,
    gives: text.gives ?? {},
    facts,
    unused,
    dependencies,
    settings: Object.fromEntries(Object.entries(settings).map(([name, { value }]) => [name, value])),
    cases: new Map([...cases].filter(([, of]) => of.length > 0)),
    baseline: text.baseline,
    rules: inTurn(rules as Rule[])
  };
}

/**
 * The rules in the order in which they are tried. Where an exception fires, standard rules are passed over; then safeguards
 * are tried by priority, and after them the exceptions. So they stand before the last rule, and standards ask for none.
 */
function inTurn(rules: readonly Rule[]): readonly Rule[] {
  const sorted = rules.toSorted((a, b) => b.priority - a.priority);
  const exceptions = sorted.filter(({ tier }) => tier === 'exception');
  if (exceptions.length === 0) return sorted;
  const none: Group = {
    kind: 'all',
    name: 'no exception',
    of: exceptions.map(({ when }) => complement(when!)),
    line: exceptions[0]!.line
  };
  const others = sorted.filter(({ tier }) => tier !== 'exception');
  const held = others.map((rule): Rule => {
    const { tier, when, line } = rule;
    return tier === 'safeguard' || when === undefined
      ? rule
      : { ...rule, when: { kind: 'all', of: [none, when], line } };
  });
  return [...held.slice(0, -1), ...exceptions, held.at(-1)!];
}

function listedFacts(text: RuleTableText, declared: ReadonlyMap<string, FactDeclaration>, report: Report) {
  const facts = new Map<string, FactDeclaration>();
  text.facts.forEach((name, i) => {
    const fact = declared.get(name);
    if (fact !== undefined) return facts.set(name, fact);
    const hint =
      didYouMean(name, declared.keys()) || `; declare it under facts: as ${name}: { type: …, meaning: …, from: … }`;
    return report(`/facts/${i}`, 'undeclared_fact', `no facts file declares '${name}'${hint}`);
  });
  return facts;
}

function checkFacts(given: Facts, pointer: string, facts: ReadonlyMap<string, FactDeclaration>, report: Report): void {
  for (const [name, value] of Object.entries(given)) {
    const fact = facts.get(name);
    const wrong = fact === undefined ? 'is not a fact of this table' : value === null ? undefined : misfit(fact, value);
    if (wrong !== undefined) report(`${pointer}/${name}`, 'bad_example', `'${name}' ${wrong}`);
  }
}

function linkRule(text: RuleText, index: number, table: RuleTableText, scope: ConditionScope): Rule | undefined {
  const at = `/rules/${index}`;
  const when = text.when === 'always' ? undefined : compileCondition(text.when, `${at}/when`, scope);
  const { decision, reason, ...params } = text.then;
  checkParams(params, `${at}/then`, table, scope);
  const says = parseSays(text.says, Object.keys(params), `${at}/says`, scope);
  if (says === undefined || (text.when !== 'always' && when === undefined)) return undefined;
  const examples = (kind: 'fires' | 'near_misses') =>
    (text.examples?.[kind] ?? []).map(({ expect, ...rest }: ExampleText, i): RuleExample => {
      const pointer = `${at}/examples/${kind}/${i}`;
      const facts = rest as Facts;
      checkFacts(facts, pointer, scope.facts, scope.report);
      const place = { pointer, line: scope.lineOf(pointer) };
      return { facts: { ...table.baseline, ...facts }, ...(expect && { expect }), ...place };
    });
  checkAsks(text.asks, at, scope);
  const { id, ref, priority, tier = 'standard', why } = text;
  const told = { fires: examples('fires'), nearMisses: examples('near_misses') };
  return {
    id,
    ref,
    priority,
    tier,
    why,
    when,
    decision,
    reason,
    params,
    says,
    ...(text.asks !== undefined && { asks: text.asks }),
    ...told,
    pointer: at,
    line: scope.lineOf(at)
  };
}

/** Only yes or no, and one of some words, can be read out of an answer. */
function checkAsks(name: string | undefined, at: string, { facts, report }: ConditionScope): void {
  if (name === undefined) return;
  const fact = facts.get(name);
  if (fact === undefined) report(`${at}/asks`, 'unknown_fact', `there is no fact '${name}' in this table`);
  else if (fact.type !== 'boolean' && fact.values === undefined)
    report(
      `${at}/asks`,
      'value_type',
      `'${name}' is ${fact.type}; only yes or no, or a string with values, can be asked for`
    );
}

function parseSays(
  text: string,
  params: readonly string[],
  pointer: string,
  { facts, settings, report }: ConditionScope
): Template | undefined {
  const lists = { facts: [...facts.keys()], settings: Object.keys(settings), params };
  const known = Object.entries(lists).flatMap(([list, names]) => names.map(name => `${list}.${name}`));
  return parseTemplate(text, known, message => report(pointer, 'bad_template', message));
}

function checkParams(
  params: Readonly<Record<string, ParamText>>,
  pointer: string,
  table: RuleTableText,
  { facts, report }: ConditionScope
) {
  for (const [name, param] of Object.entries(params)) {
    const type = Object.hasOwn(table.gives ?? {}, name) ? table.gives![name] : undefined;
    if (type === undefined) {
      report(
        `${pointer}/${name}`,
        'unknown_param',
        `'${name}' is not among gives: ${Object.keys(table.gives ?? {}).join(', ') || 'none'}`
      );
      continue;
    }
    if (typeof param !== 'object') {
      const wrong = misfit(type, param);
      if (wrong !== undefined) report(`${pointer}/${name}`, 'value_type', `'${name}' ${wrong}`);
    } else if (facts.get(param.fact) === undefined) {
      report(`${pointer}/${name}/fact`, 'unknown_fact', `there is no fact '${param.fact}' in this table`);
    } else if (facts.get(param.fact)!.type !== type.type) {
      report(
        `${pointer}/${name}/fact`,
        'value_type',
        `'${name}' is ${type.type}, but fact '${param.fact}' is ${facts.get(param.fact)!.type}`
      );
    }
  }
}
