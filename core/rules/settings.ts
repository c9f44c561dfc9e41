import type { Report } from '../documents/kind.js';
import { groupBy } from '../group-by.js';
import { isObject } from '../json.js';
import type { Constant } from '../facts/operators.js';
import { misfitSetting } from './compile-conditions.js';
import type { RuleTableText, Setting } from './rule-table.js';

export function checkSettings(settings: Readonly<Record<string, Setting>>, report: Report): void {
  for (const [name, setting] of Object.entries(settings)) {
    const list = [setting.value].flat();
    const again = list.findIndex((each, i) => list.indexOf(each) < i);
    if (again > 0)
      report(`/settings/${name}/value/${again}`, 'value_type', `setting '${name}' has '${String(list[again])}' twice`);
    const wrong = misfitSetting(setting) ?? oddSetting(name, setting);
    if (wrong !== undefined) report(`/settings/${name}/value`, 'value_type', `setting '${name}' ${wrong}`);
  }
}

/** What fits its type and is a slip all the same. */
function oddSetting(name: string, { type, value, unit, values, from = {} }: Setting): string | undefined {
  const cases = [
    values,
    ...Object.values(from).map(is => (isObject(is) ? (is as Partial<Setting>).values : undefined))
  ];
  const days = Object.values(from).map(is => (isObject(is) ? (is as Partial<Setting>).value : (is as Constant)));
  const list = [value, ...days, ...cases.flatMap(constants)].flat().filter(each => each !== undefined);
  const counts = type === 'money' || (unit !== undefined && unit !== '');
  if (counts && list.some(each => Number(each) < 0)) return `is less than nothing; ${unit ?? 'money'} counts from 0 on`;
  const currency = /(?:^|_)currency$/.test(name) && type === 'string';
  const code = currency ? list.find(each => !Intl.supportedValuesOf('currency').includes(String(each))) : undefined;
  return code === undefined ? undefined : `names no currency with '${String(code)}'; write a code such as USD`;
}

const constants = (values: Setting['values']): readonly Constant[] =>
  Object.values(values ?? {}).map(each => (isObject(each) ? (each['is'] as Constant) : (each as Constant)));

/** The setting as it is on a day; what is not said again for the day stays as it was. */
export function settingOn({ from = {}, ...setting }: Setting, day: string): Setting {
  const last = Object.keys(from)
    .sort()
    .findLast(each => each <= day);
  if (last === undefined) return setting;
  const is = from[last]!;
  return { ...setting, ...(isObject(is) ? (is as Pick<Setting, 'value' | 'values'>) : { value: is as Constant }) };
}

/**
 * What texts may say of settings: by name where all tables agree (`refund_window_days`), by table and name, and for a case of one
 * fact also by that (`refund.refund_window_days.electronics`). Lists have no value that a sentence could say.
 */
export function statedSettings(
  contents: readonly Partial<RuleTableText>[],
  today: string
): ReadonlyMap<string, ReadonlySet<string>> {
  const stated = new Map<string, Set<string>>();
  const add = (name: string, value: unknown) => {
    if (typeof value !== 'number' && typeof value !== 'string') return;
    const values = stated.get(name);
    if (values === undefined) stated.set(name, new Set([String(value)]));
    else values.add(String(value));
  };
  for (const [id, versions] of groupBy(contents, table => table.id)) {
    const { settings } = versionOn(versions, today) ?? {};
    if (!isObject(settings)) continue;
    for (const [name, setting] of Object.entries(settings as Readonly<Record<string, unknown>>)) {
      if (!isObject(setting)) continue;
      const { value, by, values } = settingOn(setting as unknown as Setting, today);
      for (const known of [name, `${id}.${name}`]) {
        add(known, value);
        for (const { key, is } of by === undefined ? [] : namedCases(values)) add(`${known}.${key}`, is);
      }
    }
  }
  return stated;
}

/** Cases that go by one value of one fact, by that value; where the fact is true or false, by its name. */
export function namedCases(values: Setting['values']): readonly { readonly key: string; readonly is: Constant }[] {
  if (isObject(values)) return Object.entries(values).map(([key, is]) => ({ key, is: is as Constant }));
  return (Array.isArray(values) ? (values as readonly unknown[]) : []).flatMap(each => {
    const { is, ...facts } = isObject(each) ? each : { is: undefined };
    const [[fact, wanted] = [], ...more] = Object.entries(facts);
    if (is === undefined || fact === undefined || more.length > 0 || Array.isArray(wanted) || wanted === false)
      return [];
    return [{ key: wanted === true ? fact : String(wanted), is: is as Constant }];
  });
}

/** The version that is in force on the day, of texts that nobody has checked. */
function versionOn(versions: readonly Partial<RuleTableText>[], today: string) {
  const begun = versions.filter(
    ({ mode, effective_from: from = '', effective_until: until = '9' }) =>
      mode !== 'shadow' && String(from) <= today && today <= String(until)
  );
  return begun.toSorted((a, b) => (String(a.effective_from ?? '') < String(b.effective_from ?? '') ? -1 : 1)).at(-1);
}
