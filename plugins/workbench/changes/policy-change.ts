import { factReaches, type FactReach } from '../compare/fact-reach.js';
import { policyDifferences } from '../compare/policy-differences.js';
import type { TableDifference } from '../compare/table-difference.js';
import { type CommandContext, kindsOf } from '../../../core/index.js';
import { FactDeclarationsKind, RulePolicies, type RulePolicy } from '../../../core/rules/index.js';
import { changeLines } from './change-words.js';
import { documentChanges, type DocumentChange } from './document-changes.js';
import { factChanges, type FactChange, type FactsOfSide } from './fact-changes.js';
import { labelledEffects, type LabelledEffect } from './labelled-effects.js';
import type { Side } from './side.js';

/** What a change of the declarative files means. */
export interface PolicyChange {
  readonly before: string;
  readonly after: string;
  readonly documents: readonly (Pick<DocumentChange, 'kind' | 'name' | 'file' | 'how'> & {
    readonly lines: readonly string[];
  })[];
  readonly tables: readonly TableDifference[];
  /** Facts that are not what they were. */
  readonly facts: readonly FactChange[];
  /** What those that may have another value now can change at most. */
  readonly reach: readonly FactReach[];
  readonly labelled: readonly LabelledEffect[];
}

export interface ChangeOptions {
  /** Run the labelled sets of what changed. */
  readonly evaluate: boolean;
  /** Changed cases listed of one table, at most. */
  readonly cases: number;
  readonly today: string;
}

export async function policyChange(
  before: Side,
  after: Side,
  context: Pick<CommandContext, 'root' | 'services'>,
  { evaluate, cases, today }: ChangeOptions
): Promise<PolicyChange> {
  const documents = documentChanges(before.files, after.files, kindsOf(context.services));
  const changed = new Set(documents.map(({ kind }) => kind));
  const [was, is] = [policiesOf(before), policiesOf(after)];
  const tables = await policyDifferences(was, is, today, { most: cases });
  const facts = factChanges(factsOf(before), factsOf(after), readerOf(documents, tables, is));
  return {
    before: before.name,
    after: after.name,
    documents: documents.map(one => ({
      kind: one.kind,
      name: one.name,
      file: one.file,
      how: one.how,
      lines: [...changeLines(one), ...saidLines(one, after.files)]
    })),
    tables,
    facts,
    reach: factReaches(was, is, otherwise(facts), cases),
    labelled: evaluate ? await labelledEffects(before, after, changed, context) : []
  };
}

/** Facts that may have another value than they had. */
export const otherwise = (facts: readonly FactChange[]): ReadonlySet<string> =>
  new Set(facts.flatMap(({ fact, how }) => (how === 'bound by other dependencies' ? [] : [fact])));

/** Facts that may have another value on the second side. */
export async function otherwiseBetween(before: Side, after: Side, { services }: Pick<CommandContext, 'services'>) {
  const documents = documentChanges(before.files, after.files, kindsOf(services));
  const [was, is] = [policiesOf(before), policiesOf(after)];
  const tables = await policyDifferences(was, is, '', { most: 1 });
  return otherwise(factChanges(factsOf(before), factsOf(after), readerOf(documents, tables, is)));
}

function factsOf(side: Side): FactsOfSide {
  const files = [...side.sets.values()].flatMap(set => set.of(FactDeclarationsKind));
  return { declared: new Map(files.flatMap(({ value }) => [...value.facts])), policies: policiesOf(side) };
}

/** The table whose verdicts on lines facts count. */
const LINES = 'order_line';

/** Whether an expression reads a calendar, an attribute of records or verdicts that are not what they were. */
function readerOf(
  documents: readonly DocumentChange[],
  tables: readonly TableDifference[],
  after: ReadonlyMap<string, RulePolicy>
) {
  const read = documents.flatMap(({ kind, name, changes }) => {
    if (kind === 'calendar') return [`"calendar":"${name}"`];
    return kind === 'record-attributes' ? changes.map(({ at }) => `${at[0]}.attributes.${at[1]}"`) : [];
  });
  const judged = tables.some(
    ({ table, shadow, cells, narrowed_to, retyped }) =>
      table === LINES && !shadow && (cells.different !== '0' || narrowed_to !== null || retyped.length > 0)
  );
  const looksAt = [...(after.get(LINES)?.facts.keys() ?? [])];
  return (from: string, changed: ReadonlyMap<string, unknown>): boolean =>
    read.some(each => from.includes(each)) ||
    (/\bline\.verdict"/.test(from) && (judged || looksAt.some(name => changed.has(name))));
}

const MOST_PLACES = 8;

/** Where texts say a changed setting by its name, so that they change with it. */
function saidLines({ kind, changes }: DocumentChange, files: Side['files']): readonly string[] {
  const names = new Set(changes.flatMap(({ at: [part, name] }) => (part === 'settings' ? [String(name)] : [])));
  if (kind !== 'rule-table') return [];
  return [...names].flatMap(name => {
    const said = new RegExp(`\\{\\{\\s*setting\\.(?:[a-z0-9_]+\\.)?${name}\\b`);
    const places = files.flatMap(({ source, text }) =>
      said.test(text) ? text.split('\n').flatMap((line, i) => (said.test(line) ? [`${source.file}:${i + 1}`] : [])) : []
    );
    const more = places.length > MOST_PLACES ? ` and ${places.length - MOST_PLACES} more` : '';
    return places.length === 0 ? [] : [`${name} is said in ${places.slice(0, MOST_PLACES).join(', ')}${more}`];
  });
}

/** The rule policies of whichever services have some. */
export function policiesOf({ sets }: Pick<Side, 'sets'>): ReadonlyMap<string, RulePolicy> {
  const having = [...sets.values()].filter(set => set.has(RulePolicies));
  return new Map(having.flatMap(set => [...set.get(RulePolicies)]));
}
