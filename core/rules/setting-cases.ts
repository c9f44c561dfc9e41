import type { Report } from '../documents/kind.js';
import { didYouMean } from '../nearest.js';
import type { Constant } from '../facts/operators.js';
import { complement, type Comparison, type Condition } from './conditions.js';
import { predicate } from './closures.js';
import { type FactDeclaration, misfitFact } from './fact-declarations.js';
import type { RuleTable, Setting, SettingCaseText } from './rule-table.js';
import type { Facts } from '../facts/typed-values.js';

/** Cases in which a setting has another value than usual; the first that holds counts. */
export interface SettingCase {
  readonly when: Condition;
  readonly value: Constant;
}

type Facts0 = ReadonlyMap<string, FactDeclaration>;

interface CaseScope {
  readonly report: Report;
  lineOf(pointer: string): number;
  /** The facts of all files. */
  readonly declared: Facts0;
}

/** Reads the cases of a setting, `by` facts of its table. Undefined where anything was reported. */
export function settingCases(
  name: string,
  { by, values, value }: Setting,
  facts: Facts0,
  { report, lineOf, declared }: CaseScope
): readonly SettingCase[] | undefined {
  const at = `/settings/${name}`;
  if (by === undefined) {
    if (values === undefined || (Array.isArray(values) && values.every(each => typeof each === 'string'))) return [];
    report(at, 'setting_cases', `setting '${name}' lacks 'by', the fact that tells its cases apart`);
    return undefined;
  }
  if (values === undefined || (Array.isArray(values) && values.some(each => typeof each !== 'object'))) {
    report(at, 'setting_cases', `setting '${name}' lacks 'values', one for each case`);
    return undefined;
  }
  const names = [by].flat().map(each => factNamed(each, facts));
  const strange = [by].flat().find((_, i) => names[i] === undefined);
  if (strange !== undefined) {
    const named = factNamed(strange, declared);
    const near =
      named === undefined
        ? didYouMean(strange, facts.keys()) || `; no facts file declares one: write \`from: ${strange}\` there`
        : `; list ${named} under facts`;
    report(`${at}/by`, 'unknown_fact', `setting '${name}' goes by '${strange}', which is no fact of this table${near}`);
    return undefined;
  }
  const known = names as readonly string[];
  const texts = Array.isArray(values) ? (values as readonly SettingCaseText[]) : undefined;
  if (texts === undefined && known.length > 1) {
    report(`${at}/values`, 'setting_cases', `by several facts, values is a list such as { ${known[0]}: …, is: … }`);
    return undefined;
  }
  let sound = true;
  const read: Read = {
    facts,
    lineOf: pointer => lineOf(`${at}/values${pointer}`),
    wrong(pointer, message) {
      sound = false;
      report(`${at}/values${pointer}`, 'setting_cases', message);
    }
  };
  const made =
    texts === undefined
      ? Object.entries(values as Readonly<Record<string, Constant>>).map(([key, is]) => ({
          when: equals(known[0]!, keyOf(key, facts.get(known[0]!)!), `/${key}`, read),
          value: is
        }))
      : texts.map(({ is, ...rest }, i) => ({
          when: {
            kind: 'all' as const,
            line: read.lineOf(`/${i}`),
            of: Object.entries(rest).map(([fact, wanted]) => {
              const named = factNamed(fact, facts) ?? fact;
              if (!known.includes(named)) read.wrong(`/${i}/${fact}`, `'${fact}' is not among by: ${known.join(', ')}`);
              return equals(named, wanted, `/${i}/${fact}`, read);
            })
          },
          value: is
        }));
  (texts ?? []).forEach((each, i) => {
    const earlier = texts!.slice(0, i).findIndex(other => covers(other, each));
    if (earlier >= 0)
      read.wrong(`/${i}`, `this case never counts: case ${earlier + 1} stands before it and holds wherever it does`);
  });
  if (made.some(({ value: is }) => Array.isArray(is) !== Array.isArray(value)))
    read.wrong('', `every case of '${name}' is of the form of its value`);
  return sound ? made : undefined;
}

/** Whether one case holds wherever another does, as far as their texts say. */
function covers({ is: _is, ...one }: SettingCaseText, { is: _other, ...another }: SettingCaseText): boolean {
  return Object.entries(one).every(
    ([fact, wanted]) =>
      another[fact] !== undefined && [another[fact]].flat().every(each => [wanted].flat().includes(each as never))
  );
}

interface Read {
  lineOf(pointer: string): number;
  readonly facts: Facts0;
  wrong(pointer: string, message: string): void;
}

/** A fact by its name, or by the path that it is read from: `line.category` is the fact that comes from there. */
const factNamed = (name: string, facts: Facts0): string | undefined =>
  facts.has(name) ? name : [...facts].find(([, { from }]) => from === name)?.[0];

/** Keys of a mapping are texts; those that stand for numbers and yes or no are read as them. */
function keyOf(key: string, { type }: FactDeclaration): Constant {
  if (type === 'boolean' && (key === 'true' || key === 'false')) return key === 'true';
  return (type === 'integer' || type === 'number') && key !== '' ? Number(key) : key;
}

function equals(fact: string, wanted: Constant, pointer: string, { facts, wrong, lineOf }: Read): Condition {
  const declaration = facts.get(fact);
  const type = declaration?.type ?? 'string';
  for (const each of [wanted].flat()) {
    const why = declaration && misfitFact(declaration, each);
    if (why !== undefined) wrong(pointer, `'${String(each)}' can be no case: '${fact}' ${why}`);
  }
  const several = Array.isArray(wanted);
  if (several && !['string', 'integer', 'number'].includes(type)) wrong(pointer, `'${fact}' takes one value, no list`);
  return { kind: 'comparison', fact, type, operator: several ? 'in' : 'equal', value: wanted, line: lineOf(pointer) };
}

/** The comparison with a setting that has cases: in each case with the value that holds there, else with the usual one. */
export function byCase(
  cases: readonly SettingCase[],
  usual: Constant,
  compare: (value: Constant) => Comparison
): Condition {
  const usually = compare(usual);
  if (cases.length === 0) return usually;
  const { line, setting } = usually;
  const past = (i: number) => cases.slice(0, i).map(({ when }) => complement(when));
  const of: readonly Condition[] = [
    ...cases.map(({ when, value }, i) => ({ kind: 'all' as const, of: [...past(i), when, compare(value)], line })),
    { kind: 'all', of: [...past(cases.length), usually], line }
  ];
  return { kind: 'any', name: `${setting} by case`, of, line };
}

/** The settings as they are in a case with these facts. */
export function settingsIn({ settings, cases }: RuleTable, facts: Facts): RuleTable['settings'] {
  const special = [...cases].flatMap(([name, of]) => {
    const found = of.find(({ when }) => predicate(when)(facts));
    return found === undefined ? [] : [[name, found.value] as const];
  });
  return special.length === 0 ? settings : { ...settings, ...Object.fromEntries(special) };
}
