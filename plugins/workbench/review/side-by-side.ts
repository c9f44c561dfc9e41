import type { RuleTableText, RuleText } from '../../../core/rules/index.js';
import { conditionWords, thenWords } from '../changes/condition-words.js';
import type { Side } from '../changes/side.js';
import { shortened } from './change-page.js';
import { grid, heading, type Block, type Link } from './page.js';

/** A rule as a file of one side has it. */
interface PlacedRule {
  readonly rule: RuleText;
  readonly link: Link;
}

/** Every rule of both sides that reads otherwise, in two columns; `address` has `{revision}`, `{file}` and `{line}` for their parts. */
export function rulesSideBySide(before: Side, after: Side, address: string | undefined): readonly Block[] {
  const [was, is] = [before, after].map(side => rulesOf(side, address)) as [Placed, Placed];
  const blocks = [...new Set([...was.keys(), ...is.keys()])].flatMap((key): Block[] => {
    const [old, now] = [was.get(key), is.get(key)];
    const rows = PARTS.map(
      ([name, words]) => [name, old ? words(old.rule) : '–', now ? words(now.rule) : '–'] as const
    );
    const changed = rows.filter(([, a, b]) => a !== b);
    if (changed.length === 0) return [];
    const { ref, id } = (now ?? old)!.rule;
    const links = [old, now].flatMap(one => (one === undefined ? [] : [one.link]));
    return [heading(3, `${id} (${ref})`), { is: 'links', to: links }, grid(['', 'before', 'after'], changed)];
  });
  return blocks.length === 0 ? [] : [heading(2, 'Rules side by side'), ...blocks];
}

const PARTS: readonly (readonly [name: string, words: (rule: RuleText) => string])[] = [
  ['when', ({ when }) => conditionWords(when)],
  ['decides', ({ then }) => thenWords(then)],
  ['tells the customer', ({ says }) => says.replace(/\s+/g, ' ').trim()],
  ['tried at', ({ priority, tier = 'standard' }) => `${priority}, as ${tier}`]
];

type Placed = ReadonlyMap<string, PlacedRule>;

function rulesOf({ files, name }: Side, address: string | undefined): Placed {
  const tables = files.filter(({ content }) => content['kind'] === 'rule-table');
  return new Map(
    tables.flatMap(({ source, content }) => {
      const { id, mode = '', effective_from = '', rules } = content as unknown as RuleTableText;
      return rules.map((rule, i) => {
        const { line } = source.place(`/rules/${i}`);
        const { file } = source;
        const parts: Readonly<Record<string, string>> = { revision: name, file, line: String(line) };
        // Of files on disk nobody else has an address.
        const href = name.includes(' ')
          ? undefined
          : address?.replace(/\{(revision|file|line)\}/g, (_, part: string) => encodeURI(parts[part]!));
        const link = { text: `${shortened(name)} ${file}:${line}`, href };
        return [`${id} ${mode} ${effective_from} ${rule.id}`, { rule, link }] as const;
      });
    })
  );
}
