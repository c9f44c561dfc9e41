import type { RuleTableText, RuleText } from '../../../core/rules/index.js';
import { conditionWords, thenWords } from '../changes/condition-words.js';
import { settingWords } from '../changes/rule-changes.js';
import type { Side } from '../changes/side.js';
import { inWords } from '../compare/fact-words.js';
import { shortened } from './change-page.js';
import { grid, heading, type Block, type Link } from './page.js';

/** A rule or a setting as a file of one side has it: what it says by part, in words. */
interface Placed {
  readonly title: string;
  readonly parts: readonly (readonly [name: string, words: string])[];
  readonly link: Link;
}

/**
 * Every setting and every rule of both sides that reads otherwise, in two columns; `address` has `{revision}`, `{file}` and `{line}`
 * for their parts.
 */
export function sideBySide(before: Side, after: Side, address: string | undefined): readonly Block[] {
  const [was, is] = [before, after].map(side => partsOf(side, address)) as [PlacedByKey, PlacedByKey];
  const blocks = [...new Set([...was.keys(), ...is.keys()])].flatMap((key): Block[] => {
    const [old, now] = [was.get(key), is.get(key)];
    const { title, parts } = (now ?? old)!;
    const rows = parts.map(([name], i) => [name, old?.parts[i]![1] ?? '–', now?.parts[i]![1] ?? '–'] as const);
    const changed = rows.filter(([, a, b]) => a !== b);
    if (changed.length === 0) return [];
    const links = [old, now].flatMap(one => (one === undefined ? [] : [one.link]));
    return [heading(3, title), { is: 'links', to: links }, grid(['', 'before', 'after'], changed)];
  });
  return blocks.length === 0 ? [] : [heading(2, 'Side by side'), ...blocks];
}

const PARTS: readonly (readonly [name: string, words: (rule: RuleText) => string])[] = [
  ['when', ({ when }) => conditionWords(when)],
  ['decides', ({ then }) => thenWords(then)],
  ['tells the customer', ({ says }) => says.replace(/\s+/g, ' ').trim()],
  ['tried at', ({ priority, tier = 'standard' }) => `${priority}, as ${tier}`]
];

type PlacedByKey = ReadonlyMap<string, Placed>;

function partsOf({ files, name }: Side, address: string | undefined): PlacedByKey {
  const tables = files.filter(({ content }) => content['kind'] === 'rule-table');
  return new Map(
    tables.flatMap(({ source, content }) => {
      const { id, mode = '', effective_from = '', rules, settings = {} } = content as unknown as RuleTableText;
      const placed = (key: string, pointer: string, part: Omit<Placed, 'link'>) => {
        const { file } = source;
        const { line } = source.place(pointer);
        const values: Readonly<Record<string, string>> = { revision: name, file, line: String(line) };
        // Of files on disk nobody else has an address.
        const href = name.includes(' ')
          ? undefined
          : address?.replace(/\{(revision|file|line)\}/g, (_, each: string) => encodeURI(values[each]!));
        const link = { text: `${shortened(name)} ${file}:${line}`, href };
        return [`${id} ${mode} ${effective_from} ${key}`, { ...part, link }] as const;
      };
      return [
        ...Object.entries(settings).map(([setting, text]) =>
          placed(`setting ${setting}`, `/settings/${setting}`, {
            title: inWords(setting),
            parts: [['is', settingWords(text)]]
          })
        ),
        ...rules.map((rule, i) =>
          placed(rule.id, `/rules/${i}`, {
            title: `${rule.id} (${rule.ref})`,
            parts: PARTS.map(([part, words]) => [part, words(rule)])
          })
        )
      ];
    })
  );
}
