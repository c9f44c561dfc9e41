import { type CommandContext, type DocumentSet, type SetReport } from '../../../core/index.js';
import { type Rule, type RuleTable, RuleTables } from '../../../core/rules/index.js';
import { withSides } from '../changes/side.js';
import { changedRules } from '../compare/changed-rules.js';
import { oddWords } from '../compare/list-words.js';
import { overtakes, reviewTable } from '../compare/overlaps.js';

/** What is asked of the tables. */
export interface Asks {
  tables(table: RuleTable): boolean;
  /** Whether an overlap of two rules is asked for. */
  pairs(table: RuleTable, above: Rule, below: Rule): boolean;
}

/** What `--overlaps`, `--since`, `--table`, `--rule` and `--decision` ask for. */
export async function asksOf(context: CommandContext): Promise<Asks> {
  const { table: named, rule, decision, overlaps, since } = context.options;
  const only = typeof named === 'string' ? [named, ...context.args] : context.args;
  const changed = typeof since === 'string' ? await changedSince(since, context) : undefined;
  const asked = (table: RuleTable, { id, decision: decides }: Rule) =>
    (rule === undefined || id === rule) &&
    (decision === undefined || decides === decision) &&
    (changed === undefined || changed.get(table.name)?.has(id) === true);
  return {
    tables: ({ id, name }) => only.length === 0 || only.includes(id) || only.includes(name),
    pairs: (table, above, below) =>
      (overlaps === true || changed !== undefined) && (asked(table, above) || asked(table, below))
  };
}

/** Of each table, the rules that are not what they were in another state of the files. */
async function changedSince(since: string, context: CommandContext): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  return await withSides([since, context.root], context, async (before, after) => {
    const tablesOf = ({ sets }: typeof before) =>
      new Map([...sets.values()].flatMap(set => (set.has(RuleTables) ? [...set.get(RuleTables)] : [])));
    const was = tablesOf(before);
    return new Map(
      [...tablesOf(after)].map(([name, table]) => {
        const old = was.get(name);
        const rules = old === undefined ? table.rules : changedRules(old, table);
        return [name, new Set(rules.map(({ id }) => id))];
      })
    );
  });
}

/** What looks like a mistake in a table as a whole, and the asked overlaps, which only the order of rules settles. */
export function reviewTables(set: DocumentSet, warn: SetReport, { tables, pairs }: Asks): void {
  if (!set.has(RuleTables)) return;
  const all = set.get(RuleTables);
  for (const table of all.values()) {
    if (table.derived === true || !tables(table)) continue;
    const overtaken = overtakes(table);
    const review = reviewTable(table, (above, below) => overtaken(above, below) || pairs(table, above, below));
    if (review === undefined)
      warn(table.source, '/rules', 'too_many_cases', `'${table.id}' tells too many cases apart to look at all of them`);
    const place = (id: string) => table.rules.find(each => each.id === id)!.pointer;
    for (const id of review?.neverWin ?? [])
      warn(
        table.source,
        place(id),
        'rule_never_wins',
        `'${id}' decides no case that can be, by the dependencies between facts`
      );
    for (const name of table.unused)
      warn(
        table.source,
        `/facts/${[...table.facts.keys()].indexOf(name)}`,
        'unused_fact',
        `no rule looks at '${name}'; it is only recorded, for policy replay. Remove it where no rule is to look at it`
      );
    const told = new Set<number>();
    for (const { comparison, holds } of review?.idle ?? []) {
      const { fact, operator, value, line } = comparison;
      if (told.has(line)) continue;
      told.add(line);
      const message = `'${fact} ${operator} ${JSON.stringify(value)}' ${holds ? 'holds' : 'fails'} for every value of '${fact}'`;
      warn({ ...table.source, place: () => ({ line, column: 1 }) }, '', 'comparison_settled', message);
    }
    for (const name of review?.contradictions ?? [])
      warn(
        table.source,
        `/conditions/${name}`,
        'condition_never_holds',
        `the condition '${name}' holds in no case that can be`
      );
    for (const { pointer, word, fact, alsoIn, like } of oddWords(table, [...all.values()]))
      if (alsoIn !== undefined)
        warn(
          table.source,
          pointer,
          'word_in_two_lists',
          `'${word}' stands in '${alsoIn}' too, which is compared with '${fact}' as well`
        );
      else
        warn(
          table.source,
          pointer,
          'word_unknown',
          `no example and no other list knows '${word}' as '${fact}'; did you mean '${like}'?`
        );
    for (const { above, below, facts } of review?.overlaps ?? []) {
      const both = `both fire for ${JSON.stringify(facts)}; '${above.id}' stands above and decides`;
      if (overtaken(above, below))
        warn(
          table.source,
          place(above.id),
          'generous_rule_overtakes',
          `'${above.id}' (${above.decision}) and '${below.id}' (${below.decision}) ${both}; move it below, or say tier: exception, which overtakes no safeguard`
        );
      else
        warn(
          table.source,
          place(below.id),
          'rules_overlap',
          `'${below.id}' (${below.decision}) and '${above.id}' (${above.decision}) ${both}`
        );
    }
  }
}
