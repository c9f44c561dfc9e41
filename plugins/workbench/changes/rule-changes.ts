import { isDeepStrictEqual } from 'node:util';
import { inWords } from '../compare/fact-words.js';
import type { RuleTableText, RuleText, Setting, SettingCaseText } from '../../../core/rules/index.js';
import { conditionWords, thenWords } from './condition-words.js';

type Table = RuleTableText;

/** What a reviewer of a rule table reads, rule by rule, one line each. */
export function ruleTableLines(before: Table | undefined, after: Table | undefined): readonly string[] {
  const [was, is] = [before?.rules ?? [], after?.rules ?? []].map(rules => new Map(rules.map(rule => [rule.id, rule])));
  const order = [...(after?.rules ?? [])].sort((a, b) => b.priority - a.priority).map(({ id }) => id);
  const oldOrder = [...(before?.rules ?? [])].sort((a, b) => b.priority - a.priority).map(({ id }) => id);
  return [
    ...headLines(before, after),
    ...namedLines('setting', before?.settings, after?.settings, settingWords),
    ...namedLines('condition', before?.conditions, after?.conditions, one => conditionWords(one)),
    ...oldOrder.filter(id => !is!.has(id)).map(id => `rule ${id} removed: ${ruleWords(was!.get(id)!)}`),
    ...order.flatMap(id => {
      const rule = is!.get(id)!;
      const old = was!.get(id);
      if (old === undefined) return [`rule ${id} (${rule.ref}) added${placeWords(id, order)}: ${ruleWords(rule)}`];
      return changedRule(old, rule);
    }),
    ...movedRules(oldOrder, order)
  ];
}

const ruleWords = (rule: RuleText) => `when ${conditionWords(rule.when)}: ${thenWords(rule.then)}`;

function headLines(before: Table | undefined, after: Table | undefined): string[] {
  if (before === undefined || after === undefined) return [];
  const lines: string[] = [];
  for (const [key, words] of [
    ['effective_from', 'dates moved: holds from'],
    ['effective_until', 'dates moved: holds until']
  ] as const)
    if (before[key] !== after[key]) lines.push(`${words} ${before[key] ?? 'ever'} → ${after[key] ?? 'ever'}`);
  for (const key of ['title', 'mode', 'effective_by', 'gives'] as const)
    if (!isDeepStrictEqual(before[key], after[key]))
      lines.push(`${inWords(key)}: ${said(before[key])} → ${said(after[key])}`);
  for (const key of ['decides', 'facts'] as const) {
    const only = (some: readonly string[], others: readonly string[]) => some.filter(each => !others.includes(each));
    const [gone, added] = [only(before[key], after[key]), only(after[key], before[key])];
    if (added.length > 0) lines.push(`${key}: ${added.join(', ')} added`);
    if (gone.length > 0) lines.push(`${key}: ${gone.join(', ')} removed`);
  }
  return lines;
}

function changedRule(old: RuleText, rule: RuleText): string[] {
  const lines: string[] = [];
  const line = (what: string, was: string, is: string) => {
    if (was !== is) lines.push(`rule ${rule.id}: ${what} ${was} → ${is}`);
  };
  line('when', conditionWords(old.when), conditionWords(rule.when));
  line('is a', old.tier ?? 'standard', rule.tier ?? 'standard');
  line('decides', thenWords(old.then), thenWords(rule.then));
  line('tells the customer', quoted(old.says), quoted(rule.says));
  line('why', quoted(old.why), quoted(rule.why));
  line('stands in the written policy as', old.ref, rule.ref);
  for (const kind of ['fires', 'near_misses'] as const) {
    const [was, is] = [old, rule].map(({ examples }) =>
      (examples?.[kind] ?? []).map(example => JSON.stringify(example))
    );
    const gone = was!.filter(example => !is!.includes(example));
    const added = is!.filter(example => !was!.includes(example));
    const name = kind === 'fires' ? 'example' : 'near miss';
    lines.push(...gone.map(example => `rule ${rule.id}: ${name} removed: ${example}`));
    lines.push(...added.map(example => `rule ${rule.id}: ${name} added: ${example}`));
  }
  return lines;
}

/** Rules that are tried before others they were tried after. */
function movedRules(before: readonly string[], after: readonly string[]): string[] {
  const common = after.filter(id => before.includes(id));
  return common.flatMap((id, i) => {
    const passed = common.slice(i + 1).filter(other => before.indexOf(other) < before.indexOf(id));
    return passed.length === 0 ? [] : [`rule ${id} is now tried before ${passed.join(', ')}`];
  });
}

function placeWords(id: string, order: readonly string[]): string {
  const next = order[order.indexOf(id) + 1];
  return next === undefined ? '' : `, tried before ${next}`;
}

function namedLines<T>(
  what: string,
  before: Readonly<Record<string, T>> = {},
  after: Readonly<Record<string, T>> = {},
  words: (one: T) => string
): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap(name => {
    const [was, is] = [before[name], after[name]];
    if (isDeepStrictEqual(was, is)) return [];
    if (was === undefined) return [`${what} ${name} added: ${words(is!)}`];
    if (is === undefined) return [`${what} ${name} removed: ${words(was)}`];
    return [`${what} ${name}: ${words(was)} → ${words(is)}`];
  });
}

/** A setting as people read it: "30 days; 14 where line category is electronics; from 2027-01-01 45". */
export function settingWords({ value, by, values, from = {}, unit = '' }: Setting): string {
  const usual = `${said(value)}${unit === '' ? '' : ` ${unit}`}`;
  const days = Object.entries(from).map(
    ([day, then]) =>
      `from ${day} ${typeof then === 'object' && 'value' in then ? settingWords({ ...then, by, unit } as Setting) : said(then)}`
  );
  return [usual, ...(by === undefined ? [] : caseWords(by, values)), ...days].join('; ');
}

function caseWords(by: string | readonly string[], values: Setting['values'] = {}): string[] {
  if (!Array.isArray(values))
    return Object.entries(values).map(([key, is]) => `${said(is)} where ${inWords(String(by))} is ${key}`);
  return (values as readonly SettingCaseText[]).map(({ is, ...facts }) => {
    const when = Object.entries(facts).map(([fact, wanted]) => `${inWords(fact)} is ${said(wanted)}`);
    return `${said(is)} where ${when.join(' and ')}`;
  });
}

function said(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const quoted = (text: string) => `“${text.replace(/\s+/g, ' ').trim()}”`;
