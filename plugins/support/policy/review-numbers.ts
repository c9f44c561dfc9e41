import type { DocumentSet, SetReport, Source } from '../../../core/index.js';
import {
  namedCases,
  RulePolicies,
  type RuleTable,
  RuleTableKind,
  type Setting,
  type SettingCaseText
} from '../../../core/rules/index.js';
import { ArticleKind } from '../kinds/article.js';
import { FollowUps } from '../kinds/follow-ups/kind.js';
import { Intents } from '../kinds/intent.js';
import { Issues } from '../kinds/issues.js';
import { stem } from '../understand/words/stem.js';

/** A number that a setting holds, with the words that say what it is for. */
interface Held {
  readonly name: string;
  /** Its name with its table. */
  readonly of: string;
  readonly value: number;
  /** What is counted, as a text writes it after the number. */
  readonly unit: RegExp;
  readonly words: ReadonlySet<string>;
  readonly where: string;
  /** Its other values; by key, where a text can name the case. */
  readonly cases: readonly { readonly key?: string; readonly when: string; readonly value: string }[];
}

interface Passage {
  readonly text: string;
  readonly source: Source;
  readonly pointer: string;
}

/** Words that a sentence must share with a setting of the same number, and the share of them where the number is another one. */
const ALIKE = 2;
const SAME_SUBJECT = 0.5;
const NUMBER = /(?<![\w.,-])\d+(?:[.,]\d+)*(?![\w-])/g;

/** Numbers of articles and replies that a setting holds too, or that contradict it, and settings that have cases nobody is told of. */
export function reviewNumbers(set: DocumentSet, warn: SetReport): void {
  const held = heldNumbers(set);
  for (const { text, source, pointer } of passages(set)) {
    const words = wordsOf(text);
    const { line } = source.place(pointer);
    // A sentence of an article is a line; a template may have several.
    const stated = (source.stated ?? []).filter(each => !pointer.startsWith('/body/') || each.line === line);
    for (const { 0: figure, index } of text.matchAll(NUMBER)) {
      const value = Number(figure.replaceAll(',', ''));
      if (stated.some(each => Number(each.value) === value)) continue;
      const near = text.slice(Math.max(0, index - 1), index + figure.length + 12);
      const found = held
        .filter(({ unit }) => unit.test(near))
        .map(each => ({ ...each, shared: [...each.words].filter(word => words.has(word)).length }))
        .filter(each =>
          each.value === value
            ? each.shared >= ALIKE
            : each.shared > ALIKE && each.shared >= SAME_SUBJECT * each.words.size
        )
        .sort((a, b) => Number(b.value === value) - Number(a.value === value) || b.shared - a.shared)[0];
      if (found === undefined) continue;
      const { name, where } = found;
      const write = `write {{ ${pointer.endsWith('/says') && pointer.startsWith('/rules/') ? 'settings' : 'setting'}.${name} }} in place of ${figure}`;
      if (found.value === value)
        warn(
          source,
          pointer,
          'setting_copied',
          `${figure} is the setting '${name}' (${where}); ${write}, so that it follows`
        );
      else
        warn(
          source,
          pointer,
          'setting_contradicted',
          `${figure} is said where the setting '${name}' (${where}) is ${found.value}; ${write}, or say what else it counts`
        );
    }
    for (const one of held) untoldCases(one, { text, words, source, pointer, here: namesOf(stated) }, warn);
  }
}

interface Sentence extends Passage {
  readonly words: ReadonlySet<string>;
  /** Settings that it is made of. */
  readonly here: readonly string[];
}

/** Cases of a setting that a sentence leaves out, or names without their value. */
function untoldCases(one: Held, { text, words, source, pointer, here }: Sentence, warn: SetReport): void {
  const ofFile = namesOf(source.stated ?? []);
  const name = [one.name, one.of].find(each => ofFile.some(stated => stated === each || stated.startsWith(`${each}.`)));
  if (name === undefined || one.cases.length === 0) return;
  const tells = (names: readonly string[]) => (key?: string) =>
    names.some(each => (key === undefined ? each.startsWith(`${name}.`) : each === `${name}.${key}`));
  const usual = here.includes(name) && text.includes(String(one.value));
  // One sentence of a file that tells a case will do, unless another one lists cases without it.
  const told = tells(tells(here)() ? here : ofFile);
  const left = one.cases.filter(({ key }) =>
    usual ? !told(key) : !tells(here)() && key !== undefined && namesCase(words, key, one.words)
  );
  if (left.length === 0) return;
  const is = left.map(({ when, value }) => `${value} ${when}`).join(', ');
  const keys = left.flatMap(({ key }) => (key === undefined ? [] : [`{{ setting.${name}.${key} }}`]));
  const how = keys.length === 0 ? 'in words' : `as ${keys.join(', ')}`;
  const what = usual
    ? `only ${tells(here)() ? 'other cases' : 'the usual value'} of '${name}' ${tells(here)() ? 'are' : 'is'} told, which is ${is}; tell the cases too, ${how}`
    : `'${name}' is ${is}, and ${one.value} else: say whether this sentence still holds, or tell it ${how}`;
  warn(source, pointer, 'setting_by_case', what);
}

