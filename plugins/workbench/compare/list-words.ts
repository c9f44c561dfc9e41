import { editDistance } from '../../../core/index.js';
import { comparisonsIn, type RuleTable } from '../../../core/rules/index.js';

/** A word of a list or a case that looks like a slip. */
export interface OddWord {
  /** Where it stands in the table's file, as a JSON pointer. */
  readonly pointer: string;
  readonly word: string;
  readonly fact: string;
  /** The other list that has it too. */
  readonly alsoIn?: string;
  /** What it may have been meant to be. */
  readonly like?: string;
}

interface Listed {
  readonly word: string;
  /** Name of the setting. */
  readonly list: string;
  readonly pointer: string;
}

const SHORTEST = 5;
/** From this length on a word may be two slips away from another. */
const LONG = 8;

/**
 * Words that two settings hold which are compared with one fact, and words that nothing else knows and that are a slip away from
 * one that examples, or another list, know.
 */
export function oddWords(table: RuleTable, all: readonly RuleTable[]): readonly OddWord[] {
  const odd: OddWord[] = [];
  const facts = new Set(
    [...table.facts].flatMap(([name, { type, values }]) => (type === 'string' && !values ? [name] : []))
  );
  const others = all.filter(each => each.id !== table.id || each.source.file !== table.source.file);
  for (const fact of facts) {
    const listed = listedWords(table, fact);
    const shown = new Set(all.flatMap(each => shownWords(each, fact)));
    const elsewhere = new Set([...shown, ...others.flatMap(each => listedWords(each, fact).map(({ word }) => word))]);
    for (const { word, list, pointer } of listed) {
      const twin = listed.find(other => other.word === word && other.list !== list);
      if (twin !== undefined) odd.push({ pointer, word, fact, alsoIn: twin.list });
      if (twin !== undefined || elsewhere.has(word) || word.length < SHORTEST) continue;
      const same = new Set(listed.filter(other => other.list === list).map(other => other.word));
      const most = word.length < LONG ? 1 : 2;
      const like = [...elsewhere].find(
        known =>
          !same.has(known) &&
          !(word.length > known.length + 1 && word.includes(known)) &&
          Math.abs(known.length - word.length) <= most &&
          editDistance(word, known) <= most
      );
      if (like !== undefined) odd.push({ pointer, word, fact, like });
    }
  }
  return odd;
}

/** Words of settings that rules compare with the fact, and of the cases of settings. */
function listedWords({ rules, settings, cases }: RuleTable, fact: string): readonly Listed[] {
  const compared = rules.flatMap(({ when }) => comparisonsIn(when)).filter(each => each.fact === fact);
  const lists = new Set(compared.flatMap(({ setting }) => (setting === undefined ? [] : [setting])));
  return [
    ...[...lists].flatMap(list => {
      const value = settings[list];
      const words = Array.isArray(value) ? value : [value];
      return words.map((word, i) => ({
        word: String(word),
        list,
        pointer: `/settings/${list}/value${Array.isArray(value) ? `/${i}` : ''}`
      }));
    }),
    ...[...cases].flatMap(([list, of]) =>
      of.flatMap(({ when }, i) =>
        comparisonsIn(when)
          .filter(each => each.fact === fact)
          .flatMap(({ value }) => [value].flat())
          .map(word => ({
            word: String(word),
            list: `${list} by case`,
            pointer: `/settings/${list}/values/${when.kind === 'comparison' ? String(word) : i}`
          }))
      )
    )
  ];
}

/** What examples say of the fact. */
const shownWords = ({ rules, baseline }: RuleTable, fact: string): readonly string[] =>
  [{ facts: baseline }, ...rules.flatMap(({ fires, nearMisses }) => [...fires, ...nearMisses])].flatMap(({ facts }) =>
    typeof facts[fact] === 'string' ? [facts[fact]] : []
  );
