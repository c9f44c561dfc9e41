import { policyDifferences } from '../compare/policy-differences.js';
import type { TableDifference } from '../compare/table-difference.js';
import { type CommandContext, kindsOf } from '../../../core/index.js';
import { RulePolicies, type RulePolicy } from '../../../core/rules/index.js';
import { changeLines } from './change-words.js';
import { documentChanges, type DocumentChange } from './document-changes.js';
import { factChanges, type FactChange } from './fact-changes.js';
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
  /** Facts that are not what they were: what that changes depends on records, which labelled cases show. */
  readonly facts: readonly FactChange[];
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
  const calendars = new Set(documents.flatMap(({ kind, name }) => (kind === 'calendar' ? [name] : [])));
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
    tables: await policyDifferences(was, is, today, { most: cases }),
    facts: factChanges(was, is, calendars),
    labelled: evaluate ? await labelledEffects(before, after, changed, context) : []
  };
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