const namesOf = (stated: readonly { readonly name: string }[]) => stated.map(({ name }) => name);

/** Whether a sentence names a case, and something that the setting is about. */
function namesCase(words: ReadonlySet<string>, key: string, about: ReadonlySet<string>): boolean {
  const named = wordsOf(inWords(key));
  return named.size > 0 && [...named].every(each => words.has(each)) && [...about].some(each => words.has(each));
}

function heldNumbers(set: DocumentSet): readonly Held[] {
  const held: Held[] = [];
  const tables = new Map<string, RuleTable>([...set.get(RulePolicies)].map(([id, { versions }]) => [id, versions[0]]));
  for (const { source, value: table } of set.of(RuleTableKind))
    for (const [name, setting] of Object.entries(table.settings ?? {})) {
      const { type, value, unit = '', meaning } = setting;
      const counted = type === 'money' ? '(?:USD|EUR|GBP|dollars?|euros?)|^[$€£]' : unit.replace(/s$/, '');
      if (counted === '' || Array.isArray(value) || tables.get(table.id)?.source !== source) continue;
      const { line } = source.place(`/settings/${name}`);
      held.push({
        name: held.some(each => each.name === name && each.value !== Number(value)) ? `${table.id}.${name}` : name,
        of: `${table.id}.${name}`,
        value: Number(value),
        unit: type === 'money' ? new RegExp(counted, 'i') : new RegExp(`\\d\\s*-?${counted}s?\\b`, 'i'),
        words: wordsOf(`${name.replaceAll('_', ' ')} ${meaning}`),
        where: `${source.file}:${line}`,
        cases: casesOf(setting)
      });
    }
  return held;
}

function casesOf({ by, values }: Setting): Held['cases'] {
  if (by === undefined || values === undefined) return [];
  const cases = Array.isArray(values) ? (values as readonly SettingCaseText[]).map(each => [each]) : [values];
  return cases.flatMap(each => {
    const named = namedCases(each).map(({ key, is }) => ({ key, when: `for ${inWords(key)}`, value: String(is) }));
    return named.length > 0 || !Array.isArray(each)
      ? named
      : [{ when: 'in some cases', value: String((each[0] as SettingCaseText).is) }];
  });
}

const inWords = (name: string) => name.replaceAll('_', ' ');

/** What customers are told; a number that a rule's words read of a setting is none that is written there. */
function passages(set: DocumentSet): readonly Passage[] {
  return [
    ...[...set.get(RulePolicies).values()].flatMap(({ versions }) =>
      versions
        .filter(({ derived }) => derived !== true)
        .flatMap(({ source, rules }) =>
          rules.map(({ says, pointer }) => ({ text: says.text, source, pointer: `${pointer}/says` }))
        )
    ),
    ...set
      .of(ArticleKind)
      .flatMap(({ source, value }) => value.sentences.map((text, i) => ({ text, source, pointer: value.places[i]! }))),
    ...set
      .of(Intents)
      .flatMap(({ source, value }) =>
        [...value.replies].map(([key, { text }]) => ({ text, source, pointer: `/replies/${key}` }))
      ),
    ...set.of(Issues).map(({ source, value }) => ({ text: value.says.text, source, pointer: '/says' })),
    ...set
      .of(FollowUps)
      .flatMap(({ source, value }) =>
        value.answers.map(({ says }, i) => ({ text: says.text, source, pointer: `/answers/${i}/says` }))
      )
  ];
}

const SHORTEST = 3;
const EMPTY = new Set(
  'the and are for can its not you our has was who any from this that than with which where after have when only more last they'.split(
    ' '
  )
);

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter(word => word.length >= SHORTEST && !EMPTY.has(word)).map(stem)
  );
