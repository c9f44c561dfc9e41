import type { Report } from '../documents/kind.js';
import { didYouMean } from '../nearest.js';
import { type FactDeclaration, misfitFact } from './fact-declarations.js';
import { negated, TESTS, type Constant, type Operator } from '../facts/operators.js';
import type { ConditionText, Setting } from './rule-table.js';
import type { Condition, Group } from './conditions.js';
import { byCase, type SettingCase } from './setting-cases.js';
import { misfit, type FactType } from '../facts/typed-values.js';
import { isObject } from '../json.js';

/** What a condition may refer to. */
export interface ConditionScope {
  readonly facts: ReadonlyMap<string, FactDeclaration>;
  readonly settings: Readonly<Record<string, Setting>>;
  /** Where settings have another value than usual. */
  readonly cases: ReadonlyMap<string, readonly SettingCase[]>;
  readonly conditions: Readonly<Record<string, ConditionText>>;
  readonly report: Report;
  readonly lineOf: (pointer: string) => number;
}

/** How a condition is read where it stands: turned into its opposite, and inside which named conditions. */
export interface Position {
  readonly negate: boolean;
  readonly within: readonly string[];
}

const FORMS = ['all', 'any', 'not', 'condition', 'fact'] as const;

/** Expands, types and negates one condition. Undefined when anything in it was reported. */
export function compileCondition(
  text: ConditionText,
  pointer: string,
  scope: ConditionScope,
  position: Position = { negate: false, within: [] }
): Condition | undefined {
  const { report } = scope;
  const { negate } = position;
  const forms = FORMS.filter(form => text[form] !== undefined);
  const form = forms[0];
  if (form === undefined || forms.length > 1) {
    const found = forms.length === 0 ? 'none' : forms.join(' and ');
    report(pointer, 'ambiguous_condition', `a condition has exactly one of ${FORMS.join(', ')}; this one has ${found}`);
    return undefined;
  }
  if (form !== 'fact' && (text.operator !== undefined || text.value !== undefined)) {
    report(pointer, 'stray_operator', `operator and value belong to a fact, not to '${form}'`);
    return undefined;
  }
  if (form === 'not') return compileCondition(text.not!, `${pointer}/not`, scope, { ...position, negate: !negate });
  if (form === 'condition') return expand(text.condition!, pointer, scope, position);
  if (form === 'fact') return compileComparison(text, pointer, scope, negate);
  const of = text[form]!.map((child, i) => compileCondition(child, `${pointer}/${form}/${i}`, scope, position));
  const kind = (form === 'all') === negate ? 'any' : 'all';
  return of.every(child => child !== undefined) ? { kind, of, line: scope.lineOf(pointer) } : undefined;
}

function expand(name: string, pointer: string, scope: ConditionScope, { negate, within }: Position) {
  const text = Object.hasOwn(scope.conditions, name) ? scope.conditions[name] : undefined;
  if (text === undefined) {
    scope.report(
      `${pointer}/condition`,
      'unknown_condition',
      unknown('condition', name, Object.keys(scope.conditions))
    );
    return undefined;
  }
  if (within.includes(name)) {
    scope.report(`${pointer}/condition`, 'condition_cycle', [...within.slice(within.indexOf(name)), name].join(' -> '));
    return undefined;
  }
  const inner = compileCondition(text, `/conditions/${name}`, scope, { negate, within: [...within, name] });
  const label = negate ? `not ${name}` : name;
  return inner && ({ kind: 'all', name: label, of: [inner], line: inner.line } satisfies Group);
}

function compileComparison(
  text: ConditionText,
  pointer: string,
  scope: ConditionScope,
  negate: boolean
): Condition | undefined {
  const { facts, settings, report } = scope;
  const fact = facts.get(text.fact!);
  if (fact === undefined) {
    report(`${pointer}/fact`, 'unknown_fact', unknown('fact', text.fact!, [...facts.keys()]));
    return undefined;
  }
  const operator = text.operator as Operator | undefined;
  if (operator === undefined || text.value === undefined) {
    report(pointer, 'incomplete_comparison', `'${text.fact}' needs an operator and a value`);
    return undefined;
  }
  if (TESTS[fact.type][operator] === undefined) {
    report(
      `${pointer}/operator`,
      'operator_type',
      `'${operator}' does not work on ${fact.type} '${text.fact}'; use ${Object.keys(TESTS[fact.type]).join(', ')}`
    );
    return undefined;
  }
  const setting = isSettingReference(text.value) ? text.value.setting : undefined;
  if (setting !== undefined && !Object.hasOwn(settings, setting)) {
    report(`${pointer}/value/setting`, 'unknown_setting', unknown('setting', setting, Object.keys(settings)));
    return undefined;
  }
  const value = setting === undefined ? (text.value as Constant) : settings[setting]!.value;
  if (setting !== undefined && operator !== 'isKnown' && !sameType(settings[setting]!.type, fact.type)) {
    report(
      `${pointer}/value/setting`,
      'value_type',
      `setting '${setting}' is ${settings[setting]!.type}, but '${text.fact}' is ${fact.type}`
    );
    return undefined;
  }
  // A setting that misses its own type is reported once, where it stands.
  if (setting !== undefined && misfitSetting(settings[setting]!) !== undefined) return undefined;
  const wrong = operator === 'isKnown' ? misfit({ type: 'boolean' }, value) : misfitOperand(fact, operator, value);
  if (wrong !== undefined) {
    report(`${pointer}/value`, 'value_type', `the value compared with ${fact.type} '${text.fact}' ${wrong}`);
    return undefined;
  }
  const { type } = fact;
  const line = scope.lineOf(pointer);
  const named = setting === undefined ? {} : { setting };
  const cases = setting === undefined ? [] : (scope.cases.get(setting) ?? []);
  return byCase(cases, value, constant => {
    const final = negate ? negated(operator, constant) : { operator, constant };
    return {
      kind: 'comparison',
      fact: text.fact!,
      type,
      operator: final.operator,
      value: final.constant,
      ...named,
      line
    };
  });
}

const isSettingReference = (value: unknown): value is { setting: string } => isObject(value);

const sameType = (setting: FactType, fact: FactType) =>
  setting === fact || (setting === 'integer' && fact === 'number');

function misfitOperand(fact: FactDeclaration, operator: Operator, value: unknown): string | undefined {
  if (operator !== 'in' && operator !== 'notIn') return misfitFact(fact, value);
  if (!Array.isArray(value)) return `must be a list for '${operator}'`;
  return value.map(item => misfitFact(fact, item)).find(wrong => wrong !== undefined);
}

/** Says why a setting's value, or an item of its list, or one of a case, does not fit its own type. */
export function misfitSetting({ type, value, by, values = [] }: Setting): string | undefined {
  const list: readonly unknown[] = Array.isArray(values) ? values : Object.values(values);
  const cases = list.map(each => (isObject(each) ? each['is'] : each));
  const allowed = by === undefined && list.length > 0 ? { type, values: list as readonly string[] } : { type };
  const given = by === undefined ? [value] : [value, ...cases];
  return given
    .flat()
    .map(item => misfit(allowed, item))
    .find(wrong => wrong !== undefined);
}

const unknown = (what: string, name: string, known: readonly string[]) =>
  `there is no ${what} '${name}' in this table${didYouMean(name, known)}`;
